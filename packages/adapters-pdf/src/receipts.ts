import type { ReceiptRenderer } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { ReceiptOptions } from "./receipt-page.ts";

/** Creates the receipt renderer, with react-pdf. */
export const makeReceiptRenderer = (options: ReceiptOptions): ReceiptRenderer => ({
  print: (receipt, refunded) =>
    Effect.promise(async () => {
      // Load the renderer only when a receipt is requested.
      const { drawReceipt } = await import("./receipt-page.ts");
      return drawReceipt(receipt, refunded, options);
    }),
});

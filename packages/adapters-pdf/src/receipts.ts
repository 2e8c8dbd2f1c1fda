import type { ReceiptRenderer } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Creates the receipt renderer, with react-pdf. `supportEmail` is where customers ask about a receipt. */
export const makeReceiptRenderer = ({ supportEmail }: { readonly supportEmail: string }): ReceiptRenderer => ({
  print: (receipt, refunded) =>
    Effect.promise(async () => {
      // Load the renderer only when a receipt is requested.
      const { drawReceipt } = await import("./receipt-page.ts");
      return drawReceipt(receipt, refunded, supportEmail);
    }),
});

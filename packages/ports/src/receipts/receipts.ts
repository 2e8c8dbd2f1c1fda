import type { Cents, Receipt } from "@backlot/domain";
import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

export interface ReceiptRenderer {
  /** Renders a receipt as a PDF. `refunded` is the amount refunded since, in cents. */
  readonly print: (receipt: Receipt, refunded: Cents) => Effect.Effect<Uint8Array>;
}

export const ReceiptRenderer = Context.Service<ReceiptRenderer>("backlot/ReceiptRenderer");

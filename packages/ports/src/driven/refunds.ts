import type { Cents } from "@backlot/domain";
import type { Asked } from "./payment-gateway.ts";

/** A refund that the store asks for. `id` is its row's; with the amount it is the idempotency key. */
export interface RefundRequest {
  readonly id: string;
  /** What the provider knows the payment by. */
  readonly payment_reference: string;
  readonly amount: Cents;
}

/**
 * What became of it: `refunded` is all that was refunded of the payment so far, in cents. A refund that the provider
 * refuses for good is for support.
 */
export type RefundResult =
  | { readonly _tag: "Refunded"; readonly provider_reference: string; readonly refunded: Cents }
  | { readonly _tag: "Refused"; readonly reason: string };

/** Refunds that the store makes. (ORD-06) */
export interface Refunds {
  /** Refunds a part of a payment, or all of it. Asked again for the same id and amount it is the first one. */
  readonly refund: (request: RefundRequest) => Asked<RefundResult>;
}

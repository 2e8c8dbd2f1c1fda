import type { Cents } from "@backlot/domain";
import type { ProviderCall } from "../driven/payment-errors.ts";

/** A refund to make, in cents. `id` is the refund row's id; together with the amount, it is the idempotency key. */
export interface RefundRequest {
  readonly id: string;
  /** The provider's id of the payment. */
  readonly payment_reference: string;
  readonly amount: Cents;
}

/**
 * The outcome of a refund. `refunded` is the total refunded on the payment so far, in cents. An issued refund awaits
 * the provider's confirmation. A refusal is permanent and needs support; it has a reference if the refund failed later.
 */
export type RefundResult =
  | { readonly _tag: "Refunded"; readonly provider_reference: string; readonly refunded: Cents }
  | { readonly _tag: "Issued"; readonly provider_reference: string }
  | { readonly _tag: "Refused"; readonly reason: string; readonly provider_reference: string | null };

/** Makes refunds at a payment provider. */
export interface Refunds {
  /** Refunds part or all of a payment. The same id and amount always return the first refund. */
  readonly refund: (request: RefundRequest) => ProviderCall<RefundResult>;
}

/** The state of one refund at its provider. */
export interface RefundOutcome {
  readonly provider_reference: string;
  readonly status: "pending" | "succeeded" | "failed";
}

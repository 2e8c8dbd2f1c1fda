import * as Schema from "effect/Schema";

/**
 * Why the store makes a refund: the payment could not fulfill its order, a period was billed twice or for too much, a
 * refund left unused time at a provider without account credit, or support revoked an item, paid out account credit, or
 * refunded a payment.
 */
export const RefundCause = Schema.Literals([
  "unfulfillable",
  "billed-twice",
  "overbilled",
  "unused-time",
  "item",
  "account-credit",
  "support",
]);
export type RefundCause = typeof RefundCause.Type;

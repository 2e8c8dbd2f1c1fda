import { type Credits, credits } from "../credits/credits.ts";
import { reversedAmount } from "../receipts/reversed-amount.ts";
import { refundable } from "../funding/parts.ts";
import { type Cents, ZERO, cents, formatUsd, max, sum } from "../kernel/money.ts";
import type { RefundTakes } from "../accounts/refund-takes.schema.ts";

/** A customer's holdings at one moment, as far as a refund can change them. Amounts in cents. */
export interface CustomerHoldings {
  readonly credits: Credits;
  readonly has_plan: boolean;
  /** The sum of the refunds of all of the customer's payments. */
  readonly refunded: Cents;
  /** Refunded money for which nothing was left to revoke. */
  readonly unrecovered: Cents;
}

/** The effect of a refund that takes nothing back. */
export const NOTHING_TAKEN: RefundTakes = {
  credits: 0,
  items: [],
  ends_plan: false,
  also_refunded: ZERO,
  unrecovered: ZERO,
};

/**
 * Returns what a refund of `amount` cents takes from a customer: the difference between their holdings before and after
 * it. `items` are the names of the items that they no longer own.
 */
export const refundTakes = (
  { before, after }: { readonly before: CustomerHoldings; readonly after: CustomerHoldings },
  amount: Cents,
  items: readonly string[],
): RefundTakes => ({
  credits: credits(Math.max(0, before.credits - after.credits)),
  items,
  ends_plan: before.has_plan && !after.has_plan,
  also_refunded: max(ZERO, cents(after.refunded - before.refunded - amount)),
  unrecovered: max(ZERO, cents(after.unrecovered - before.unrecovered)),
});

/**
 * Returns how much of a payment support can still refund, in cents: what is left after refunds and lost disputes, minus
 * the open refunds (`open`).
 */
export const refundableNow = (
  payment: { readonly amount: Cents; readonly refunded: Cents; readonly disputed: Cents },
  open: readonly { readonly amount: Cents }[],
): Cents => refundable(refundable(payment.amount, reversedAmount(payment)), sum(open.map(({ amount }) => amount)));

/** Returns the error for a refund of more than a payment's `refundableAmount`, in cents. */
export const refundErrorMessage = (refundableAmount: Cents): string =>
  refundableAmount === 0
    ? "Nothing is left to refund on this payment."
    : `Only ${formatUsd(refundableAmount)} of this payment can be refunded.`;

/** The error for settling a payment whose refunds were all made or are still open. */
export const NO_REFUSED_REFUND = "This payment has no refused refunds.";

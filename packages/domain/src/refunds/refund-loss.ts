import { type Credits, credits } from "../credits/credits.ts";
import type { RefundEffects } from "../funding/apply-refund.ts";
import { type FundingState, unrecovered } from "../funding/funding-state.ts";
import { type Cents, cents, formatUsd, sum } from "../kernel/money.ts";
import { reversedAmount } from "../disputes/dispute.ts";
import { refundable } from "../funding/parts.ts";

/** What a customer loses by a refund of a payment. */
export interface RefundLoss {
  /** Credits that leave the balance. */
  readonly credits: Credits;
  /** The purchases with credits that are revoked, by their references. */
  readonly purchases: readonly string[];
  readonly ends_plan: boolean;
  /** Refunded cents for which nothing is left to revoke. */
  readonly unrecovered: Cents;
}

const lost = ({ grants }: FundingState): Cents => sum(grants.map(unrecovered));

/** Returns what a refund takes from a customer. `before` is the state that its effects were computed from. */
export const refundLoss = (before: FundingState, effects: RefundEffects): RefundLoss => ({
  credits: credits(Math.max(0, -effects.credit_entries.reduce((all, { amount }) => all + amount, 0))),
  purchases: effects.items_taken,
  ends_plan: effects.has_ended,
  unrecovered: cents(Math.max(0, lost(effects.state) - lost(before))),
});

/**
 * Returns how much of a payment support can still refund, in cents: what is left after refunds and lost disputes, minus
 * the refunds that are under way (`open`).
 */
export const refundableNow = (
  payment: { readonly amount: Cents; readonly refunded: Cents; readonly disputed: Cents },
  open: readonly { readonly amount: Cents }[],
): Cents => refundable(refundable(payment.amount, reversedAmount(payment)), sum(open.map(({ amount }) => amount)));

/** Returns the error for a refund of more than is left of a payment. `left` is in cents. */
export const refundErrorMessage = (left: Cents): string =>
  left === 0
    ? "Nothing is left to refund on this payment."
    : `Only ${formatUsd(left)} of this payment can be refunded.`;

/** The error for settling a payment whose refunds were all made or are under way. */
export const NO_REFUSED_REFUND = "No refund of this payment was refused.";

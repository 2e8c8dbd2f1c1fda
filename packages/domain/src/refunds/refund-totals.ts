import { type Dispute, reversedAmount } from "../disputes/dispute.ts";
import { type Cents, max, min } from "../kernel/money.ts";
import { refundable } from "../orders/order-policy.ts";
import { type FundingEntry, netPaid, refundedBefore } from "./funding.ts";
import { grossRefund, netRefunded } from "./parts.ts";
import type { RefundCause } from "./refund-cause.schema.ts";

export type { RefundCause } from "./refund-cause.schema.ts";

/** What a payment is, as its refunds look at it. Amounts in cents. */
export interface RefundablePayment {
  readonly id: string;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}

/**
 * What is known of a payment's refunds once a total was received; one that is lower than the known one is an old one.
 */
export const refundedTotal = (payment: RefundablePayment, reported: Cents): Cents =>
  max(payment.refunded, min(payment.amount, reported));

/**
 * All that was reversed of a payment, by refunds and lost disputes, in cents net of tax, and whether the ledger knows
 * less of it. Money that handed nothing over stands behind nothing, and nothing is revoked for it. (ORD-06)
 */
export const netReversed = (
  entries: readonly FundingEntry[],
  payment: RefundablePayment,
): { readonly upTo: Cents; readonly isNew: boolean } => {
  const upTo = netRefunded(reversedAmount(payment), payment.amount, netPaid(entries, payment.id));
  return { upTo, isNew: upTo > refundedBefore(entries, payment.id) };
};

/**
 * What is refunded of a payment for time that is left unused, in cents with tax: `net` cents of it, at most what is
 * left of the payment. (ORD-06)
 */
export const unusedTimeAmount = (net: Cents, payment: RefundablePayment, entries: readonly FundingEntry[]): Cents =>
  min(
    grossRefund(net, payment.amount, netPaid(entries, payment.id)),
    refundable(payment.amount, reversedAmount(payment)),
  );

/**
 * A refund that the store has to make, in cents with tax: of time that is left unused, or of money that bought nothing.
 */
export interface DueRefund {
  readonly cause: RefundCause;
  readonly amount: Cents;
}

/**
 * How much of a due refund may be made now: what is still missing to all that the payment owes, at most the refund's
 * own amount. So it leaves out what support refunded meanwhile and what a dispute lost. It waits while its payment is
 * disputed, since the money may go back to the payer by itself: null while it waits. (ORD-06)
 */
export const dueRefundAmount = (
  { cause, amount }: DueRefund,
  payment: RefundablePayment,
  disputes: readonly Pick<Dispute, "status">[],
  entries: readonly FundingEntry[],
): Cents | null => {
  if (disputes.some(({ status }) => status === "open")) return null;
  const owed =
    cause === "unused-time"
      ? grossRefund(refundedBefore(entries, payment.id), payment.amount, netPaid(entries, payment.id))
      : payment.amount;
  return min(refundable(owed, reversedAmount(payment)), amount);
};

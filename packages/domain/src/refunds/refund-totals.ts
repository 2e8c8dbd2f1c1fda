import { type Dispute, takenBack } from "../disputes/dispute.ts";
import { type Cents, max, min } from "../kernel/money.ts";
import { refundable } from "../orders/order-policy.ts";
import { type FundingEntry, netPaid, refundedBefore } from "./funding.ts";
import { netRefunded } from "./parts.ts";

/** What a payment is, as its refunds look at it. Amounts in cents. */
export interface RefundablePayment {
  readonly id: string;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}

/** What is known of a payment's refunds once a total was heard of; one that is lower than the known one is an old one. */
export const refundedTotal = (payment: RefundablePayment, heard: Cents): Cents =>
  max(payment.refunded, min(payment.amount, heard));

/**
 * All that is taken back of a payment, by refunds and lost disputes, in cents net of tax, and whether the ledger knows
 * less of it. Money that handed nothing over stands behind nothing, and nothing is taken back for it. (ORD-06)
 */
export const netTakenBack = (
  entries: readonly FundingEntry[],
  payment: RefundablePayment,
): { readonly upTo: Cents; readonly isNew: boolean } => {
  const upTo = netRefunded(takenBack(payment), payment.amount, netPaid(entries, payment.id));
  return { upTo, isNew: upTo > refundedBefore(entries, payment.id) };
};

/**
 * How much of a due refund may be made now. It waits while its payment is disputed, since the money may go back to the
 * payer by itself; afterwards it leaves out what was lost. Null while it waits. (ORD-06)
 */
export const dueRefundAmount = (
  amount: Cents,
  payment: RefundablePayment,
  disputes: readonly Pick<Dispute, "status">[],
): Cents | null => {
  if (disputes.some(({ status }) => status === "open")) return null;
  return payment.disputed === 0 ? amount : min(refundable(payment.amount, takenBack(payment)), amount);
};

import type { Dispute } from "../disputes/dispute.ts";
import { reversedAmount } from "../receipts/reversed-amount.ts";
import { type Cents, type Ratio, ZERO, cents, floorOf, max, min } from "../kernel/money.ts";
import { ACCOUNT, type FundingEntry, accountCreditChange, netPaid, refundedBefore } from "../funding/funding.ts";
import { type FundingAllocation, centsOf, grossRefund, netRefunded, refundable } from "../funding/parts.ts";
import { withTax } from "../pricing/tax.ts";
import type { RefundCause } from "../orders/refund-cause.schema.ts";

export type { RefundCause } from "../orders/refund-cause.schema.ts";

/** The fields of a payment that its refunds depend on. Amounts in cents. */
export interface RefundablePayment {
  readonly id: string;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}

/**
 * Returns a payment's refunded total after the provider reports one, in cents. Ignores a total below the known one,
 * which is outdated, and any amount beyond the payment.
 */
export const refundedTotal = (payment: RefundablePayment, reported: Cents): Cents =>
  max(payment.refunded, min(payment.amount, reported));

/**
 * Returns the total reversed by refunds and lost disputes, in cents net of tax, and whether the ledger is missing some
 * of it. A payment that delivered nothing funds nothing, so its total is 0.
 */
export const netReversed = (
  entries: readonly FundingEntry[],
  payment: RefundablePayment,
): { readonly upTo: Cents; readonly isNew: boolean } => {
  const upTo = netRefunded(reversedAmount(payment), payment.amount, netPaid(entries, payment.id));
  return { upTo, isNew: upTo > refundedBefore(entries, payment.id) };
};

/**
 * Returns the refund for unused time, in cents with tax: `net` cents plus tax, or the rest of the payment if that is
 * less.
 */
export const unusedTimeAmount = (net: Cents, payment: RefundablePayment, entries: readonly FundingEntry[]): Cents =>
  min(
    grossRefund(net, payment.amount, netPaid(entries, payment.id)),
    refundable(payment.amount, reversedAmount(payment)),
  );

/** Records that a change of the account credit depends on. `ledger` has all entries of the customer's payments. */
export interface AccountCreditRecords {
  /** The payments that funded the account credit before the refund. */
  readonly before: readonly FundingAllocation[];
  readonly payments: readonly Pick<RefundablePayment, "id" | "amount">[];
  readonly ledger: readonly FundingEntry[];
  /** The tax rate of the plan that was active before the refund. */
  readonly rate: Ratio;
}

/**
 * Returns the amount by which a refund's entries change the account credit at the provider, in cents with tax. The
 * provider's balance pays both price and tax, so each payment's part includes its tax, rounded down. A gift has no tax.
 * Unused time is worth no more than its price and the plan's tax. (ORD-06)
 */
export const accountCreditWithTax = (
  entries: readonly FundingEntry[],
  { before, payments, ledger, rate }: AccountCreditRecords,
): number => {
  const accountEntries = entries.filter(({ holder }) => holder === ACCOUNT);
  const worth = (payment: string | null, net: number): number => {
    const refundablePayment = payments.find(({ id }) => id === payment);
    const whole = refundablePayment === undefined ? ZERO : netPaid(ledger, refundablePayment.id);
    return refundablePayment === undefined || whole === 0
      ? net
      : floorOf(Math.max(0, net), refundablePayment.amount, whole);
  };
  const changes = [...new Set(accountEntries.map(({ payment }) => payment))].map((payment) => {
    const had = centsOf(before, payment);
    const by = accountCreditChange(accountEntries.filter((entry) => entry.payment === payment));
    return worth(payment, had + by) - worth(payment, had);
  });
  const change = changes.reduce((total, by) => total + by, 0);
  const net = accountCreditChange(accountEntries);
  return net > 0 ? Math.min(change, withTax(cents(net), rate)) : change;
};

/** A refund that the store owes, in cents with tax. */
export interface DueRefund {
  readonly cause: RefundCause;
  readonly amount: Cents;
}

/**
 * Returns how much of a due refund to make now, in cents: the amount still owed on the payment, but at most the
 * refund's own amount. Refunds by support and lost disputes reduce it. Null while the payment is disputed, because the
 * dispute itself may return the money. (ORD-06)
 */
export const dueRefundAmount = (
  { cause, amount }: DueRefund,
  payment: RefundablePayment,
  disputes: readonly Pick<Dispute, "status">[],
  entries: readonly FundingEntry[],
): Cents | null => {
  if (disputes.some(({ status }) => status === "open")) return null;
  const owed =
    cause === "unused-time" || cause === "account-credit" || cause === "overbilled"
      ? grossRefund(refundedBefore(entries, payment.id), payment.amount, netPaid(entries, payment.id))
      : payment.amount;
  return min(refundable(owed, reversedAmount(payment)), amount);
};

import { ACCOUNT, type FundingEntry, allocationsOf, netPaid } from "../funding/funding.ts";
import { grossRefund } from "../funding/parts.ts";
import type { Instant } from "../kernel/calendar.ts";
import { type Cents, ceilOf, cents, formatUsd, min, sum } from "../kernel/money.ts";
import { type RefundablePayment, unusedTimeAmount } from "./refund-totals.ts";

/** The part of a payout that is refunded on one payment, in cents with tax (`gross`) and without (`net`). */
export interface CreditPayout {
  readonly payment: string;
  readonly gross: Cents;
  readonly net: Cents;
}

/**
 * Splits `amount` cents of account credit among the payments that it came from, oldest first. The result adds up to
 * less if those payments can't be refunded that much. Gifts didn't come from a payment, so they can't be paid out.
 */
export const creditPayouts = (
  entries: readonly FundingEntry[],
  payments: readonly RefundablePayment[],
  amount: Cents,
): readonly CreditPayout[] => {
  let remainder: Cents = amount;
  return allocationsOf(entries, ACCOUNT).flatMap(({ payment: id, cents: behind }) => {
    const payment = payments.find((each) => each.id === id);
    if (payment === undefined) return [];
    const net = netPaid(entries, payment.id);
    const gross = min(remainder, unusedTimeAmount(behind, payment, entries));
    if (gross === 0) return [];
    remainder = cents(remainder - gross);
    const isAll = gross === grossRefund(behind, payment.amount, net);
    return [
      { payment: payment.id, gross, net: isAll ? behind : min(behind, cents(ceilOf(gross, net, payment.amount))) },
    ];
  });
};

/** Returns the total of the payouts, in cents with tax. */
export const payoutTotal = (payouts: readonly CreditPayout[]): Cents => sum(payouts.map(({ gross }) => gross));

/** Returns the ledger entries of a payout, which deduct it from the account credit as a refund. */
export const payoutEntries = (
  payouts: readonly CreditPayout[],
  reference: string,
  at: Instant,
): readonly FundingEntry[] =>
  payouts.map(({ payment, net }) => ({ holder: ACCOUNT, payment, cents: -net, reason: "refund", reference, at }));

/** Returns the error for a payout of more account credit than can be paid out, in cents. */
export const payoutErrorMessage = (payable: Cents): string =>
  payable === 0
    ? "This account has no account credit to pay out."
    : `Only ${formatUsd(payable)} in account credit can be paid out.`;

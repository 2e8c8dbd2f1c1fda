import type { Instant } from "../kernel/calendar.ts";
import { type PaidMoney, netOfTax, paidOfInvoice } from "../funding/line-share.ts";
import { type Cents, type Ratio, ZERO, cents, max, min } from "../kernel/money.ts";
import { withTax } from "../pricing/tax.ts";
import { renewalDate } from "../plans/plan.ts";
import { type RecurringDiscount, afterCycle } from "./recurring-discount.ts";
import {
  type PeriodPayment,
  type Subscription,
  isForScheduled,
  renewalPrice,
  upcomingAmount,
  upcomingTerms,
} from "./subscription.ts";

/** A paid period compared with what we told the customer. Amounts in cents without tax. */
export interface PromisedPeriod {
  /** The payment to record, for the plan and price that we told the customer. */
  readonly payment: PeriodPayment;
  /** The amount billed beyond that price, which we return. */
  readonly over: Cents;
  /** The price of the period's plan, or `payment.paid` if the provider didn't bill less. */
  readonly price: Cents;
}

/**
 * Compares a renewal that a provider billed with what we told the customer. Any excess is returned. An excess can occur
 * if an interrupted upgrade left another price at the provider, and the store was down when the period began. The
 * customer then gets the plan we told them about. A plan with another interval can't be corrected this way, so the
 * current plan continues as billed. (CHG-07, CHK-07)
 */
export const promisedPeriod = (subscription: Subscription, payment: PeriodPayment): PromisedPeriod => {
  const promisedPrice = upcomingAmount(subscription);
  const to = upcomingTerms(subscription);
  const { interval } = subscription.terms;
  const { period } = payment;
  // Don't charge a shorter period's price for the longer period that the provider billed.
  const isSame =
    to.interval === interval && (period === undefined || period.end <= renewalDate(period.start, interval));
  const isTold = subscription.at_period_end._tag !== "cancels" && isSame;
  const over = isTold ? max(ZERO, cents(payment.paid - promisedPrice)) : ZERO;
  if (over > 0)
    return { payment: { ...payment, paid: promisedPrice, variant_id: to.variant_id }, over, price: promisedPrice };
  const price = isForScheduled(payment, subscription) ? promisedPrice : renewalPrice(subscription);
  return { payment, over, price: max(price, payment.paid) };
};

/** The payment of a renewal, split at the promised price. In cents. */
export interface PromisedMoney {
  /** The amount that funds the period, without tax. */
  readonly kept: PaidMoney;
  /** The money beyond the promised price, without tax. It funds nothing. */
  readonly over: Cents;
  /** The amount to return, with tax: money first, and the rest as account credit. */
  readonly refund: { readonly amount: Cents; readonly account_credit: Cents };
}

/** Splits the payment of a renewal at the promised price. (ORD-04, ORD-06) */
export const promisedMoney = (
  invoice: { readonly total: Cents; readonly tax: Cents; readonly amount_paid: Cents },
  { payment, over }: PromisedPeriod,
  tax: Ratio,
): PromisedMoney => {
  const grossPayment = paidOfInvoice(invoice);
  const paid = netOfTax(grossPayment, invoice.tax, cents(payment.paid + over));
  const credit = min(paid.credit, payment.paid);
  const kept = { amount: min(paid.amount, cents(payment.paid - credit)), credit };
  const back = over === 0 ? ZERO : max(ZERO, cents(invoice.total - withTax(payment.paid, tax)));
  const amount = min(back, grossPayment.amount);
  return {
    kept,
    over: cents(paid.amount - kept.amount),
    refund: { amount, account_credit: cents(back - amount) },
  };
};

/**
 * Returns the discount on the periods that the provider has yet to bill. If the paid period is over, the provider has
 * billed the next one, even if the store hasn't recorded it. (DSC-03)
 */
export const discountToBill = ({ discount, period }: Subscription, at: Instant): RecurringDiscount | null =>
  at < period.end ? discount : afterCycle(discount);

/**
 * Returns the discount that lowered a billed period, and the price without it in cents. Null if there was no discount.
 * (DSC-03)
 */
export const discountOfPeriod = (
  subscription: Subscription,
  payment: PeriodPayment,
): { readonly price: Cents; readonly label: string } | null => {
  const { discount, terms } = subscription;
  const isLowered = payment.paid < terms.price && payment.paid === renewalPrice(subscription);
  if (discount === null || !isLowered || isForScheduled(payment, subscription)) return null;
  return { price: terms.price, label: discount.code ?? `${discount.percent_off}% off` };
};

import { creditsText } from "../credits/credits.ts";
import { type Instant, longDate } from "../kernel/calendar.ts";
import type { PriceFrom } from "../plans/plan.ts";
import { type Cents, ZERO, cents, formatUsd, min } from "../kernel/money.ts";
import type { Provider } from "../kernel/provider.ts";
import { payerOf } from "../pricing/payer.ts";
import { payerWords } from "../orders/payer-messages.ts";
import type { RecurringDiscount } from "../subscriptions/recurring-discount.ts";

/** The fields of a subscription that decide whether its page asks for a payment and allows changes. */
export interface ShownStatus {
  readonly status: "active" | "past_due" | "ended";
  readonly cancel_at_period_end: boolean;
}

/** Returns whether to ask for payment. True if a renewal failed and the plan has not been canceled since. */
export const isPaymentAsked = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status === "past_due" && !cancel_at_period_end;

/**
 * Returns the provider that collects a plan's overdue renewal, from another card or automatically. Null if nothing is
 * overdue, or for team members, whose team owner pays.
 */
export const overduePayer = (
  subscription: (ShownStatus & { readonly billed_by: Provider }) | null,
  { isMember }: { readonly isMember: boolean },
): Provider | null =>
  subscription === null || isMember || !isPaymentAsked(subscription) ? null : subscription.billed_by;

/**
 * Returns the overdue amount to pay by card, in cents, or null if nothing is overdue or it isn't paid by card. `payer`
 * is from `overduePayer`.
 */
export const overdueAmount = (
  subscription: { readonly next_payment_amount: Cents | null } | null,
  payer: Provider | null,
): Cents | null =>
  payer !== null && payerOf(payer).asks === "card" ? (subscription?.next_payment_amount ?? null) : null;

/**
 * Returns whether the plan can still be resumed or changed. It can't if it was canceled while its renewal was overdue.
 * Other conditions, such as an overdue payment, are reported when the change is made.
 */
export const mayStillChange = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status !== "past_due" || !cancel_at_period_end;

/**
 * Returns when the plan ends or renews: at the period end, or at the end of the grace period after a failed renewal.
 */
export const planEnd = (shown: {
  readonly current_period_end: Instant;
  readonly grace_ends: Instant | null;
}): Instant => shown.grace_ends ?? shown.current_period_end;

/**
 * Returns a text about the change that is scheduled for the period end: a cancellation, or another plan, which starts
 * with the overdue payment if there is one. Null if nothing is scheduled.
 */
export const scheduledChangeText = (
  shown: ShownStatus & {
    readonly current_period_end: Instant;
    readonly grace_ends: Instant | null;
    readonly scheduled_plan_variant: {
      readonly plan: { readonly name: string };
      readonly recurring_credits: number;
    } | null;
  },
): string | null => {
  const on = longDate(planEnd(shown));
  if (shown.cancel_at_period_end) return `Your plan is canceled and ends on ${on}. You have full access until then.`;
  const { scheduled_plan_variant: scheduled } = shown;
  if (scheduled === null) return null;
  const { plan, recurring_credits } = scheduled;
  const next = recurring_credits > 0 ? `${plan.name} with ${creditsText(recurring_credits)}` : plan.name;
  return isPaymentAsked(shown)
    ? `You'll switch to ${next} once you pay what's due. Nothing changes until then.`
    : `You'll switch to ${next} on ${on}. Nothing changes until then.`;
};

/** Returns the text about an overdue payment: how long the plan still works, and how to pay. */
export const overdueText = (graceEnds: Instant, payer: Provider): string =>
  `You have until ${longDate(graceEnds)} to pay. ${payerWords(payer).overdue}`;

/**
 * Returns whether a plan has no failed renewal, scheduled change, or cancellation, which makes changing it the page's
 * primary action.
 */
export const isUndisturbed = (shown: {
  readonly grace_ends: Instant | null;
  readonly scheduled_plan_variant: object | null;
  readonly cancel_at_period_end: boolean;
}): boolean => shown.grace_ends === null && shown.scheduled_plan_variant === null && !shown.cancel_at_period_end;

/**
 * The fields of a subscription that describe its next payment or its end. Amounts in cents. `next_payment_amount` is
 * null if no payment follows, and `discount` if none applies to it.
 */
export interface ShownPayments {
  readonly next_payment_amount: Cents | null;
  /** Null if no payment follows, or for a credit-based legacy plan. */
  readonly next_payment_date: Instant | null;
  readonly current_period_end: Instant;
  readonly grace_ends: Instant | null;
  readonly discount: RecurringDiscount | null;
  /**
   * The price of renewals with tax once the discount has ended, and the first such renewal; null if nothing changes.
   */
  readonly price_after_discount: PriceFrom | null;
}

/**
 * Returns how much of the next payment account credit covers, in cents; negative if the payment collects an earlier
 * amount that was too small to charge (`carried_over`). Some providers do neither.
 */
export const creditForNextPayment = (
  { billed_by, next_payment_amount }: Pick<ShownPayments, "next_payment_amount"> & { readonly billed_by: Provider },
  { account_credit, carried_over }: { readonly account_credit: Cents; readonly carried_over: Cents },
): Cents =>
  next_payment_amount !== null && payerOf(billed_by).takes.accountCredit
    ? min(next_payment_amount, cents(account_credit - carried_over))
    : ZERO;

/**
 * Returns a text about the next payment, with its date, the account credit that lowers it, and its discount, or about
 * the plan's end if no payment follows. `credit` is in cents; negative if the payment collects the rest of an earlier
 * one.
 */
export const nextPaymentText = (plan: ShownPayments, credit: Cents = ZERO): string => {
  const { next_payment_amount, next_payment_date, discount, price_after_discount: later } = plan;
  if (next_payment_amount === null) return `None. Your plan ends on ${longDate(planEnd(plan))}.`;
  const amount = formatUsd(cents(next_payment_amount - credit));
  const dated = next_payment_date === null ? amount : `${amount} on ${longDate(next_payment_date)}`;
  const lowered =
    credit > 0
      ? `${formatUsd(next_payment_amount)} less ${formatUsd(credit)} in account credit`
      : `${formatUsd(next_payment_amount)} plus ${formatUsd(cents(-credit))} from an earlier payment`;
  const next = credit === 0 ? dated : `${dated} (${lowered})`;
  if (discount === null || discount.cycles_left === 0) return next;
  const payments = discount.cycles_left === 1 ? "this payment" : `the next ${discount.cycles_left} payments`;
  const then = later === null ? "" : `, then ${formatUsd(later.price)} from ${longDate(later.at)}`;
  return `${next}. ${discount.percent_off}% off ${payments}${then}`;
};

/** Returns "Overdue" after a failed renewal, or else the text about the next payment. */
export const paymentText = (plan: ShownPayments & ShownStatus, credit: Cents = ZERO): string =>
  isPaymentAsked(plan) ? "Overdue" : nextPaymentText(plan, credit);

/** Returns a plan's end or renewal as a list entry: a label with the date and price. */
export const renewalItem = (
  plan: Pick<ShownPayments, "next_payment_amount" | "next_payment_date" | "current_period_end" | "grace_ends">,
): { readonly name: "Ends" | "Renews"; readonly value: string } => {
  const { next_payment_amount, next_payment_date } = plan;
  if (next_payment_amount === null) return { name: "Ends", value: longDate(planEnd(plan)) };
  const amount = formatUsd(next_payment_amount);
  return { name: "Renews", value: next_payment_date === null ? amount : `${longDate(next_payment_date)}, ${amount}` };
};

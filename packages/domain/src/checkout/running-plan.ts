import { creditsText } from "../credits/credits.ts";
import type { PaymentMethod } from "../orders/payment-method.ts";
import { type Instant, longDate } from "../kernel/calendar.ts";
import { type Cents, formatUsd } from "../kernel/money.ts";
import type { Provider } from "../orders/order.ts";
import { providerTraits } from "../orders/provider-traits.ts";
import { SUBSCRIPTION_MESSAGES } from "../subscriptions/subscription-messages.ts";
import type { RecurringDiscount } from "../subscriptions/recurring-discount.ts";

/** How a subscription stands, as far as its page asks for something. */
export interface ShownStatus {
  readonly status: "active" | "past_due" | "ended";
  readonly cancel_at_period_end: boolean;
}

/** Whether its owner is asked to pay: a renewal was refused, and the plan was not canceled since. (CHK-07, CHG-08) */
export const isPaymentAsked = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status === "past_due" && !cancel_at_period_end;

/**
 * How an overdue payment of somebody's plan is paid: by another card, or at PayPal. Null where nothing is overdue, and
 * for who works in a team, whose plan is another's to pay. (CHK-07, ACC-08)
 */
export const overdueMethod = (
  subscription: (ShownStatus & { readonly billed_by: Provider }) | null,
  { isMember }: { readonly isMember: boolean },
): PaymentMethod | null =>
  subscription === null || isMember || !isPaymentAsked(subscription)
    ? null
    : providerTraits(subscription.billed_by).method;

/** What is to be paid by card of an overdue plan, in cents; null where nothing is. (CHK-07) */
export const overdueAmount = (
  subscription: { readonly next_payment_amount: Cents | null } | null,
  method: PaymentMethod | null,
): Cents | null => (method === "card" ? (subscription?.next_payment_amount ?? null) : null);

/**
 * Whether its page offers to resume or change it: not where it was canceled while its renewal was overdue. What a
 * change asks for first, such as a payment that is overdue, is said where it is made. (CHG-08)
 */
export const mayStillChange = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status !== "past_due" || !cancel_at_period_end;

/** When a plan ends or is paid next: with its period, or with the grace of a refused renewal. (CHG-08) */
export const planEnd = (shown: {
  readonly current_period_end: Instant;
  readonly grace_ends: Instant | null;
}): Instant => shown.grace_ends ?? shown.current_period_end;

/**
 * What waits for the end of the period, in words: the end of a canceled plan, or another plan. That one comes with the
 * payment that is overdue, where one is. Null where nothing waits. (CHG-02, CHG-08, CHK-07)
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
  if (shown.cancel_at_period_end) return `Your plan is canceled and ends on ${on}. Until then everything works.`;
  const { scheduled_plan_variant: scheduled } = shown;
  if (scheduled === null) return null;
  const { plan, recurring_credits } = scheduled;
  const next = recurring_credits > 0 ? `${plan.name} with ${creditsText(recurring_credits)}` : plan.name;
  return isPaymentAsked(shown)
    ? `With the payment that is overdue your plan becomes ${next}. Until then nothing changes.`
    : `From ${on} on your plan is ${next}. Until then nothing changes.`;
};

/** What a plan's owner is told before it is canceled. (CHG-08) */
export const cancellationText = (shown: Parameters<typeof planEnd>[0]): string =>
  `It lasts until ${longDate(planEnd(shown))}; the plan's credits end with it. Credits that you bought, and items ` +
  "that you own, stay yours.";

/** What is said of an overdue payment, by the way to pay it. (CHK-07) */
export const overdueText = (graceEnds: Instant, method: PaymentMethod): string =>
  `Everything works until ${longDate(graceEnds)}. ` +
  (method === "paypal"
    ? SUBSCRIPTION_MESSAGES.paypal_overdue
    : "Pay with a card that works and your plan goes on as before.");

/** Whether nothing of a plan is pending, so that another plan is the first thing to offer on its page. (CHG-04) */
export const isUndisturbed = (shown: {
  readonly grace_ends: Instant | null;
  readonly scheduled_plan_variant: object | null;
  readonly cancel_at_period_end: boolean;
}): boolean => shown.grace_ends === null && shown.scheduled_plan_variant === null && !shown.cancel_at_period_end;

/** What a page says of the payments to come. Amounts in cents. */
export interface ShownPayments {
  readonly next_payment_amount: Cents | null;
  /** Null where nothing more is paid, and for a legacy plan that counts in credits. (PLN-10) */
  readonly next_payment_date: Instant | null;
  readonly current_period_end: Instant;
  readonly grace_ends: Instant | null;
  readonly discount: RecurringDiscount | null;
}

/** The next payment, its day and what lowers it; or when the plan ends, where none comes. (DSC-03, CHG-08) */
export const nextPaymentText = (plan: ShownPayments): string => {
  const { next_payment_amount, next_payment_date, discount } = plan;
  if (next_payment_amount === null) return `Ends on ${longDate(planEnd(plan))}. Nothing more is charged.`;
  const amount = formatUsd(next_payment_amount);
  const next = next_payment_date === null ? amount : `${amount} on ${longDate(next_payment_date)}`;
  if (discount === null || discount.cycles_left === 0) return next;
  const payments = discount.cycles_left === 1 ? "this payment" : `the next ${discount.cycles_left} payments`;
  return `${next}. ${discount.percent_off}% off ${payments}`;
};

/** The same for who may have one to pay: an overdue payment has no day any more. (CHK-07) */
export const paymentText = (plan: ShownPayments & ShownStatus): string =>
  isPaymentAsked(plan) ? "Overdue" : nextPaymentText(plan);

/** A plan's end or renewal as one item of a list: its name, and its day and price. (CHK-08) */
export const renewalItem = (
  plan: Pick<ShownPayments, "next_payment_amount" | "next_payment_date" | "current_period_end" | "grace_ends">,
): { readonly name: "Ends" | "Renews"; readonly value: string } => {
  const { next_payment_amount, next_payment_date } = plan;
  if (next_payment_amount === null) return { name: "Ends", value: longDate(planEnd(plan)) };
  const amount = formatUsd(next_payment_amount);
  return { name: "Renews", value: next_payment_date === null ? amount : `${longDate(next_payment_date)}, ${amount}` };
};

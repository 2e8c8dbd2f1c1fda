import { type Instant, type Period, epochMs, instant, periodContaining } from "../kernel/calendar.ts";
import { type CreditEntry, type Grant, grant } from "../credits/ledger.ts";
import type { Cents } from "../kernel/money.ts";
import { loweredPrice } from "../pricing/discount.ts";
import type { PlanSelection } from "./change-kind.ts";
import { type RecurringDiscount, afterCycle } from "./recurring-discount.ts";
import type { LicenseId } from "../licensing/license.ts";
import { type PlanOffer, renewalDate } from "../plans/plan.ts";

/** The terms of a customer's plan. `price` is per period, in cents. */
export interface PlanTerms extends PlanSelection {
  readonly price: Cents;
}

/** Returns the terms of a plan under a license. `price` is per period, in cents. */
export const planTerms = (
  offer: Pick<PlanOffer, "id" | "interval" | "recurring_credits">,
  license_id: LicenseId,
  price: Cents,
): PlanTerms => ({
  variant_id: offer.id,
  license_id,
  interval: offer.interval,
  recurring_credits: offer.recurring_credits,
  price,
});

/** The event that is scheduled for the end of the paid period. */
export type AtPeriodEnd =
  | { readonly _tag: "renews" }
  | { readonly _tag: "cancels" }
  | { readonly _tag: "changes"; readonly to: PlanTerms };

/** The reason why a subscription ended. */
export type EndReason = "cancelled" | "unpaid" | "refunded";

/**
 * The status of a subscription. "past-due" is the grace period after a failed renewal, during which everything still
 * works.
 */
export type SubscriptionStatus =
  | { readonly _tag: "active" }
  | { readonly _tag: "past-due"; readonly since: Instant }
  | { readonly _tag: "ended"; readonly at: Instant; readonly reason: EndReason };

/** A subscription and its paid period. `payment` is the payment for that period, and the source of its credit lot. */
export interface Subscription {
  readonly id: string;
  readonly terms: PlanTerms;
  readonly legacy: boolean;
  /** The date from which its periods are counted. */
  readonly anchor: Instant;
  readonly period: Period;
  /** The cost of this period after discounts, including account credit, in cents. */
  readonly paid: Cents;
  readonly payment: string;
  /** The discount on upcoming periods, or null if there is none. */
  readonly discount: RecurringDiscount | null;
  readonly at_period_end: AtPeriodEnd;
  readonly status: SubscriptionStatus;
}

/** The result of a transition: the new subscription, new lots, and entries on existing lots. */
export interface SubscriptionTransition {
  readonly subscription: Subscription;
  readonly grants: readonly Grant[];
  readonly entries: readonly CreditEntry[];
}

/**
 * A payment for a period. `reference` is the provider's payment id, and `paid` is the amount in cents after discounts.
 * `period` and `variant_id` are set only if the provider reports them, and then take precedence.
 */
export interface PeriodPayment {
  readonly reference: string;
  readonly paid: Cents;
  readonly period?: Period;
  readonly variant_id?: number | null;
}

/** Length of the grace period after a failed renewal, in days. */
const GRACE_DAYS = 7;

const RENEWS: AtPeriodEnd = { _tag: "renews" };
const ACTIVE: SubscriptionStatus = { _tag: "active" };

/** Returns a transition that leaves the subscription as it is, for an event that has no effect. */
export const unchanged = (subscription: Subscription): SubscriptionTransition => ({
  subscription,
  grants: [],
  entries: [],
});

const grantOf = (subscription: Subscription, at: Instant): readonly Grant[] =>
  subscription.terms.recurring_credits === 0
    ? []
    : [
        grant({
          id: `lot:${subscription.payment}`,
          kind: "plan",
          granted: subscription.terms.recurring_credits,
          granted_at: at,
          source: subscription.payment,
          subscription_id: subscription.id,
        }),
      ];

const paidFor = (subscription: Subscription): SubscriptionTransition => ({
  subscription,
  grants: grantOf(subscription, subscription.period.start),
  entries: [],
});

/**
 * Starts a subscription whose first period is paid, and grants its credits. `discount` applies to the periods after the
 * first.
 */
export const startSubscription = (input: {
  readonly id: string;
  readonly terms: PlanTerms;
  readonly at: Instant;
  readonly payment: PeriodPayment;
  readonly discount?: RecurringDiscount | null;
}): SubscriptionTransition =>
  paidFor({
    id: input.id,
    terms: input.terms,
    legacy: false,
    anchor: input.payment.period?.start ?? input.at,
    period: input.payment.period ?? { start: input.at, end: renewalDate(input.at, input.terms.interval) },
    paid: input.payment.paid,
    payment: input.payment.reference,
    discount: input.discount ?? null,
    at_period_end: RENEWS,
    status: ACTIVE,
  });

/**
 * Returns whether a subscription has ended. A canceled or overdue subscription has not ended until its period or grace
 * period is over.
 */
export const hasEnded = (subscription: Subscription): boolean => subscription.status._tag === "ended";

/** Returns the terms of the next period: the scheduled plan's, or else the current plan's. */
export const upcomingTerms = (subscription: Subscription): PlanTerms =>
  subscription.at_period_end._tag === "changes" ? subscription.at_period_end.to : subscription.terms;

/** Returns the price of the next period after discounts, in cents. */
export const upcomingAmount = (subscription: Subscription): Cents => {
  const { at_period_end } = subscription;
  return at_period_end._tag === "changes" ? at_period_end.to.price : renewalPrice(subscription);
};

/** Returns the next payment, in cents, or null if the plan is canceled or has ended. */
export const nextPaymentAmount = (subscription: Subscription): Cents | null =>
  subscription.at_period_end._tag === "cancels" || hasEnded(subscription) ? null : upcomingAmount(subscription);

/**
 * Returns the date of the next payment; or null if the plan is canceled, has ended, or is a credit-based legacy plan.
 */
export const nextPaymentDate = (
  subscription: Subscription,
  { isCreditBasedLegacy }: { readonly isCreditBasedLegacy: boolean },
): Instant | null => (isCreditBasedLegacy || nextPaymentAmount(subscription) === null ? null : subscription.period.end);

/** Returns the current plan's renewal price after discounts, in cents. */
export const renewalPrice = ({ terms: { price }, discount }: Subscription): Cents =>
  discount === null ? price : loweredPrice(price, discount);

/**
 * Returns whether a payment is for the scheduled plan (`chosen`) and not for the current one. If the provider doesn't
 * report the plan variant, or if both are the same variant under different licenses, the amount decides.
 */
const isFor = (payment: PeriodPayment, chosen: PlanTerms, running: Subscription): boolean =>
  payment.variant_id === undefined || payment.variant_id === null || chosen.variant_id === running.terms.variant_id
    ? payment.paid === chosen.price || payment.paid !== renewalPrice(running)
    : payment.variant_id === chosen.variant_id;

/** Returns whether a payment is for a scheduled plan. */
export const isForScheduled = (payment: PeriodPayment, subscription: Subscription): boolean =>
  subscription.at_period_end._tag === "changes" && isFor(payment, subscription.at_period_end.to, subscription);

/**
 * Returns whether a payment for a period still applies. True if the subscription hasn't ended and the period isn't in
 * the past.
 */
export const takesPeriod = (subscription: Subscription, period: Period | undefined): boolean =>
  !hasEnded(subscription) && (period === undefined || period.start >= subscription.period.start);

/**
 * Starts the next paid period: applies a scheduled downgrade, grants the credits, and clears a failed payment. If the
 * provider charged for the current plan, the downgrade stays scheduled. Does nothing for a repeated payment, a past
 * period, or an ended subscription. (CHG-02, CHK-07)
 */
export const renew = (subscription: Subscription, payment: PeriodPayment): SubscriptionTransition => {
  const isKnown = payment.reference === subscription.payment;
  if (isKnown || !takesPeriod(subscription, payment.period)) return unchanged(subscription);
  const { at_period_end } = subscription;
  const changes = at_period_end._tag === "changes" && isFor(payment, at_period_end.to, subscription);
  const terms = changes ? at_period_end.to : subscription.terms;
  const start = payment.period?.start ?? subscription.period.end;
  // A new interval has its first period's start as the anchor; the same interval keeps its day of the month.
  const anchor = terms.interval === subscription.terms.interval ? subscription.anchor : start;
  return paidFor({
    ...subscription,
    terms,
    legacy: subscription.legacy && !changes,
    anchor,
    period: payment.period ?? periodContaining(anchor, terms.interval, start),
    paid: payment.paid,
    payment: payment.reference,
    // A discount applies only to the plan it was bought with.
    discount: changes ? null : afterCycle(subscription.discount),
    at_period_end: changes ? RENEWS : at_period_end,
    status: ACTIVE,
  });
};

/** Starts the grace period after a failed renewal. Does nothing if it has already started. */
export const markPastDue = (subscription: Subscription, at: Instant): Subscription =>
  subscription.status._tag === "active" ? { ...subscription, status: { _tag: "past-due", since: at } } : subscription;

/**
 * Clears a failed renewal once the provider has no open invoice. A plan canceled during its grace period stays past due
 * until the grace period ends, because its invoice was voided, not paid. (CHG-08)
 */
export const clearPastDue = (subscription: Subscription): Subscription =>
  subscription.status._tag === "past-due" && !isCanceledInGrace(subscription)
    ? { ...subscription, status: ACTIVE }
    : subscription;

/**
 * Returns whether a plan was canceled while its renewal was overdue. It can't be resumed, because the renewal would
 * never be paid.
 */
export const isCanceledInGrace = (subscription: Subscription): boolean =>
  subscription.status._tag === "past-due" && subscription.at_period_end._tag === "cancels";

/** Returns when the grace period after a failed renewal ends, or null if there is none. */
export const graceEnds = (subscription: Subscription): Instant | null =>
  subscription.status._tag === "past-due"
    ? instant(epochMs(subscription.status.since) + GRACE_DAYS * 86_400_000)
    : null;

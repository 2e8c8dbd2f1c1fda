import { type Instant, type Period, epochMs, instant, periodContaining } from "../kernel/calendar.ts";
import { type CreditEntry, type Grant, grant } from "../credits/ledger.ts";
import type { Cents } from "../kernel/money.ts";
import { loweredPrice } from "../pricing/discount.ts";
import type { PlanSelection } from "./change-kind.ts";
import { type RecurringDiscount, afterCycle } from "./recurring-discount.ts";
import type { LicenseId } from "../licensing/license.ts";
import { type PlanOffer, renewalDate } from "../plans/plan.ts";

/** A plan as one customer has it; `price` is what a period costs, in cents. */
export interface PlanTerms extends PlanSelection {
  readonly price: Cents;
}

/** A plan as one customer has it, under a license and at a price in cents. */
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

/** What happens when the paid period ends. (CHG-02, CHG-08) */
export type AtPeriodEnd =
  | { readonly _tag: "renews" }
  | { readonly _tag: "cancels" }
  | { readonly _tag: "changes"; readonly to: PlanTerms };

/** Why a subscription ended. */
export type EndReason = "cancelled" | "unpaid" | "refunded";

/** How a subscription stands. "past-due" is the grace after a failed renewal, in which everything still works. */
export type SubscriptionStatus =
  | { readonly _tag: "active" }
  | { readonly _tag: "past-due"; readonly since: Instant }
  | { readonly _tag: "ended"; readonly at: Instant; readonly reason: EndReason };

/** A subscription and the period that is paid. `payment` names what paid for it, and so its credits' lot. */
export interface Subscription {
  readonly id: string;
  readonly terms: PlanTerms;
  readonly legacy: boolean;
  /** The moment that its periods are counted from. */
  readonly anchor: Instant;
  readonly period: Period;
  /** What this period cost after discounts, account credit included, in cents. */
  readonly paid: Cents;
  readonly payment: string;
  /** What lowers the periods to come; null where they cost the plan's price. */
  readonly discount: RecurringDiscount | null;
  readonly at_period_end: AtPeriodEnd;
  readonly status: SubscriptionStatus;
}

/** What a step of a subscription's life does: how it stands then, new lots, and entries on lots that were there. */
export interface SubscriptionTransition {
  readonly subscription: Subscription;
  readonly grants: readonly Grant[];
  readonly entries: readonly CreditEntry[];
}

/**
 * Money that came in for a period. `reference` is the provider's own name for the payment, `paid` cents after
 * discounts. Where the provider names the period, or the plan variant that it billed, its word counts.
 */
export interface PeriodPayment {
  readonly reference: string;
  readonly paid: Cents;
  readonly period?: Period;
  readonly variant_id?: number | null;
}

/** For how many days a failed renewal keeps its access while the provider tries again. (CHK-07) */
export const GRACE_DAYS = 7;

const RENEWS: AtPeriodEnd = { _tag: "renews" };
const ACTIVE: SubscriptionStatus = { _tag: "active" };

/** The transition that changes nothing. */
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
 * A new subscription, once its first period is paid: its credits are granted at once. `discount` lowers the periods to
 * come. (CHK-03, CRD-09, DSC-03)
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

/** Whether a subscription has ended for good. */
export const hasEnded = (subscription: Subscription): boolean => subscription.status._tag === "ended";

/** What the next period is sold as: the plan that was chosen for it, else the running one. (CHG-02) */
export const upcomingTerms = (subscription: Subscription): PlanTerms =>
  subscription.at_period_end._tag === "changes" ? subscription.at_period_end.to : subscription.terms;

/** What the next period costs, in cents: its plan's price, less what a discount still takes off. (DSC-03, PLN-03) */
export const upcomingAmount = (subscription: Subscription): Cents => {
  const { at_period_end } = subscription;
  return at_period_end._tag === "changes" ? at_period_end.to.price : renewalPrice(subscription);
};

/** What comes to be paid next, in cents; null for a plan that is canceled or over. (CHG-08, PLN-03) */
export const nextPaymentAmount = (subscription: Subscription): Cents | null =>
  subscription.at_period_end._tag === "cancels" || hasEnded(subscription) ? null : upcomingAmount(subscription);

/**
 * When it is paid; null for a plan that is canceled or over, and for a legacy plan that counts in credits. (CHG-08,
 * PLN-10)
 */
export const nextPaymentDate = (
  subscription: Subscription,
  { isCreditBasedLegacy }: { readonly isCreditBasedLegacy: boolean },
): Instant | null => (isCreditBasedLegacy || nextPaymentAmount(subscription) === null ? null : subscription.period.end);

/** What the running plan costs for its next period, in cents, less what a discount still takes off. (DSC-03) */
export const renewalPrice = ({ terms: { price }, discount }: Subscription): Cents =>
  discount === null ? price : loweredPrice(price, discount);

/**
 * Whether a payment is for the plan that was chosen rather than for the running one: by its name, else by its price.
 */
const isFor = (payment: PeriodPayment, chosen: PlanTerms, running: Subscription): boolean =>
  payment.variant_id === undefined || payment.variant_id === null
    ? payment.paid === chosen.price || payment.paid !== renewalPrice(running)
    : payment.variant_id === chosen.variant_id;

/** Whether money for a period still pays a plan: it has not ended, and the period has not passed. (CHK-07) */
export const takesPeriod = (subscription: Subscription, period: Period | undefined): boolean =>
  !hasEnded(subscription) && (period === undefined || period.start >= subscription.period.start);

/**
 * The next period is paid: the chosen downgrade takes effect, the credits are granted, a failed payment is forgiven.
 * A payment that the provider took for the running plan leaves a downgrade waiting. The same payment again, one for a
 * period that has passed, and one for what has ended, change nothing. (CHG-02, CHK-07)
 */
export const renew = (subscription: Subscription, payment: PeriodPayment): SubscriptionTransition => {
  const isKnown = payment.reference === subscription.payment;
  if (isKnown || !takesPeriod(subscription, payment.period)) return unchanged(subscription);
  const { at_period_end } = subscription;
  const changes = at_period_end._tag === "changes" && isFor(payment, at_period_end.to, subscription);
  const terms = changes ? at_period_end.to : subscription.terms;
  const start = payment.period?.start ?? subscription.period.end;
  // Another interval counts from where it begins; the same one keeps its day of the month.
  const anchor = terms.interval === subscription.terms.interval ? subscription.anchor : start;
  return paidFor({
    ...subscription,
    terms,
    legacy: subscription.legacy && !changes,
    anchor,
    period: payment.period ?? periodContaining(anchor, terms.interval, start),
    paid: payment.paid,
    payment: payment.reference,
    // A discount was for the plan that it was bought with.
    discount: changes ? null : afterCycle(subscription.discount),
    at_period_end: changes ? RENEWS : at_period_end,
    status: ACTIVE,
  });
};

/** A renewal was refused: the grace begins, once. (CHK-07) */
export const markPastDue = (subscription: Subscription, at: Instant): Subscription =>
  subscription.status._tag === "active" ? { ...subscription, status: { _tag: "past-due", since: at } } : subscription;

/**
 * The provider has nothing open any more: a refused renewal is forgiven. A plan that was canceled in its grace owes
 * nothing because its invoice was voided, and stays overdue until the grace is over. (CHK-07, CHG-08)
 */
export const clearPastDue = (subscription: Subscription): Subscription =>
  subscription.status._tag === "past-due" && !isCanceledInGrace(subscription)
    ? { ...subscription, status: ACTIVE }
    : subscription;

/** Whether a plan was canceled while its renewal was overdue. It can't be resumed: nothing would be paid. (CHG-08) */
export const isCanceledInGrace = (subscription: Subscription): boolean =>
  subscription.status._tag === "past-due" && subscription.at_period_end._tag === "cancels";

/**
 * Why another card can't pay an overdue renewal; null where it can: PayPal asks for its own payments, and a plan that
 * was canceled in its grace owes nothing. (CHK-07, CHG-08)
 */
export const overduePaymentError = (
  subscription: Subscription,
  provider: { readonly chargesSavedCards: boolean },
): "paypal_overdue" | "subscription_ended" | null => {
  if (!provider.chargesSavedCards) return "paypal_overdue";
  return isCanceledInGrace(subscription) ? "subscription_ended" : null;
};

/** When the grace of a failed renewal is over; null where nothing failed. (CHK-07) */
export const graceEnds = (subscription: Subscription): Instant | null =>
  subscription.status._tag === "past-due"
    ? instant(epochMs(subscription.status.since) + GRACE_DAYS * 86_400_000)
    : null;

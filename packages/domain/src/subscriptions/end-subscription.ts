import type { Instant } from "../kernel/calendar.ts";
import { type CreditLot, expireLegacyLots, expirePlanLots } from "../credits/ledger.ts";
import {
  type Subscription,
  type SubscriptionTransition,
  type EndReason,
  hasEnded,
  isCanceledInGrace,
  unchanged,
  graceEnds,
} from "./subscription.ts";

/**
 * Returns whether credits that an order reserved can return to a subscription. Credits expire when their plan ends,
 * unless a refund ended it.
 */
export const takesCreditsBack = ({ status }: Subscription): boolean =>
  status._tag !== "ended" || status.reason === "refunded";

/**
 * Ends a subscription and expires its plan credits, and a legacy plan's legacy credits. Does nothing if it has already
 * ended.
 */
export const endSubscription = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  at: Instant,
  reason: EndReason,
): SubscriptionTransition => {
  if (hasEnded(subscription)) return unchanged(subscription);
  return {
    subscription: { ...subscription, at_period_end: { _tag: "renews" }, status: { _tag: "ended", at, reason } },
    grants: [],
    entries: [
      ...expirePlanLots(lots, subscription.id, at),
      ...(subscription.legacy ? expireLegacyLots(lots, subscription.id, at) : []),
    ],
  };
};

/**
 * Returns why a plan ends: `unpaid` if a renewal was not paid and the customer had not canceled, or else `cancelled`.
 * `isUnpaid` is what the provider reports, which may be newer than our records.
 */
export const endReason = ({ status, at_period_end }: Subscription, isUnpaid: boolean): EndReason =>
  (isUnpaid || status._tag === "past-due") && at_period_end._tag !== "cancels" ? "unpaid" : "cancelled";

/**
 * Ends a subscription that is due to end: a canceled one at its period end, or an overdue one at the end of its grace
 * period, canceled or not. Leaves any other subscription unchanged.
 */
export const applyDueExpiry = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  at: Instant,
): SubscriptionTransition => {
  const ends =
    graceEnds(subscription) ?? (subscription.at_period_end._tag === "cancels" ? subscription.period.end : null);
  return ends !== null && at >= ends
    ? endSubscription(subscription, lots, ends, endReason(subscription, false))
    : unchanged(subscription);
};

/**
 * Returns why a scheduled change can't be undone, or null if it can. It can't if the plan was canceled while overdue,
 * has ended, or is about to be ended by the next job run.
 */
export const resumeError = (subscription: Subscription, at: Instant): "subscription_ended" | null =>
  isCanceledInGrace(subscription) || hasEnded(applyDueExpiry(subscription, [], at).subscription)
    ? "subscription_ended"
    : null;

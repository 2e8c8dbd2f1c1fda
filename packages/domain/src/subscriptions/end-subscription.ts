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
 * Whether credits that were held for a plan can come back to it: they end with their plan, and stay after a refund of
 * it. (CRD-09, CHG-07)
 */
export const takesCreditsBack = ({ status }: Subscription): boolean =>
  status._tag !== "ended" || status.reason === "refunded";

/**
 * Ends a subscription now: its plan credits go with it, and a legacy plan's legacy credits. Again it changes nothing.
 * (CRD-09, CHG-05)
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
 * Why a plan ends: a renewal that nobody paid, unless its owner had canceled it. `isUnpaid` is what its provider says,
 * where it says more than the plan itself. (CHG-08, CHK-07)
 */
export const endReason = ({ status, at_period_end }: Subscription, isUnpaid: boolean): EndReason =>
  (isUnpaid || status._tag === "past-due") && at_period_end._tag !== "cancels" ? "unpaid" : "cancelled";

/**
 * What time alone does: a canceled subscription ends with its period, one that is overdue with its grace, canceled or
 * not. Everything else waits for a payment. (CHG-08, CHK-07)
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
 * Why nothing that waits for the end of the period can be undone: the plan has ended, or is canceled and unpaid, and
 * only the job that ends it is still to come. Null where it can. (CHG-08)
 */
export const resumeError = (subscription: Subscription, at: Instant): "subscription_ended" | null =>
  isCanceledInGrace(subscription) || hasEnded(applyDueExpiry(subscription, [], at).subscription)
    ? "subscription_ended"
    : null;

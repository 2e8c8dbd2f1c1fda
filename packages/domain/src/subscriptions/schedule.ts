import type { Instant } from "../kernel/calendar.ts";
import { type Subscription, clearPastDue, hasEnded, markPastDue } from "./subscription.ts";

/**
 * Ends at the close of the paid period instead of renewing; a downgrade that waited is dropped. What has ended stays.
 * (CHG-08)
 */
export const cancelAtPeriodEnd = (subscription: Subscription): Subscription =>
  hasEnded(subscription) ? subscription : { ...subscription, at_period_end: { _tag: "cancels" } };

/** Undoes a cancellation or a downgrade that waits for the end of the period. What has ended stays. (CHG-08) */
export const clearScheduledChange = (subscription: Subscription): Subscription =>
  hasEnded(subscription) ? subscription : { ...subscription, at_period_end: { _tag: "renews" } };

/** What a provider says of the end of the period: whether it cancels then, and whether a schedule waits there. */
export interface ProviderSchedule {
  readonly cancels_at_period_end: boolean;
  /** Null where the provider keeps no schedules. */
  readonly has_schedule: boolean | null;
}

/**
 * Takes over what a provider says of the end of the period, since people may have changed it there. An upgrade that is
 * being paid has taken the schedule away and puts it back where it fails: nothing is taken over then. (CHG-08)
 */
export const applyProviderSchedule = (
  subscription: Subscription,
  provider: ProviderSchedule,
  isChanging: boolean,
): Subscription => {
  if (isChanging) return subscription;
  const { _tag } = subscription.at_period_end;
  if (provider.cancels_at_period_end) return _tag === "cancels" ? subscription : cancelAtPeriodEnd(subscription);
  const isStale = _tag === "cancels" || (_tag === "changes" && provider.has_schedule === false);
  return isStale ? clearScheduledChange(subscription) : subscription;
};

/** How a provider says that a subscription stands; `failed_at` is when a renewal was refused, where it says so. */
export interface ProviderStatus {
  readonly status: "active" | "past-due" | "ended" | "incomplete";
  readonly failed_at: Instant | null;
}

/**
 * Takes over whether a renewal was refused, from when it was, or from now where the provider does not say. What has
 * ended there is ended with its refunds and credits, not here. (CHK-07)
 */
export const applyProviderStatus = (
  subscription: Subscription,
  { status, failed_at }: ProviderStatus,
  now: Instant,
): Subscription => {
  if (status === "past-due") return markPastDue(subscription, failed_at ?? now);
  return status === "active" ? clearPastDue(subscription) : subscription;
};

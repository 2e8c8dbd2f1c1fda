import type { Instant } from "../kernel/calendar.ts";
import { type Subscription, clearPastDue, hasEnded, markPastDue } from "./subscription.ts";

/**
 * Schedules a cancellation at the period end, which replaces a scheduled downgrade. Does nothing if the subscription
 * has ended.
 */
export const cancelAtPeriodEnd = (subscription: Subscription): Subscription =>
  hasEnded(subscription) ? subscription : { ...subscription, at_period_end: { _tag: "cancels" } };

/** Removes a scheduled cancellation or downgrade. Does nothing if the subscription has ended. */
export const clearScheduledChange = (subscription: Subscription): Subscription =>
  hasEnded(subscription) ? subscription : { ...subscription, at_period_end: { _tag: "renews" } };

/** The changes that a provider has scheduled for the period end. */
export interface ProviderSchedule {
  readonly cancels_at_period_end: boolean;
  /** Whether a plan change is scheduled, or null if the provider can't schedule one. */
  readonly has_schedule: boolean | null;
}

/**
 * Applies the provider's schedule, which people can change in its dashboard. Ignores it while an upgrade is being paid
 * (`isChanging`): the upgrade removed the schedule and restores it if the payment fails. (CHG-08)
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

/**
 * A subscription's status at the provider. `failed_at` is when the overdue renewal was declined, or null if no renewal
 * is overdue or the provider doesn't say.
 */
export interface ProviderStatus {
  readonly status: "active" | "past-due" | "ended" | "incomplete";
  readonly failed_at: Instant | null;
}

/**
 * Applies the provider's renewal status. The grace period starts at `failed_at`, or now if that is unknown. An ended
 * subscription is handled elsewhere, together with its refunds and credits.
 */
export const applyProviderStatus = (
  subscription: Subscription,
  { status, failed_at }: ProviderStatus,
  now: Instant,
): Subscription => {
  if (status === "past-due") return markPastDue(subscription, failed_at ?? now);
  return status === "active" ? clearPastDue(subscription) : subscription;
};

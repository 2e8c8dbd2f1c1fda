import { type Instant, epochMs } from "../kernel/calendar.ts";
import { type Subscription, graceEnds, hasEnded, upcomingTerms } from "./subscription.ts";

const DAY_MS = 86_400_000;
/** How many days before the period's end to remind the owner of a plan. */
const REMINDER_DAYS = 7;
/** How many days before the grace period of an overdue renewal ends to remind the owner of unspent credits. */
const GRACE_REMINDER_DAYS = 3;

const isWithin = (end: Instant, at: Instant, days: number): boolean =>
  at < end && epochMs(end) - epochMs(at) <= days * DAY_MS;

/**
 * Returns the reminder that is due for a plan, or null: a yearly period ends or begins, or its unspent credits expire
 * because the plan was canceled or its renewal is overdue. There are no reminders for monthly renewals.
 */
export const planReminder = (subscription: Subscription, at: Instant): "renewal-coming" | "credits-expiring" | null => {
  if (hasEnded(subscription)) return null;
  const grace = graceEnds(subscription);
  if (grace !== null) return isWithin(grace, at, GRACE_REMINDER_DAYS) ? "credits-expiring" : null;
  if (!isWithin(subscription.period.end, at, REMINDER_DAYS)) return null;
  if (subscription.at_period_end._tag === "cancels") return "credits-expiring";
  const intervals = [subscription.terms.interval, upcomingTerms(subscription).interval];
  return intervals.includes("year") ? "renewal-coming" : null;
};

import { type Instant, epochMs } from "../kernel/calendar.ts";

export type { Notification, SetNotification } from "./notification.schema.ts";

/**
 * HTML tags allowed in a notification's body. Links can lead to a page of the store, a website, or an email address.
 */
export const NOTIFICATION_TAGS = ["a", "b", "strong", "i", "em", "br"] as const;

/** Maximum length of a notification's heading, in characters. */
export const MAX_NOTIFICATION_HEADING = 120;

/** Maximum length of a notification's body, in characters of HTML. */
export const MAX_NOTIFICATION_BODY = 2_000;

/** Returns why a notification can't end at a given time, or null if it can. A null end is valid. */
export const notificationEndProblem = (ends_at: Instant | null, now: Instant): string | null =>
  ends_at !== null && epochMs(ends_at) <= epochMs(now)
    ? "A notification's end date must be in the future. Choose a " + "later time."
    : null;

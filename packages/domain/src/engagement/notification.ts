import { type Instant, epochMs } from "../kernel/calendar.ts";

export type { Notification, SetNotification } from "./notification.schema.ts";

/** The tags of HTML that the body of a notification may have; a link leads to a page, a site or a mail. (SHL-05) */
export const NOTIFICATION_TAGS = ["a", "b", "strong", "i", "em", "br"] as const;

/** The longest heading of a notification, in characters. (SHL-05) */
export const MAX_NOTIFICATION_HEADING = 120;

/** The longest body of a notification, in characters of HTML. (SHL-05) */
export const MAX_NOTIFICATION_BODY = 2_000;

/** Why a notification can't end at a moment; null where it can, and where it is ended by hand. (SHL-05) */
export const notificationEndProblem = (ends_at: Instant | null, now: Instant): string | null =>
  ends_at !== null && epochMs(ends_at) <= epochMs(now) ? "A notification ends after now. Name a later time." : null;

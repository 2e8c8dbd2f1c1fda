import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** A banner on every page. `body` is sanitized HTML. */
export const Notification = Schema.Struct({
  notification_type: Schema.Literals(["top_bar"]),
  heading: Schema.String,
  body: Schema.String,
}).annotate({ identifier: "Notification" });
export type Notification = typeof Notification.Type;

/** A notification and when it ends, or null if it stays until staff remove it. */
export const SetNotification = Schema.Struct({ ...Notification.fields, ends_at: Schema.NullOr(Instant) }).annotate({
  identifier: "SetNotification",
});
export type SetNotification = typeof SetNotification.Type;

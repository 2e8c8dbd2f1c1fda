import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** A notice on every page. Its body is HTML that was made safe. (SHL-05) */
export const Notification = Schema.Struct({
  notification_type: Schema.Literals(["top_bar"]),
  heading: Schema.String,
  body: Schema.String,
}).annotate({ identifier: "Notification" });
export type Notification = typeof Notification.Type;

/** A notification, and when it ends; null where it is ended by hand. (SHL-05) */
export const SetNotification = Schema.Struct({ ...Notification.fields, ends_at: Schema.NullOr(Instant) }).annotate({
  identifier: "SetNotification",
});
export type SetNotification = typeof SetNotification.Type;

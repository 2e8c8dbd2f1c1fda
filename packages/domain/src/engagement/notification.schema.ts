import * as Schema from "effect/Schema";

/** A notice on every page. Its body is HTML that was made safe. (SHL-05) */
export const Notification = Schema.Struct({
  notification_type: Schema.Literals(["top_bar"]),
  heading: Schema.String,
  body: Schema.String,
}).annotate({ identifier: "Notification" });
export type Notification = typeof Notification.Type;

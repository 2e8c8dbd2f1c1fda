import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** A webhook event, such as a paid order or a refunded payment. */
export const WebhookEvent = Schema.Literals([
  "order.paid",
  "payment.refunded",
  "subscription.changed",
  "license.changed",
  "file.downloaded",
]);
export type WebhookEvent = typeof WebhookEvent.Type;

/** A webhook: the URL that receives the events. */
export const WebhookEndpoint = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  events: Schema.Array(WebhookEvent),
  created_at: Instant,
}).annotate({ identifier: "WebhookEndpoint" });
export type WebhookEndpoint = typeof WebhookEndpoint.Type;

/** The delivery of one event to one webhook. */
export const WebhookDelivery = Schema.Struct({
  id: Schema.Int,
  endpoint_id: Schema.String,
  /** The event's ID, sent in the `webhook-id` header. It is the same for every webhook. */
  event_id: Schema.String,
  type: WebhookEvent,
  at: Instant,
  attempts: Schema.Int,
  /** When the store will retry; null once it has delivered the event or given up. */
  next_attempt_at: Schema.NullOr(Instant),
  delivered_at: Schema.NullOr(Instant),
  /** The status of the latest response, or null if there was none. */
  last_status: Schema.NullOr(Schema.Int),
  /** Why the latest attempt failed, or null. */
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "WebhookDelivery" });
export type WebhookDelivery = typeof WebhookDelivery.Type;

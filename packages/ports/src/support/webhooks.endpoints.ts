import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "@backlot/domain/support/webhook.schema";
import { Wire } from "../driving/errors.ts";
import { ByKey, Id, Text, data, line } from "../driving/shared.ts";
import { ACTOR } from "../driving/staff.ts";

export const WEBHOOKS = [
  /** Lists the webhooks, oldest first. */
  HttpApiEndpoint.get("webhooks", "/support/webhooks", { success: data(Schema.Array(WebhookEndpoint)) }),
  /** Adds a webhook. The response includes its signing secret, which the store won't show again. */
  HttpApiEndpoint.post("addWebhook", "/support/webhooks", {
    payload: Schema.Struct({
      url: line(1_000),
      events: Schema.Array(WebhookEvent).check(Schema.isMinLength(1), Schema.isUnique()),
      ...ACTOR,
    }),
    success: data(Schema.Struct({ ...WebhookEndpoint.fields, secret: Schema.String })),
  }),
  /** Removes a webhook and its delivery history. */
  HttpApiEndpoint.delete("removeWebhook", "/support/webhooks/:id", {
    params: { id: Text },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
  /** Lists the webhook deliveries of the last month, whether successful or not, newest first. */
  HttpApiEndpoint.get("webhookDeliveries", "/support/webhooks/deliveries", {
    query: {
      ...ByKey,
      /** "true" to omit events that were delivered. */
      failed: Schema.optional(Schema.Literals(["true", "false"])),
    },
    success: Schema.Struct({ data: Schema.Array(WebhookDelivery), has_more: Schema.Boolean }),
  }),
  /** Sends an event to a webhook again. */
  HttpApiEndpoint.post("resendWebhook", "/support/webhooks/deliveries/resend", {
    payload: Schema.Struct({ id: Id, ...ACTOR }),
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
] as const;

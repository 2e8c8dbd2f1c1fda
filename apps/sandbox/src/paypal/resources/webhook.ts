import type { StoredWebhook } from "../stored-objects.ts";
import { type Link, readLink } from "./values.ts";

/** A webhook: `GET /v1/notifications/webhooks/{id}`. */
export interface WebhookResource {
  readonly id: string;
  readonly url: string;
  readonly event_types: readonly { readonly name: string }[];
  readonly links: readonly Link[];
}

/** The webhooks of the app: `GET /v1/notifications/webhooks`. */
export interface WebhooksResource {
  readonly webhooks: readonly WebhookResource[];
}

/** Returns a webhook in the API's format. `base` is the sandbox's own URL. */
export const toWebhook = ({ id, url, events }: StoredWebhook, base: string): WebhookResource => ({
  id,
  url,
  event_types: events.map((name) => ({ name })),
  links: [readLink("self", `${base}/v1/notifications/webhooks/${id}`)],
});

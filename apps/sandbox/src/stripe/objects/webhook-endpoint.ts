import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** Creates an enabled webhook endpoint. Its signing secret is returned only on creation. */
export const makeWebhookEndpoint = (
  at: number,
  of: { readonly url: string; readonly enabled_events: string[]; readonly api_version: string | null },
): Stripe.WebhookEndpoint => ({
  id: newId("we"),
  object: "webhook_endpoint",
  api_version: of.api_version,
  application: null,
  created: at,
  description: null,
  enabled_events: of.enabled_events,
  livemode: false,
  metadata: {},
  secret: `whsec_${randomToken(32)}`,
  status: "enabled",
  url: of.url,
});

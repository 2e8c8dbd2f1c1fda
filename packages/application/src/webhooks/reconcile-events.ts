import { type Instant, type Provider, epochMs, instant } from "@backlot/domain";
import { ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { handleProviderEvent } from "./handle-webhook.ts";
import { followUpRefunds } from "./sync-refund.ts";

/** How long to retry an event that can't be handled, in milliseconds: as long as Stripe resends a webhook. */
const RETRY_MS = 3 * 24 * 3_600_000;

/**
 * Lists a provider's events since a time, and handles those that no webhook delivered. Also asks for the outcome of the
 * refunds that the provider has not confirmed yet. Returns how many it handled (`missed`), and the time to continue
 * from (`until`): if an event could not be handled, the time of the first such event, so that later runs retry it, for
 * up to RETRY_MS.
 */
export const reconcileEvents = Effect.fnUntraced(function* (since: Instant, provider: Provider) {
  const repos = yield* ReadRepositories;
  let until = yield* currentTime;
  const oldest = instant(epochMs(until) - RETRY_MS);
  const { events } = yield* providerOrUnavailable(provider);
  let missed = 0;
  for (const event of yield* events.listEvents(since)) {
    if (yield* repos.webhookEvents.has(provider, event.event_id)) continue;
    const handled = Effect.as(handleProviderEvent(event), true);
    if (yield* isolateFailure(`event ${event.event_id}`, false, handled)) missed += 1;
    else if (event.occurred_at < until) until = event.occurred_at > oldest ? event.occurred_at : oldest;
  }
  yield* followUpRefunds(provider);
  return { missed, until };
});

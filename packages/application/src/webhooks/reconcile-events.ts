import type { Instant, Provider } from "@backlot/domain";
import { Clock, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { handleProviderEvent } from "./handle-webhook.ts";

/**
 * Lists a provider's events since a time, and handles those that no webhook delivered. Returns how many it handled
 * (`missed`), and the time to continue from (`until`).
 */
export const reconcileEvents = (since: Instant, provider: Provider = "stripe") =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const clock = yield* Clock;
    const until = clock.now();
    const { events } = yield* providerOrUnavailable(provider);
    let missed = 0;
    for (const event of yield* events.listEvents(since)) {
      if (yield* read.webhookEvents.has(provider, event.event_id)) continue;
      const handled = Effect.as(handleProviderEvent(event), true);
      if (yield* isolateFailure(`event ${event.event_id}`, false, handled)) missed += 1;
    }
    return { missed, until };
  });

import type { Instant, Provider } from "@backlot/domain";
import type { Asked } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import type { OrderPorts } from "../store-ports.ts";
import { handleProviderEvent } from "./handle-webhook.ts";

/** What a reconciling found. */
export interface Reconciled {
  /** Events processed now that no webhook had delivered. */
  readonly missed: number;
  readonly until: Instant;
}

/** Lists what a provider says has happened since a moment, and handles what no webhook delivered. (CHK-07) */
export const reconcileEvents =
  (ports: OrderPorts) =>
  (since: Instant, provider: Provider = "stripe"): Asked<Reconciled> =>
    Effect.gen(function* () {
      const until = ports.clock.now();
      const { events } = yield* providerOrUnavailable(ports, provider);
      let missed = 0;
      for (const event of yield* events.listEvents(since)) {
        if (yield* ports.transactions.read.webhookEvents.has(provider, event.event_id)) continue;
        const handled = Effect.as(handleProviderEvent(ports)(event), true);
        if (yield* isolateFailure(`event ${event.event_id}`, false, handled)) missed += 1;
      }
      return { missed, until };
    });

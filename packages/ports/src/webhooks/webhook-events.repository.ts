import type { Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Provider events that were processed, once each. */
export interface WebhookEventReads {
  /** Whether an event has been processed. */
  readonly has: (provider: Provider, eventId: string) => Effect.Effect<boolean>;
}

/** Adds the writes to {@link WebhookEventReads}. */
export interface WebhookEvents extends WebhookEventReads {
  /** Marks an event as processed. Returns false if it was before. */
  readonly markProcessed: (provider: Provider, eventId: string, type: string, at: Instant) => Effect.Effect<boolean>;
}

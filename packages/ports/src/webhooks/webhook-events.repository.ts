import type { Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the provider events that were already processed. */
export interface WebhookEventReads {
  /** Returns whether an event was already processed. */
  readonly has: (provider: Provider, eventId: string) => Effect.Effect<boolean>;
}

/** Adds writes to {@link WebhookEventReads}. Only available inside a transaction. */
export interface WebhookEvents extends WebhookEventReads {
  /** Marks an event as processed. Returns false if it already was. */
  readonly markProcessed: (provider: Provider, eventId: string, type: string, at: Instant) => Effect.Effect<boolean>;
  /** Forgets the events that were processed before a time. */
  readonly removeBefore: (at: Instant) => Effect.Effect<void>;
}

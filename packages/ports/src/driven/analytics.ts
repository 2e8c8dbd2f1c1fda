import * as Context from "effect/Context";
import type { RecordedEvent } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** What visitors do, told to a service that counts it. (ANL-01, ANL-02) */
export interface Analytics {
  /**
   * Takes an event, and sends it when its turn comes; one that turns out to be null is none. Never fails and never
   * waits: what `event` asks of the store, and what the service answers, is no part of the request. Where the service
   * is away, events are lost; so are those of one address that has too many waiting, and nobody else's. (ANL-03)
   */
  readonly record: (event: Effect.Effect<RecordedEvent | null>, address: string) => Effect.Effect<void>;
  /** Ends once everything that was taken before is sent, or given up. */
  readonly drained: Effect.Effect<void>;
}

/** The analytics service, or null if the store records nothing. */
export const Analytics = Context.Service<Analytics, Analytics | null>("backlot/Analytics");

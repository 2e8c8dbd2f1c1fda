import * as Context from "effect/Context";
import type { RecordedEvent } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The analytics service that records visitors' actions. */
export interface Analytics {
  /**
   * Queues an event and returns at once, without failing. The event is computed later, off the request; null records
   * nothing. Events are lost while the service is down, and if `address` already has too many queued. (ANL-03)
   */
  readonly record: (event: Effect.Effect<RecordedEvent | null>, address: string) => Effect.Effect<void>;
  /** Completes when every queued event is sent or given up. */
  readonly drained: Effect.Effect<void>;
}

/** The analytics service, or null if the store records nothing. */
export const Analytics = Context.Service<Analytics, Analytics | null>("backlot/Analytics");

import * as Context from "effect/Context";
import type { RecordedEvent } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The analytics service that records visitors' actions. */
export interface Analytics {
  /**
   * Queues an event and returns immediately. Never fails. Computes the event later, outside the request, and skips null
   * events. Events are lost while the service is down, or if too many from `address` are already queued. (ANL-03)
   */
  readonly record: (event: Effect.Effect<RecordedEvent | null>, address: string) => Effect.Effect<void>;
  /** Completes once every queued event has been sent or dropped. */
  readonly drained: Effect.Effect<void>;
}

/** The analytics service, or null if the store doesn't record events. */
export const Analytics = Context.Service<Analytics, Analytics | null>("backlot/Analytics");

import type { Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Work that time asks for, safe with several processes: who leases a job has it until the lease is over. */
export interface JobReads {
  /** Where a job left off. */
  readonly cursor: (name: string) => Effect.Effect<string | null>;
}

/** Adds the writes and row locks to {@link JobReads}. */
export interface Jobs extends JobReads {
  /** Makes sure that a job exists; one that does is left as it is. */
  readonly ensure: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Makes a job due at a moment, where it is due later. */
  readonly hasten: (name: string, at: Instant) => Effect.Effect<void>;
  /**
   * Leases the job that has been due the longest at a moment, for so long by the database's clock; null where none is
   * due.
   */
  readonly lease: (at: Instant, milliseconds: number) => Effect.Effect<string | null>;
  /** Releases a leased job until it is due again, with where it left off. */
  readonly release: (name: string, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
}

/** The events of providers that were processed, each once. */
export interface WebhookEventReads {
  /** Whether an event has been handled. */
  readonly has: (provider: Provider, eventId: string) => Effect.Effect<boolean>;
}

/** Adds the writes and row locks to {@link WebhookEventReads}. */
export interface WebhookEvents extends WebhookEventReads {
  /** Marks an event as handled; answers false where it was before. */
  readonly markProcessed: (provider: Provider, eventId: string, type: string, at: Instant) => Effect.Effect<boolean>;
}

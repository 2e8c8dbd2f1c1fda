import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for scheduled jobs, which several processes share. */
export interface JobReads {
  /** Returns the cursor that a job last saved, or null if it never saved one. */
  readonly cursor: (name: string) => Effect.Effect<string | null>;
}

/** Adds writes to {@link JobReads}. Only available inside a transaction. */
export interface Jobs extends JobReads {
  /** Adds a job that is due at `dueAt`, unless the job exists. */
  readonly ensure: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Makes a job due at `at`, unless it is due earlier. */
  readonly hasten: (name: string, at: Instant) => Effect.Effect<void>;
  /**
   * Leases the free job that has been due the longest, for a number of milliseconds by the database's clock. Returns
   * the job's name, or null if none is due.
   */
  readonly lease: (at: Instant, milliseconds: number) => Effect.Effect<string | null>;
  /** Releases a leased job, and sets its next due time and its cursor. A null cursor keeps the old one. */
  readonly release: (name: string, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
}

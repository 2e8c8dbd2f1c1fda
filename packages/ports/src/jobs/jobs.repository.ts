import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Scheduled jobs, shared by several processes. A job's lease belongs to one process until it expires. */
export interface JobReads {
  /** Returns where a job left off. */
  readonly cursor: (name: string) => Effect.Effect<string | null>;
}

/** Adds the writes to {@link JobReads}. */
export interface Jobs extends JobReads {
  /** Adds a job unless it exists. */
  readonly ensure: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Makes a job due at `at`, unless it is due earlier. */
  readonly hasten: (name: string, at: Instant) => Effect.Effect<void>;
  /**
   * Leases the job that has been due the longest, for a number of milliseconds by the database's clock. Returns its
   * name, or null if none is due.
   */
  readonly lease: (at: Instant, milliseconds: number) => Effect.Effect<string | null>;
  /** Releases a leased job, and sets its next due time and where it left off. A null cursor keeps the old one. */
  readonly release: (name: string, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
}

import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The right to run a job for a limited time. `attempt` distinguishes it from the job's other leases. */
export interface JobLease {
  readonly name: string;
  readonly attempt: number;
}

/** Read-only queries for scheduled jobs, which several processes share. */
export interface JobReads {
  /** Returns the cursor that a job last saved, or null if it never saved one. */
  readonly cursor: (name: string) => Effect.Effect<string | null>;
  /** Returns how many times in a row a job has failed. */
  readonly failures: (name: string) => Effect.Effect<number>;
  /** Counts the jobs that are due at a time but not running, and those whose last run failed. */
  readonly counts: (at: Instant) => Effect.Effect<{ readonly due: number; readonly failing: number }>;
}

/** Adds writes to {@link JobReads}. Only available inside a transaction. */
export interface Jobs extends JobReads {
  /** Adds jobs, due at `dueAt`. Skips jobs that already exist. */
  readonly ensure: (names: readonly string[], dueAt: Instant) => Effect.Effect<void>;
  /** Makes a job due at `at` unless it is already due earlier. */
  readonly hasten: (name: string, at: Instant) => Effect.Effect<void>;
  /**
   * Leases the free job with one of these names that has been due the longest, for a number of milliseconds by the
   * database's clock. Returns null if none is due.
   */
  readonly lease: (names: readonly string[], at: Instant, milliseconds: number) => Effect.Effect<JobLease | null>;
  /**
   * Extends a lease to a number of milliseconds from now. Returns false if the lease is lost: it expired, and another
   * process has leased the job.
   */
  readonly extend: (lease: JobLease, milliseconds: number) => Effect.Effect<boolean>;
  /** Ends a lease after an interrupted run, and sets when the job is due again. Does nothing if the lease is lost. */
  readonly interrupt: (lease: JobLease, dueAt: Instant) => Effect.Effect<void>;
  /**
   * Ends a lease after a successful run, and sets the job's cursor and when it is due again. A null cursor keeps the
   * old one. Does nothing if the lease is lost.
   */
  readonly release: (lease: JobLease, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
  /** Ends a lease after a failed run, counts the failure, and sets when to try again. Otherwise like `release`. */
  readonly fail: (lease: JobLease, dueAt: Instant, error: string) => Effect.Effect<void>;
}

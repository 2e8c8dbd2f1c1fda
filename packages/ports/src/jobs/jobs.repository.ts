import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for scheduled jobs, which several processes share. */
export interface JobReads {
  /** Returns the named jobs that are due at a time but not running, longest overdue first. */
  readonly due: (names: readonly string[], at: Instant) => Effect.Effect<readonly string[]>;
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
  /** Counts a run of a job. Returns false if the job is not due at a time. */
  readonly begin: (name: string, at: Instant) => Effect.Effect<boolean>;
  /** Sets when a job is due after an interrupted run. */
  readonly interrupt: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Sets when a job is due after a successful run, and its cursor. A null cursor keeps the old one. */
  readonly finish: (name: string, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
  /** Counts a failed run, and sets when to try again. */
  readonly fail: (name: string, dueAt: Instant, error: string) => Effect.Effect<void>;
}

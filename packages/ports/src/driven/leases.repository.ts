import type * as Effect from "effect/Effect";

/**
 * The right of one holder to work on something, such as an account, a job, or a file. It outlives a process that dies
 * by up to `milliseconds`.
 */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly milliseconds: number;
}

/** Read-only queries for leases. */
export interface LeaseReads {
  /** Returns whether the lease has a holder, without taking the lease. */
  readonly isTaken: (name: string) => Effect.Effect<boolean>;
}

/** Adds writes to {@link LeaseReads}. All times are by the database's clock, because processes' clocks can differ. */
export interface Leases extends LeaseReads {
  /** Takes a lease. Returns false if it has another holder. */
  readonly take: (lease: Lease) => Effect.Effect<boolean>;
  /** Extends a lease, even if it has expired. Returns false if another holder has taken it since. */
  readonly extend: (lease: Lease) => Effect.Effect<boolean>;
  /** Ends a lease. Returns false if another holder has taken it since. */
  readonly release: (lease: Lease) => Effect.Effect<boolean>;
  /** Deletes expired leases. */
  readonly removeExpired: () => Effect.Effect<void>;
}

import { Ids, type Lease, Repositories, type Transactions, transactional } from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type * as Option from "effect/Option";

/** How long a lease outlives a process that dies, in milliseconds. */
const LEASE_MS = 30_000;

/** Another holder has taken the lease. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** Takes a named lease within a transaction, for a number of milliseconds. Returns null if it has another holder. */
export const takeLeaseWithin = Effect.fnUntraced(function* (name: string, milliseconds: number = LEASE_MS) {
  const repos = yield* Repositories;
  const lease: Lease = { name, holder: (yield* Ids).next(), milliseconds };
  return (yield* repos.leases.take(lease)) ? lease : null;
});

/** Takes a named lease, for a number of milliseconds. Returns null if it has another holder. */
export const takeLease = (name: string, milliseconds?: number) =>
  takeLeaseWithin(name, milliseconds).pipe(transactional);

/** Extends a lease in time, even while the database can't be reached. Fails once the lease is lost. */
const keepLease = Effect.fnUntraced(function* (lease: Lease) {
  const extended = Repositories.use(({ leases }) => leases.extend(lease)).pipe(
    transactional,
    Effect.catchDefect((defect) => Effect.as(Effect.logWarning("a lease was not extended", defect), true)),
  );
  yield* Effect.sleep(lease.milliseconds / 3).pipe(Effect.andThen(extended), Effect.repeat({ while: (held) => held }));
  return yield* new LeaseLost();
});

/** Runs work while it extends a lease. Interrupts the work and fails if the lease is lost. */
export const whileLeased = <A, E, R>(
  lease: Lease,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | LeaseLost, R | Transactions> => Effect.raceFirst(work, keepLease(lease));

/**
 * Runs work while it extends a lease, then releases the lease. The work also finishes if the lease is lost, because
 * interrupting a provider call is worse.
 */
export const underLease = <A, E, R>(
  lease: Lease,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R | Transactions> => {
  const kept = Effect.catchTag(keepLease(lease), "LeaseLost", () => Effect.never);
  // If the lease isn't released, it expires.
  const released = Repositories.use(({ leases }) => leases.release(lease)).pipe(
    transactional,
    Effect.catchDefect((defect) => Effect.logWarning("a lease was not released", defect)),
  );
  return Effect.ensuring(Effect.raceFirst(work, kept), released);
};

/** Runs work under a named lease, or returns None if the lease has another holder. */
export const tryLease =
  (name: string, milliseconds?: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R | Ids | Transactions> =>
    Effect.flatMap(takeLease(name, milliseconds), (lease) =>
      lease === null ? Effect.succeedNone : Effect.asSome(underLease(lease, work)),
    );

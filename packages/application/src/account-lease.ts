import { message } from "@backlot/domain";
import { Conflict, type Ids, ReadRepositories, type Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Semaphore from "effect/Semaphore";
import { takeLease, tryLease, underLease } from "./leases.ts";

/** How long an account stays leased to a process that dies, in milliseconds. */
const LEASE_MS = 10_000;

/** The maximum wait for a leased account: first for a turn in this process, then for the lease. */
const WAIT_FOR = "10 seconds";
/** How often a waiting request checks whether the account is free. The check only reads. */
const LOOK_EVERY = "100 millis";

/**
 * The account that the current fiber has leased, or null. Nested work that needs the same lease, such as canceling an
 * order, runs immediately.
 */
const HeldLease = Context.Reference<string | null>("backlot/HeldLease", { defaultValue: () => null });

const inside = <A, E, R>(accountId: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(work, HeldLease, accountId);

type LeaseServices = Ids | ReadRepositories | Transactions;

interface Turn {
  readonly semaphore: Semaphore.Semaphore;
  waiting: number;
}

/**
 * One queue per account, so that only one fiber per process at a time requests the account's lease from the database.
 */
const turns = new Map<string, Turn>();

const busy = (): Effect.Effect<never, Conflict> =>
  Effect.fail(new Conflict({ reason: "order_in_progress", message: message("order_in_progress") }));

/**
 * Waits for a turn in an account's queue, runs work, and passes the turn on. Fails with order_in_progress if the turn
 * does not come within WAIT_FOR.
 */
const inTurn = <A, E, R>(accountId: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Conflict, R> =>
  Effect.suspend(() => {
    const turn = turns.get(accountId) ?? { semaphore: Semaphore.makeUnsafe(1), waiting: 0 };
    turns.set(accountId, turn);
    turn.waiting += 1;
    const leave = Effect.sync(() => {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(accountId);
    });
    return Effect.uninterruptibleMask((restore) =>
      restore(Effect.timeoutOption(turn.semaphore.take(1), WAIT_FOR)).pipe(
        Effect.flatMap(
          (taken): Effect.Effect<A, E | Conflict, R> =>
            Option.isNone(taken) ? busy() : Effect.ensuring(restore(work), turn.semaphore.release(1)),
        ),
        Effect.ensuring(leave),
      ),
    );
  });

/**
 * Runs provider calls that modify a subscription under a per-account lease, so that they never interleave in any
 * process. Fails with order_in_progress if the account stays busy for 10 seconds. A fiber that already has the lease
 * runs the work immediately.
 */
export const withAccountLease =
  (accountId: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Conflict, R | LeaseServices> =>
    Effect.gen(function* () {
      if ((yield* HeldLease) === accountId) return yield* work;
      const repos = yield* ReadRepositories;
      const free = Effect.repeat(repos.leases.isTaken(accountId), {
        while: (taken) => taken,
        schedule: Schedule.spaced(LOOK_EVERY),
      });
      const take = Effect.andThen(free, takeLease(accountId, LEASE_MS)).pipe(
        Effect.repeat({ until: (lease) => lease !== null }),
        Effect.timeoutOption(WAIT_FOR),
      );
      const leased = Effect.flatMap(take, (taken): Effect.Effect<A, E | Conflict, R | Transactions> => {
        const lease = Option.getOrNull(taken);
        return lease === null ? busy() : underLease(lease, inside(accountId, work));
      });
      return yield* inTurn(accountId, leased);
    });

/**
 * Runs work under an account's lease, or returns None if another holder has the lease. A fiber that already has the
 * lease runs the work immediately.
 */
export const tryAccountLease =
  (accountId: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R | LeaseServices> =>
    Effect.flatMap(HeldLease, (held) =>
      held === accountId ? Effect.asSome(work) : tryLease(accountId, LEASE_MS)(inside(accountId, work)),
    );

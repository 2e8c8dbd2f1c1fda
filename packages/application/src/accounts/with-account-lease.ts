import { message } from "@backlot/domain";
import { Conflict } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Semaphore from "effect/Semaphore";
import type { StorePorts } from "../store-ports.ts";

/** How long a process that dies keeps an account to itself, in milliseconds. */
const LEASE_MS = 10_000;
const RENEW_EVERY = "3 seconds";

/** How long a request waits for an account that another one has. */
const WAIT_FOR = "10 seconds";
/** How often it looks whether the account is free. Looking only reads. */
const LOOK_EVERY = "100 millis";

type LeasePorts = Pick<StorePorts, "ids" | "transactions">;

/** The account whose lease the running fiber holds: commands under a lease cancel orders, which need it too. */
const HeldLease = Context.Reference<string | null>("backlot/HeldLease", { defaultValue: () => null });

interface Turn {
  readonly semaphore: Semaphore.Semaphore;
  waiting: number;
}

/** Within a process only one fiber at a time asks the database for an account; the others queue here. */
const turns = new Map<string, Turn>();

/** Waits for this process's turn at an account, runs work, and gives the turn on. */
const inTurn = <A, E>(accountId: string, work: Effect.Effect<A, E | Conflict>): Effect.Effect<A, E | Conflict> =>
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
          (taken): Effect.Effect<A, E | Conflict> =>
            Option.isNone(taken) ? busy() : Effect.ensuring(restore(work), turn.semaphore.release(1)),
        ),
        Effect.ensuring(leave),
      ),
    );
  });

const busy = (): Effect.Effect<never, Conflict> =>
  Effect.fail(new Conflict({ reason: "order_in_progress", message: message("order_in_progress") }));

/** Runs work for as long as the lease is renewed beside it, and releases it afterwards. */
const hold = <A, E>(
  ports: LeasePorts,
  accountId: string,
  holder: string,
  work: Effect.Effect<A, E>,
): Effect.Effect<A, E> => {
  const { accounts } = ports.transactions.read;
  const renewing = Effect.sleep(RENEW_EVERY).pipe(
    Effect.andThen(accounts.lease(accountId, holder, LEASE_MS)),
    Effect.repeat({ while: (held) => held }),
    Effect.andThen(Effect.never),
  );
  const inside = Effect.provideService(work, HeldLease, accountId);
  return Effect.ensuring(Effect.raceFirst(inside, renewing), accounts.release(accountId, holder));
};

/**
 * Runs provider calls that modify a subscription under a per-account lease, so that they never interleave, in any
 * process. Fails with order_in_progress after 10 s. A fiber that holds the lease runs the work at once. (CHG-02,
 * CHG-08)
 */
export const withAccountLease =
  (ports: LeasePorts) =>
  (accountId: string) =>
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | Conflict> =>
    Effect.flatMap(HeldLease, (held): Effect.Effect<A, E | Conflict> => {
      if (held === accountId) return work;
      const { accounts } = ports.transactions.read;
      const holder = ports.ids.next();
      const free = Effect.repeat(accounts.isLeased(accountId), {
        while: (leased) => leased,
        schedule: Schedule.spaced(LOOK_EVERY),
      });
      const take = Effect.andThen(free, accounts.lease(accountId, holder, LEASE_MS)).pipe(
        Effect.repeat({ until: (taken) => taken }),
        Effect.timeoutOption(WAIT_FOR),
      );
      return inTurn(
        accountId,
        Effect.flatMap(
          take,
          (taken): Effect.Effect<A, E | Conflict> =>
            Option.isNone(taken) ? busy() : hold(ports, accountId, holder, work),
        ),
      );
    });

/** Runs work under an account's lease where it is free at once. None where another one has it. */
export const tryAccountLease =
  (ports: LeasePorts) =>
  (accountId: string) =>
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<Option.Option<A>, E> =>
    Effect.flatMap(HeldLease, (held): Effect.Effect<Option.Option<A>, E> => {
      if (held === accountId) return Effect.map(work, Option.some);
      const holder = ports.ids.next();
      return Effect.flatMap(ports.transactions.read.accounts.lease(accountId, holder, LEASE_MS), (taken) =>
        taken ? Effect.map(hold(ports, accountId, holder, work), Option.some) : Effect.succeed(Option.none<A>()),
      );
    });

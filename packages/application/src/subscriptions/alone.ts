import { epochMs, instant, message } from "@backlot/domain";
import { Conflict } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import type { StorePorts } from "../store-ports.ts";

/** How long a process that dies keeps an account to itself, in milliseconds. */
const LEASE_MS = 10_000;
/** How often one that lives says so. */
const RENEW_EVERY = "3 seconds";
/** How often and how many times others ask for it. */
const ASK_EVERY = "50 millis";
const ASK_TIMES = 600;

/**
 * Does what changes a running plan at the provider for one account at a time, over all processes: an upgrade, a downgrade, a
 * cancellation and their undoing ask the provider several things, and must not come between one another. Who waits too long
 * is told that another order is on its way. (CHG-02, CHG-08)
 */
export const alone =
  (ports: Pick<StorePorts, "clock" | "ids" | "transactions">) =>
  (accountId: string) =>
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | Conflict> =>
    Effect.gen(function* () {
      const { accounts } = ports.transactions.read;
      const holder = ports.ids.next();
      const ask = Effect.suspend(() => {
        const now = ports.clock.now();
        return accounts.lease(accountId, holder, now, instant(epochMs(now) + LEASE_MS));
      });
      const taken = yield* ask.pipe(
        Effect.repeat({ until: (got) => got, schedule: Schedule.spaced(ASK_EVERY), times: ASK_TIMES }),
      );
      if (!taken) return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
      // Runs beside the work for as long as that takes.
      const renewing = Effect.sleep(RENEW_EVERY).pipe(
        Effect.andThen(ask),
        Effect.repeat({ while: (held) => held }),
        Effect.andThen(Effect.never),
      );
      return yield* Effect.ensuring(Effect.raceFirst(work, renewing), accounts.release(accountId, holder));
    });

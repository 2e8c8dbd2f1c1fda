import { message } from "@backlot/domain";
import { type Transactions, Unavailable } from "@backlot/ports";
import { Health } from "@backlot/ports/driving/health.contract";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { implement } from "./implement.ts";

/** The maximum time for the database to respond. */
const HEALTH_LIMIT = "3 seconds";

/** How long a successful check is reused for all requests. */
const HEALTH_HOLDS = "250 millis";

/**
 * Returns the handlers of the health checks. Simultaneous checks share one query; a failure is not cached. `isStopping`
 * returns whether the process is about to stop.
 */
export const healthOf = ({ check }: Transactions, isStopping: () => boolean) => {
  const unavailable = Effect.suspend(() => Effect.fail(new Unavailable({ message: message("unavailable") })));
  const cached = Effect.runSync(
    Effect.as(check(), { status: "ok" as const }).pipe(
      Effect.timeoutOrElse({
        duration: HEALTH_LIMIT,
        orElse: () => unavailable,
      }),
      Effect.cachedWithTTL((exit) => (Exit.isSuccess(exit) ? HEALTH_HOLDS : 0)),
    ),
  );
  return implement(Health, {
    check: () => Effect.suspend(() => (isStopping() ? unavailable : cached)),
    live: () => Effect.succeed({ status: "ok" as const }),
  });
};

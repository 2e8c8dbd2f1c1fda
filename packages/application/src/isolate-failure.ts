import type { PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Isolates one item of a batch: logs a provider outage or a defect, returns the fallback, and lets the batch continue.
 * The next run retries. `what` names the item in the log.
 */
export const isolateFailure = <A, R>(
  what: string,
  fallback: A,
  work: Effect.Effect<A, PaymentProviderUnavailable, R>,
): Effect.Effect<A, never, R> =>
  work.pipe(
    Effect.catchTag("PaymentProviderUnavailable", (error) =>
      Effect.as(Effect.logWarning(`${what} is waiting for its provider`, error), fallback),
    ),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`${what} failed`, defect), fallback)),
  );

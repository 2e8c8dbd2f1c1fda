import type { PaymentProviderDown } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * One piece of work among many: where its provider is down, or it can't be done at all, that is written down, and the others
 * go on. It is tried again the next time. (CHK-07)
 */
export const orWait = <A>(what: string, otherwise: A, work: Effect.Effect<A, PaymentProviderDown>): Effect.Effect<A> =>
  work.pipe(
    Effect.catchTag("PaymentProviderDown", (down) =>
      Effect.as(Effect.logWarning(`${what} waits for its provider`, down), otherwise),
    ),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`${what} can't be done`, defect), otherwise)),
  );

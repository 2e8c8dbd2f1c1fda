import { message } from "@backlot/domain";
import { type Conflict, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/**
 * Tries a discount code for somebody, and refuses once they have tried too many that are none. A code that counts costs
 * no try. `who` is an account's id, or a visitor's address. (DSC-02)
 */
export const limitCodeTries =
  (ports: Pick<StorePorts, "rateLimits" | "settings">, who: string) =>
  <A, E>(attempt: Effect.Effect<A, E | Conflict>): Effect.Effect<A, E | Conflict | TooManyAttempts> =>
    Effect.gen(function* () {
      const { rateLimits, settings } = ports;
      // Taken before the code is looked up: tries that come all at once learn no more than tries in a row.
      if (!(yield* rateLimits.take(settings.codeTries, who)))
        return yield* new TooManyAttempts({ message: message("too_many_attempts") });
      const result = yield* attempt;
      yield* rateLimits.giveBack(settings.codeTries, who);
      return result;
    });

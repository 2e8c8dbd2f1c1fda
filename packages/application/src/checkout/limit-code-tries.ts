import type { Conflict, TooManyAttempts } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import type { StorePorts } from "../store-ports.ts";
import { takeTry } from "../take-try.ts";

const isRefusal = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean => {
  const failure = Exit.isFailure(exit) ? Cause.findError(exit.cause) : null;
  return failure !== null && Result.isSuccess(failure) && failure.success._tag === "conflict";
};

/**
 * Tries a discount code for somebody, and refuses once they have tried too many that are none. A code that counts costs
 * no try. `who` is an account's id, or a visitor's address. (DSC-02)
 */
export const limitCodeTries =
  (ports: Pick<StorePorts, "rateLimits" | "settings">, who: string) =>
  <A, E extends { readonly _tag: string }>(
    attempt: Effect.Effect<A, E | Conflict>,
  ): Effect.Effect<A, E | Conflict | TooManyAttempts> =>
    Effect.gen(function* () {
      const { rateLimits, settings } = ports;
      // Taken before the code is looked up: tries that come all at once learn no more than tries in a row.
      yield* takeTry(ports, settings.codeTries, who);
      return yield* attempt.pipe(
        // Only a refusal says anything of the code.
        Effect.onExit((exit) => (isRefusal(exit) ? Effect.void : rateLimits.giveBack(settings.codeTries, who))),
      );
    });

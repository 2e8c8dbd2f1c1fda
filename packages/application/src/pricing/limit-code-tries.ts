import { RateLimits } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";

const isRefusal = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean => {
  const failure = Exit.isFailure(exit) ? Cause.findError(exit.cause) : null;
  return failure !== null && Result.isSuccess(failure) && failure.success._tag === "conflict";
};

/**
 * Limits attempts at unknown discount codes. A code that exists costs no attempt. `who` is an account's id, or a
 * visitor's address. (DSC-02)
 */
export const limitCodeTries =
  (who: string) =>
  <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const rateLimits = yield* RateLimits;
      const settings = yield* Settings;
      // Take the attempt before looking up the code, so that simultaneous attempts learn no more than consecutive ones.
      yield* takeTry(settings.codeTries, who);
      return yield* attempt.pipe(
        // Only a refusal reveals anything about the code.
        Effect.onExit((exit) => (isRefusal(exit) ? Effect.void : rateLimits.giveBack(settings.codeTries, who))),
      );
    });

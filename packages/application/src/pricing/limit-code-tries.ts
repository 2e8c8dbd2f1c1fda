import { CurrentCaller, RateLimits } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { Settings } from "../settings.ts";
import { takeTry, tooManyAttempts } from "../take-try.ts";

/** Fails if `who` has no attempts left. */
const requireTryLeft = Effect.fnUntraced(function* (who: string) {
  const { isUsedUp } = yield* RateLimits;
  const { codes } = (yield* Settings).limits;
  if (yield* isUsedUp(codes, who)) return yield* tooManyAttempts(codes);
});

/**
 * Limits attempts at unknown discount codes. A code that exists doesn't count as an attempt, so many people behind one
 * address can use it at the same time. `who` is an account's id, or a visitor's address. Attempts by apps for a
 * customer don't use up the customer's own. (DSC-02)
 */
export const limitCodeTries =
  (who: string) =>
  <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { limits } = yield* Settings;
      const caller = Option.getOrNull(yield* Effect.serviceOption(CurrentCaller));
      const key = caller?._tag === "SignedIn" && caller.scopes !== null ? `apps of ${who}` : who;
      yield* requireTryLeft(key);
      const outcome = yield* Effect.tapError(attempt, ({ _tag }) =>
        // Only a rejection reveals anything about the code.
        _tag === "conflict" ? takeTry(limits.codes, key) : Effect.void,
      );
      // If other attempts used up the limit in the meantime, don't reveal anything about this code. A burst can still
      // reveal codes that were looked up before its misses were counted.
      yield* requireTryLeft(key);
      return outcome;
    });

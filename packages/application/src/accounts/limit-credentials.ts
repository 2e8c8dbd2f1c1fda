import { emailKey, lockedMessage } from "@backlot/domain";
import { AccountLocked, RateLimits } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import { takeTry } from "../take-try.ts";
import { Settings } from "../settings.ts";

/** Counts one sign-up, password, or reset attempt from a network address; fails if none are left. */
export const takeNetworkTry = (network: string) => Settings.use(({ limits }) => takeTry(limits.networks, network));

/** Returns whether too many wrong passwords have locked an email address. */
export const isPasswordLocked = Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
  const { limits } = yield* Settings;
  return yield* (yield* RateLimits).isUsedUp(limits.passwords, emailKey(email));
});

/** Restores all password attempts of an email address. */
export const liftPasswordLock = Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
  const { limits } = yield* Settings;
  yield* (yield* RateLimits).clear(limits.passwords, emailKey(email));
});

const isRefused = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && Result.isSuccess(Cause.findError(exit.cause));

/**
 * Limits password attempts by email address and by network. Too many wrong passwords temporarily lock the email
 * address, whether or not it has an account. While it is locked, even the right password is rejected. The right
 * password doesn't count as an attempt. (ACC-03)
 */
export const limitPasswordTries =
  (tried: { readonly email: string; readonly network: string }) =>
  <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const rateLimits = yield* RateLimits;
      const settings = yield* Settings;
      const email = emailKey(tried.email);
      // Count both before checking the password, so that simultaneous attempts reveal no more than consecutive ones.
      yield* takeNetworkTry(tried.network);
      if (!(yield* rateLimits.take(settings.limits.passwords, email)))
        return yield* new AccountLocked({ message: lockedMessage(settings.shop.supportEmail()) });
      const giveBack = Effect.andThen(
        rateLimits.giveBack(settings.limits.passwords, email),
        rateLimits.giveBack(settings.limits.networks, tried.network),
      );
      // Only a rejection reveals anything about the password; an outage doesn't.
      return yield* attempt.pipe(Effect.onExit((exit) => (isRefused(exit) ? Effect.void : giveBack)));
    });

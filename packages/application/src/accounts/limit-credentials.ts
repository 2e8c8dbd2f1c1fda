import { lockedMessage } from "@backlot/domain";
import { AccountLocked, type TooManyAttempts } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import type { StorePorts } from "../store-ports.ts";
import { takeTry } from "../take-try.ts";

type LimitPorts = Pick<StorePorts, "rateLimits" | "settings">;

/** An address as limits count it, whether anybody has it or not. */
export const countedEmail = (email: string): string => email.trim().toLowerCase();

/** Takes one of a network's tries of credentials. (ACC-01, ACC-03, ACC-04) */
export const takeNetworkTry = (ports: LimitPorts, network: string): Effect.Effect<void, TooManyAttempts> =>
  takeTry(ports, ports.settings.networkTries, network);

const isRefused = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && Result.isSuccess(Cause.findError(exit.cause));

/**
 * Tries a password of an address for somebody from a network. After too many wrong ones the address is locked for a
 * while, for the right one too, and for addresses that nobody has alike. The right one costs no try. (ACC-03)
 */
export const limitPasswordTries =
  (ports: LimitPorts, tried: { readonly email: string; readonly network: string }) =>
  <A, E>(attempt: Effect.Effect<A, E>): Effect.Effect<A, E | AccountLocked | TooManyAttempts> =>
    Effect.gen(function* () {
      const { rateLimits, settings } = ports;
      const email = countedEmail(tried.email);
      // Both are taken before the password is looked at: tries that come all at once learn no more than tries in a row.
      yield* takeNetworkTry(ports, tried.network);
      if (!(yield* rateLimits.take(settings.passwordTries, email)))
        return yield* new AccountLocked({ message: lockedMessage(settings.supportEmail) });
      const giveBack = Effect.andThen(
        rateLimits.giveBack(settings.passwordTries, email),
        rateLimits.giveBack(settings.networkTries, tried.network),
      );
      // Only a refusal says anything of the password; an outage does not.
      return yield* attempt.pipe(Effect.onExit((exit) => (isRefused(exit) ? Effect.void : giveBack)));
    });

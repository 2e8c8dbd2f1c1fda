import { emailProblem, isDeleted, mailRepeatedBefore, message, passwordProblem } from "@backlot/domain";
import { Forbidden, type InvalidRequest, RESET_MINUTES, type Repositories, type TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { countedEmail, takeNetworkTry } from "./limit-credentials.ts";
import { toInvalidRequest } from "./invalid-form.ts";
import { takeOverGuests } from "./take-over-guests.ts";

type ResetPorts = Pick<StorePorts, "clock" | "identity" | "rateLimits" | "settings" | "transactions">;

/** Makes the mail due that lets whoever has an address choose a password; one in five minutes. (ACC-04) */
export const askForPassword = (
  ports: Pick<ResetPorts, "clock">,
  repos: Repositories,
  email: string,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const about = countedEmail(email);
    const now = ports.clock.now();
    yield* repos.notices.enqueue({ id: `reset:${about}`, kind: "reset-password", about }, now);
    yield* repos.notices.repeat(about, "reset-password", mailRepeatedBefore(now));
  });

/**
 * Has a mail sent by which a forgotten password is replaced. What is done here is the same for an address that nobody
 * has: neither the answer nor its time tells. (ACC-04)
 */
export const sendPasswordReset =
  (ports: ResetPorts) =>
  (email: string, network: string): Effect.Effect<void, InvalidRequest | TooManyAttempts> =>
    Effect.gen(function* () {
      const problem = emailProblem(email);
      if (problem !== null) return yield* toInvalidRequest([problem]);
      yield* takeNetworkTry(ports, network);
      yield* askForPassword(ports, ports.transactions.read, email);
    });

/** The page that sets a password, by a link that only the mailbox of its account has. (ACC-04) */
export const resetLink = (ports: Pick<ResetPorts, "settings">, token: string): string =>
  `${ports.settings.siteUrl}/users/reset?token=${encodeURIComponent(token)}`;

/** How long such a link is good, in words. */
export const RESET_LIFETIME = RESET_MINUTES === 60 ? "an hour" : `${RESET_MINUTES} minutes`;

/** Says to an account that its password was changed, each time. */
export const tellPasswordChanged = (
  ports: Pick<ResetPorts, "clock">,
  repos: Repositories,
  accountId: string,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = ports.clock.now();
    yield* repos.notices.enqueue({ id: `password:${accountId}`, kind: "password-changed", about: accountId }, now);
    yield* repos.notices.repeat(accountId, "password-changed", now);
  });

/**
 * Sets the password that a mail's link asks for, once. Every session of the account ends, an address that was locked
 * for wrong passwords opens again, and the mailbox is known to be its owner's. (ACC-04)
 */
export const resetPassword =
  (ports: ResetPorts) =>
  (form: {
    readonly token: string;
    readonly password: string;
  }): Effect.Effect<{ readonly email: string }, InvalidRequest | Forbidden> =>
    Effect.gen(function* () {
      const problem = passwordProblem(form.password);
      if (problem !== null) return yield* toInvalidRequest([problem]);
      const { id, email } = yield* ports.identity
        .resetPassword(form)
        .pipe(
          Effect.mapError((refused) =>
            refused._tag === "ResetRefused"
              ? new Forbidden({ message: message("reset_over") })
              : toInvalidRequest(["password_refused"]),
          ),
        );
      const { read } = ports.transactions;
      yield* ports.rateLimits.clear(ports.settings.passwordTries, countedEmail(email));
      yield* tellPasswordChanged(ports, read, id);
      const account = yield* read.accounts.get(id);
      if (account !== null && !isDeleted(account)) {
        yield* read.accounts.confirm(id, ports.clock.now());
        yield* takeOverGuests(ports)(account, yield* read.guests.ofEmail(account.email));
      }
      return { email };
    });

import { emailKey, emailProblem, isDeleted, mailRepeatedBefore, message, passwordProblem } from "@backlot/domain";
import {
  Ids,
  Forbidden,
  Identity,
  ReadRepositories,
  Repositories,
  RESET_MINUTES,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { markConfirmed } from "./confirm-email.ts";
import { takeNetworkMail } from "./limit-mails.ts";
import { liftPasswordLock, takeNetworkTry } from "./limit-credentials.ts";
import { toInvalidRequest } from "../invalid-form.ts";
import { Settings } from "../settings.ts";
import { takeOverGuests } from "./take-over-guests.ts";

/** Enqueues the email that lets the owner of an address choose a password, at most every five minutes. */
export const askForPassword = Effect.fnUntraced(function* (email: string) {
  const repos = yield* Repositories;
  const about = emailKey(email);
  const now = yield* currentTime;
  // Don't use the address, because staff see this id, and the audit log stores it.
  const id = (yield* Ids).next();
  yield* repos.outbox.enqueue({ id, kind: "reset-password", about }, now);
  yield* repos.outbox.repeat(about, "reset-password", mailRepeatedBefore(now));
});

/**
 * Sends the email that resets a password. It does the same work for an address without an account, so neither the
 * response nor its timing reveals which addresses have one.
 */
export const sendPasswordReset = Effect.fnUntraced(function* (email: string, network: string) {
  const problem = emailProblem(email);
  if (problem !== null) return yield* toInvalidRequest([problem]);
  yield* takeNetworkTry(network);
  yield* takeNetworkMail(network);
  yield* transactional(askForPassword(email));
});

/** Returns the link that resets a password. Send it only to the account's email address. */
export const resetLink = (siteUrl: string, token: string): string =>
  `${siteUrl}/users/reset?token=${encodeURIComponent(token)}`;

/** The lifetime of a reset link, as text. */
export const RESET_LIFETIME = RESET_MINUTES === 60 ? "an hour" : `${RESET_MINUTES} minutes`;

/** Enqueues the email that tells the owner that the password was changed. Sends one for every change. */
export const tellPasswordChanged = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* Repositories;
  const now = yield* currentTime;
  yield* repos.outbox.enqueue({ id: `password:${accountId}`, kind: "password-changed", about: accountId }, now);
  yield* repos.outbox.repeat(accountId, "password-changed", now);
});

/**
 * Sets a password with an emailed link, once. Ends every session of the account, unlocks the address if wrong passwords
 * had locked it, and confirms the address.
 */
export const resetPassword = Effect.fnUntraced(function* (form: { readonly token: string; readonly password: string }) {
  const identity = yield* Identity;
  const over = () => new Forbidden({ message: message("reset_over") });
  const owner = yield* identity.findReset(form.token);
  // Report an expired link before the user tries to come up with a better password.
  if (owner === null) return yield* over();
  const problem = passwordProblem(form.password, owner.email, (yield* Settings).commonPasswords);
  if (problem !== null) return yield* toInvalidRequest([problem]);
  const { id, email } = yield* identity
    .resetPassword(form)
    .pipe(
      Effect.mapError((refused) => (refused._tag === "ResetRefused" ? over() : toInvalidRequest(["password_refused"]))),
    );
  const repos = yield* ReadRepositories;
  yield* liftPasswordLock({ email });
  yield* transactional(tellPasswordChanged(id));
  const account = yield* repos.accounts.get(id);
  if (account !== null && !isDeleted(account)) {
    yield* markConfirmed(id);
    yield* takeOverGuests(account, yield* repos.guests.ofEmail(account.email));
  }
  return { email };
});

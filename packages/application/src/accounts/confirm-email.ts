import { type Account, confirmationExpiry, isDeleted, mailRepeatedBefore, message } from "@backlot/domain";
import {
  Conflict,
  CurrentCaller,
  Forbidden,
  Links,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { takeOverGuests } from "./take-over-guests.ts";

/** Enqueues the email that asks a new account to confirm its address. Returns false if it was already enqueued. */
export const askToConfirm = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* Repositories;
  return yield* repos.outbox.enqueue(
    { id: `confirm:${account.id}`, kind: "confirm-email", about: account.id },
    yield* currentTime,
  );
});

/** Returns the link that confirms an account's email address. Send it only to that address. */
export const confirmationLink = Effect.fnUntraced(function* ({ id: account_id, email }: Account) {
  const { siteUrl } = yield* Settings;
  const expires_at = confirmationExpiry(yield* currentTime);
  const token = (yield* Links).confirmation.sign({ account_id, email, expires_at });
  return `${siteUrl}/users/confirmation?token=${token}`;
});

/**
 * Enqueues the confirmation email again, at most every five minutes. Returns false if the last one is too recent, or if
 * the address is already confirmed.
 */
export const repeatConfirmation = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* Repositories;
  if (account.confirmed_at !== null) return false;
  // Accounts created before this email existed have nothing to resend.
  if (yield* askToConfirm(account)) return true;
  return yield* repos.outbox.repeat(account.id, "confirm-email", mailRepeatedBefore(yield* currentTime));
});

/** Marks an account's email address as confirmed, in its own transaction. */
export const markConfirmed = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* Repositories;
  yield* repos.accounts.confirm(accountId, yield* currentTime);
}, transactional);

/**
 * Confirms the email address that a link was sent to, and transfers guest purchases made with it to the account. The
 * caller must be signed in to that account. A stranger may have created the account with someone else's address. If
 * opening the link were enough, the address's owner would give the stranger everything bought with that address. Safe
 * to repeat.
 */
export const confirmEmail = Effect.fnUntraced(function* (token: string) {
  const links = yield* Links;
  const repos = yield* ReadRepositories;
  const claims = links.confirmation.open(token);
  const account = claims === null ? null : yield* repos.accounts.get(claims.account_id);
  if (account === null || isDeleted(account) || account.email !== claims?.email)
    return yield* new Forbidden({ message: message("confirmation_over") });
  const caller = yield* CurrentCaller;
  if (caller._tag !== "SignedIn" || caller.person.id !== account.id) {
    if (account.confirmed_at !== null) return { email: account.email };
    return yield* new Conflict({ reason: "sign_in_to_confirm", message: message("sign_in_to_confirm") });
  }
  yield* markConfirmed(account.id);
  yield* takeOverGuests(account, yield* repos.guests.ofEmail(account.email));
  return { email: account.email };
});

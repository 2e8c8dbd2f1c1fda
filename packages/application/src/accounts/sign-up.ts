import {
  GENERATED_PASSWORD_LENGTH,
  generatedPassword,
  isFreeSubscriberSignup,
  keptName,
  message,
  newAccount,
  signupProblems,
  soughtEmail,
} from "@backlot/domain";
import { Conflict, CurrentCaller, Identity, Ids, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { browserKey, visitorOf } from "../caller.ts";
import { askToConfirm } from "./confirm-email.ts";
import { toInvalidRequest } from "../invalid-form.ts";
import { takeNetworkTry } from "./limit-credentials.ts";
import { askForPassword } from "./reset-password.ts";
import { takeAddressMail, takeNetworkMail } from "./limit-mails.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";
import { Settings } from "../settings.ts";

/**
 * Creates an account and signs it in. If the form has no password, sets a random one, and emails a link to choose a new
 * one. (ACC-01)
 */
export const signUp = Effect.fnUntraced(function* (form: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password?: string | null | undefined;
}) {
  const caller = yield* CurrentCaller;
  const visitor = visitorOf(caller);
  const ids = yield* Ids;
  const identity = yield* Identity;
  const settings = yield* Settings;
  const chosen = form.password ?? null;
  const problems = signupProblems({ ...form, password: chosen }, settings.disposableDomains, settings.commonPasswords);
  if (problems.length > 0) return yield* toInvalidRequest(problems);
  yield* takeNetworkTry(visitor.address);
  yield* takeNetworkMail(visitor.address);
  const opened = yield* identity
    .register({
      email: soughtEmail(form.email),
      password: chosen ?? generatedPassword(ids.bytes(GENERATED_PASSWORD_LENGTH)),
      agent: visitor.agent,
      first_name: keptName(form.first_name),
      last_name: keptName(form.last_name),
    })
    .pipe(
      Effect.mapError((refused) =>
        refused._tag === "EmailTaken"
          ? new Conflict({ reason: "email_taken", message: message("email_taken") })
          : toInvalidRequest([refused.field === "email" ? "invalid_email" : "password_refused"]),
      ),
    );
  const account = newAccount(opened.person, isFreeSubscriberSignup({ password: chosen }));
  // The email that sets a password also confirms the address, and counts toward the limit when it is sent.
  const mayMail = chosen === null || (yield* takeAddressMail(account.email));
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    yield* repos.accounts.insertIfAbsent(account);
    if (mayMail) yield* chosen === null ? askForPassword(account.email) : askToConfirm(account);
  }).pipe(transactional);
  yield* takeOverAtSignIn(account, browserKey(caller));
  return { token: opened.token, account };
});

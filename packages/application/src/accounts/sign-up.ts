import {
  GENERATED_PASSWORD_LENGTH,
  generatedPassword,
  isFreeSubscriberSignup,
  message,
  newAccount,
  signupProblems,
} from "@backlot/domain";
import { Conflict, type InvalidRequest, type TooManyAttempts, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Visitor } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { askToConfirm } from "./confirm-email.ts";
import { toInvalidRequest } from "./invalid-form.ts";
import { takeNetworkTry } from "./limit-credentials.ts";
import { askForPassword } from "./reset-password.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";
import { userView } from "./user-view.ts";

/**
 * Makes an account and signs it in. One without a password is given one that nobody knows, and a mail by which its
 * owner chooses one. (ACC-01, ACC-02)
 */
export const signUp =
  (
    ports: Pick<
      StorePorts,
      "clock" | "identity" | "ids" | "paymentRecovery" | "rateLimits" | "settings" | "transactions"
    >,
  ) =>
  (
    form: {
      readonly first_name: string;
      readonly last_name: string;
      readonly email: string;
      readonly password?: string | null | undefined;
    },
    visitor: Visitor,
    browserKey: string | null,
  ): Effect.Effect<
    { readonly data: { readonly token: string; readonly user: UserView } },
    InvalidRequest | Conflict | TooManyAttempts
  > =>
    Effect.gen(function* () {
      const chosen = form.password ?? null;
      const problems = signupProblems({ ...form, password: chosen }, ports.settings.disposableDomains);
      if (problems.length > 0) return yield* toInvalidRequest(problems);
      yield* takeNetworkTry(ports, visitor.address);
      const opened = yield* ports.identity
        .register({
          email: form.email.trim(),
          password: chosen ?? generatedPassword(ports.ids.bytes(GENERATED_PASSWORD_LENGTH)),
          agent: visitor.agent,
          first_name: form.first_name.trim(),
          last_name: form.last_name.trim(),
        })
        .pipe(
          Effect.mapError((refused) =>
            refused._tag === "EmailTaken"
              ? new Conflict({ reason: "email_taken", message: message("email_taken") })
              : toInvalidRequest([refused.field === "email" ? "invalid_email" : "password_refused"]),
          ),
        );
      const account = newAccount(opened.person, isFreeSubscriberSignup({ password: chosen }));
      const { read } = ports.transactions;
      yield* read.accounts.insertIfAbsent(account);
      // The mail that sets a password confirms the address as well.
      yield* chosen === null ? askForPassword(ports, read, account.email) : askToConfirm(ports, read, account);
      yield* takeOverAtSignIn(ports)(account, browserKey);
      return { data: { token: opened.token, user: yield* userView(ports, account.id, opened.token) } };
    });

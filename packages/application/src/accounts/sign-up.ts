import { type AccountMessage, joinMessages, message, signupProblems } from "@backlot/domain";
import { Conflict, InvalidRequest, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { newAccount } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { askToConfirm } from "./confirm-email.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";
import { userView } from "./user-view.ts";

const FIELD_OF: Partial<Record<AccountMessage, string>> = {
  disposable_email: "email",
  email_required: "email",
  enter_email_to_continue: "email",
  invalid_email: "email",
  first_name_required: "first_name",
  last_name_required: "last_name",
  password_too_short: "password",
  password_refused: "password",
};

/** A request that the rules refuse, with all of its problems in one line and each by its field. (ACC-02) */
export const toInvalidRequest = (problems: readonly AccountMessage[]): InvalidRequest =>
  new InvalidRequest({
    message: joinMessages(problems),
    issues: problems.map((name) => ({ path: `payload.${FIELD_OF[name] ?? "form"}`, message: message(name) })),
  });

/** Makes a free account and signs it in. (ACC-01, ACC-02) */
export const signUp =
  (ports: Pick<StorePorts, "clock" | "identity" | "transactions">) =>
  (
    form: {
      readonly first_name: string;
      readonly last_name: string;
      readonly email: string;
      readonly password: string;
    },
    browserKey: string | null,
  ): Effect.Effect<{ readonly data: { readonly token: string; readonly user: UserView } }, InvalidRequest | Conflict> =>
    Effect.gen(function* () {
      const problems = signupProblems(form);
      if (problems.length > 0) return yield* toInvalidRequest(problems);
      const opened = yield* ports.identity
        .register({
          email: form.email.trim(),
          password: form.password,
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
      const account = newAccount(opened.person);
      const { read } = ports.transactions;
      yield* read.accounts.insertIfAbsent(account);
      yield* askToConfirm(ports, read, account);
      yield* takeOverAtSignIn(ports)(account, browserKey);
      return { data: { token: opened.token, user: yield* userView(read, account.id, opened.token) } };
    });

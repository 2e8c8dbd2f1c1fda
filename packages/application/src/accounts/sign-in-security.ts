import { type Account, nameProblems, passwordProblem } from "@backlot/domain";
import type { AccountLocked, InvalidRequest, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { limitPasswordTries } from "./limit-credentials.ts";
import { tellPasswordChanged } from "./reset-password.ts";
import { toInvalidRequest } from "./invalid-form.ts";

/** Who changes something of their own sign-in: the account, the session that asks, and the network it asks from. */
export interface AccountSession {
  readonly account: Account;
  readonly session: string;
  readonly network: string;
}

/** Replaces a password for who knows it, ends the other sessions, and says so by mail. (ACC-07) */
export const changePassword =
  (ports: Pick<StorePorts, "clock" | "identity" | "rateLimits" | "settings" | "transactions">) =>
  (
    { account, session, network }: AccountSession,
    form: { readonly current_password: string; readonly password: string },
  ): Effect.Effect<void, InvalidRequest | AccountLocked | TooManyAttempts> =>
    Effect.gen(function* () {
      const problem = passwordProblem(form.password);
      if (problem !== null) return yield* toInvalidRequest([problem]);
      // Who found a session open must not be able to guess on.
      yield* limitPasswordTries(ports, { email: account.email, network })(
        ports.identity.changePassword(session, { current: form.current_password, next: form.password }),
      ).pipe(
        Effect.catchTags({
          WrongCredentials: () => Effect.fail(toInvalidRequest(["current_password_wrong"])),
          CredentialsRefused: () => Effect.fail(toInvalidRequest(["password_refused"])),
        }),
      );
      yield* tellPasswordChanged(ports, ports.transactions.read, account.id);
    });

/** Changes the name of an account, as it greets and as receipts state it. (ACC-07) */
export const renameAccount =
  (ports: Pick<StorePorts, "identity" | "transactions">) =>
  (
    { account, session }: AccountSession,
    form: { readonly first_name: string; readonly last_name: string },
  ): Effect.Effect<void, InvalidRequest> =>
    Effect.gen(function* () {
      const name = { first_name: form.first_name.trim(), last_name: form.last_name.trim() };
      const problems = nameProblems(name);
      if (problems.length > 0) return yield* toInvalidRequest(problems);
      yield* ports.identity.rename(session, name);
      yield* ports.transactions.read.accounts.rename(account.id, name);
    });

import { keptName, nameProblems, passwordProblem } from "@backlot/domain";
import { CurrentAccount, CurrentSession, Identity, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { limitPasswordTries } from "./limit-credentials.ts";
import { tellPasswordChanged } from "./reset-password.ts";
import { toInvalidRequest } from "../invalid-form.ts";
import { Settings } from "../settings.ts";

/**
 * Replaces the caller's password, ends their other sessions, and notifies them by email. Fails if the current password
 * is wrong, or after too many attempts.
 */
export const changePassword = Effect.fnUntraced(function* (form: {
  readonly current_password: string;
  readonly password: string;
}) {
  const account = yield* CurrentAccount;
  const { session, visitor } = yield* CurrentSession;
  const identity = yield* Identity;
  const problem = passwordProblem(form.password, account.email, (yield* Settings).commonPasswords);
  if (problem !== null) return yield* toInvalidRequest([problem]);
  // Prevents anyone who finds an open session from guessing the password.
  yield* limitPasswordTries({ email: account.email, network: visitor.address })(
    identity.changePassword(session, { current: form.current_password, next: form.password }),
  ).pipe(
    Effect.catchTags({
      WrongCredentials: () => Effect.fail(toInvalidRequest(["current_password_wrong"])),
      CredentialsRefused: () => Effect.fail(toInvalidRequest(["password_refused"])),
    }),
  );
  yield* transactional(tellPasswordChanged(account.id));
});

/** Changes the caller's name, as it appears in greetings and on receipts. */
export const renameAccount = Effect.fnUntraced(function* (form: {
  readonly first_name: string;
  readonly last_name: string;
}) {
  const account = yield* CurrentAccount;
  const { session } = yield* CurrentSession;
  const identity = yield* Identity;
  const name = { first_name: keptName(form.first_name), last_name: keptName(form.last_name) };
  const problems = nameProblems(name);
  if (problems.length > 0) return yield* toInvalidRequest(problems);
  yield* identity.rename(session, name);
  yield* Repositories.use(({ accounts }) => accounts.update(account.id, name)).pipe(transactional);
});

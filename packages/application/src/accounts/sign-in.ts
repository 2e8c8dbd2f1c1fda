import { loginProblems, message, soughtEmail } from "@backlot/domain";
import { CurrentCaller, Identity, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { accountOf, browserKey, visitorOf } from "../caller.ts";
import { limitPasswordTries } from "./limit-credentials.ts";
import { toInvalidRequest } from "../invalid-form.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";

const wrongPassword = (): Unauthorized => new Unauthorized({ message: message("wrong_password") });

/**
 * Opens a session for an email address and password. Fails for a locked account, but only after the right password.
 * (ACC-03)
 */
export const signIn = Effect.fnUntraced(function* (form: { readonly email: string; readonly password: string }) {
  const caller = yield* CurrentCaller;
  const visitor = visitorOf(caller);
  const identity = yield* Identity;
  const problems = loginProblems(form);
  if (problems.length > 0) return yield* toInvalidRequest(problems);
  const { token, person } = yield* limitPasswordTries({ email: form.email, network: visitor.address })(
    identity
      .signIn({ email: soughtEmail(form.email), password: form.password, agent: visitor.agent })
      .pipe(Effect.mapError(wrongPassword)),
  );
  const account = yield* accountOf({ person }).pipe(
    Effect.tapError((refused) =>
      // A deleted account can sign in only if its deletion was interrupted. The right password proves ownership, so
      // finish the deletion.
      refused._tag === "unauthorized" ? identity.forget(token) : identity.signOut(token),
    ),
    Effect.catchTag("unauthorized", () => Effect.fail(wrongPassword())),
  );
  yield* takeOverAtSignIn(account, browserKey(caller));
  return { token, account };
});

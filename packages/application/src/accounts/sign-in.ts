import { loginProblems, message } from "@backlot/domain";
import {
  type AccountLocked,
  type InvalidRequest,
  type TooManyAttempts,
  Unauthorized,
  type UserView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Visitor, requireAccount } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { limitPasswordTries } from "./limit-credentials.ts";
import { toInvalidRequest } from "./invalid-form.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";
import { userView } from "./user-view.ts";

const wrongPassword = (): Unauthorized => new Unauthorized({ message: message("wrong_password") });

/**
 * Opens a session for an e-mail and password. A locked account gets none, which shows only after the right password.
 * (ACC-03)
 */
export const signIn =
  (ports: Pick<StorePorts, "identity" | "paymentRecovery" | "rateLimits" | "transactions" | "settings">) =>
  (
    form: {
      readonly email: string;
      readonly password: string;
    },
    visitor: Visitor,
    browserKey: string | null,
  ): Effect.Effect<
    { readonly data: { readonly token: string; readonly user: UserView } },
    InvalidRequest | Unauthorized | AccountLocked | TooManyAttempts
  > =>
    Effect.gen(function* () {
      const problems = loginProblems(form);
      if (problems.length > 0) return yield* toInvalidRequest(problems);
      const { token, person } = yield* limitPasswordTries(ports, { email: form.email, network: visitor.address })(
        ports.identity
          .signIn({ email: form.email.trim(), password: form.password, agent: visitor.agent })
          .pipe(Effect.mapError(wrongPassword)),
      );
      const account = yield* requireAccount(ports, { _tag: "SignedIn", person, token, session: token, visitor }).pipe(
        Effect.tapError((refused) =>
          // A deletion that was cut short is completed here: nobody but its owner knows the password.
          refused._tag === "unauthorized" ? ports.identity.forget(token) : ports.identity.signOut(token),
        ),
        Effect.catchTag("unauthorized", () => Effect.fail(wrongPassword())),
      );
      yield* takeOverAtSignIn(ports)(account, browserKey);
      return { data: { token, user: yield* userView(ports, account.id, token) } };
    });

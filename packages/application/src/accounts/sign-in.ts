import { loginProblems, message } from "@backlot/domain";
import { type AccountLocked, type InvalidRequest, Unauthorized, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireAccount } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { toInvalidRequest } from "./sign-up.ts";
import { takeOverAtSignIn } from "./take-over-guests.ts";
import { userView } from "./user-view.ts";

/** Opens a session for an e-mail and password. A locked account gets none. (ACC-03) */
export const signIn =
  (ports: Pick<StorePorts, "identity" | "transactions" | "settings">) =>
  (
    form: {
      readonly email: string;
      readonly password: string;
    },
    browserKey: string | null,
  ): Effect.Effect<
    { readonly data: { readonly token: string; readonly user: UserView } },
    InvalidRequest | Unauthorized | AccountLocked
  > =>
    Effect.gen(function* () {
      const problems = loginProblems(form);
      if (problems.length > 0) return yield* toInvalidRequest(problems);
      const { token, person } = yield* ports.identity
        .signIn({ email: form.email.trim(), password: form.password })
        .pipe(Effect.mapError(() => new Unauthorized({ message: message("invalid_credentials") })));
      const account = yield* requireAccount(ports, { _tag: "SignedIn", person, token, session: token }).pipe(
        Effect.tapError(() => ports.identity.signOut(token)),
      );
      yield* takeOverAtSignIn(ports)(account, browserKey);
      return { data: { token, user: yield* userView(ports.transactions.read, account.id, token) } };
    });

import { instant } from "@backlot/domain";
import {
  CredentialsRefused,
  EmailTaken,
  type Identity,
  type Session,
  type Person,
  WrongCredentials,
} from "@backlot/ports";
import { isAPIError } from "better-auth/api";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { type IdentityOptions, makeAuth } from "./auth.ts";
import { hashPassword, watchingHash, withHash } from "./passwords.ts";

export type { IdentityOptions } from "./auth.ts";

interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date;
}

const person = (user: AuthUser): Person => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  created_at: instant(user.createdAt.getTime()),
});

const bearerOf = (token: string): Headers => new Headers({ authorization: `Bearer ${token}` });

const signedToken = (headers: Headers): string => {
  const token = headers.get("set-auth-token");
  if (token === null) throw new Error("better-auth handed out no token");
  return token;
};

/** What better-auth answers with where its storage failed; it hides the driver's own error. */
const isStorageFailure = (error: unknown): boolean =>
  isAPIError(error) && (error.statusCode >= 500 || /^FAILED_TO_/.test(String(error.body?.code)));

/** The same as an error that says what it is: the SQL state of a connection that failed. */
const storageFailed = (cause: unknown): Error =>
  Object.assign(new Error("the storage of accounts failed", { cause }), { code: "08006" });

const codeOf = (error: unknown): string => (isAPIError(error) ? String(error.body?.code ?? error.status) : "");

/** The identity port over better-auth. Accounts' names and e-mails live with it; all else about them does not. */
export const makeIdentity = <Tables>(options: IdentityOptions<Tables>): Identity => {
  const auth = makeAuth(options);
  /**
   * Tries twice where the storage failed: a broken connection is replaced by then. Where the database is gone its own
   * error is thrown, which says so.
   */
  const withStorage = async <A>(operation: () => Promise<A>): Promise<A> => {
    try {
      return await operation();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      await sql`select 1`.execute(options.kysely);
      return operation().catch((again: unknown) => {
        throw isStorageFailure(again) ? storageFailed(again) : again;
      });
    }
  };
  const sessionPerson = async (token: string): Promise<Person | null> => {
    // What is no token at all can't even be put into a header.
    if (!/^[\x21-\x7e]+$/.test(token)) return null;
    const session = await withStorage(() => auth.api.getSession({ headers: bearerOf(token) }));
    return session === null ? null : person(session.user);
  };
  const opened = async (headers: Headers): Promise<Session> => {
    const token = signedToken(headers);
    const who = await sessionPerson(token);
    if (who === null) throw new Error("better-auth handed out a token that it does not know");
    return { token, person: who };
  };
  /** A sign-in that has succeeded does not fail for its hash: the next one replaces it. */
  const replaceHash = async (id: string, password: string): Promise<void> => {
    try {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.updatePassword(id, await hashPassword(password));
    } catch (error) {
      console.error("an old password hash was not replaced:", error instanceof Error ? error.message : error);
    }
  };
  return {
    register: ({ email, password, first_name, last_name }) =>
      Effect.tryPromise({
        try: async () => {
          const name = `${first_name} ${last_name}`;
          const body = { email, password, name, firstName: first_name, lastName: last_name };
          const hash = await hashPassword(password);
          const { headers } = await withHash(hash, () => auth.api.signUpEmail({ body, returnHeaders: true }));
          return opened(headers);
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error): Effect.Effect<never, EmailTaken | CredentialsRefused> => {
          const code = codeOf(error);
          if (code.startsWith("USER_ALREADY_EXISTS")) return Effect.fail(new EmailTaken());
          if (code.startsWith("PASSWORD_")) return Effect.fail(new CredentialsRefused({ field: "password" }));
          if (code === "INVALID_EMAIL" || code === "VALIDATION_ERROR")
            return Effect.fail(new CredentialsRefused({ field: "email" }));
          if (code !== "FAILED_TO_CREATE_USER")
            return Effect.die(isStorageFailure(error) ? storageFailed(error) : error);
          // The second of two sign-ups at once ends so, and so does one whose database fails: whether the address is taken
          // by now tells them apart.
          return Effect.flatMap(
            Effect.promise(async () => (await auth.$context).internalAdapter.findUserByEmail(email.toLowerCase())),
            (existing) => (existing === null ? Effect.die(storageFailed(error)) : Effect.fail(new EmailTaken())),
          );
        }),
      ),
    signIn: ({ email, password }) =>
      Effect.tryPromise({
        try: async () => {
          const { result, outdated } = await watchingHash(() =>
            withStorage(() => auth.api.signInEmail({ body: { email, password }, returnHeaders: true })),
          );
          const session = await opened(result.headers);
          if (outdated) await replaceHash(session.person.id, password);
          return session;
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error) =>
          isAPIError(error) && !isStorageFailure(error) ? Effect.fail(new WrongCredentials()) : Effect.die(error),
        ),
      ),
    findPerson: (token) => Effect.promise(() => sessionPerson(token)),
    signOut: (token) =>
      Effect.promise(async () => {
        if ((await sessionPerson(token)) !== null) await auth.api.signOut({ headers: bearerOf(token) });
      }),
  };
};

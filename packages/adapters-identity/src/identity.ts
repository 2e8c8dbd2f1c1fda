import { instant, isEmail } from "@backlot/domain";
import {
  CredentialsRefused,
  EmailTaken,
  type Identity,
  type OpenSession,
  type Session,
  type Person,
  ResetRefused,
  WrongCredentials,
  logToConsole,
} from "@backlot/ports";
import { isAPIError } from "better-auth/api";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { type IdentityOptions, makeAuth } from "./auth.ts";
import { makeDevices } from "./devices.ts";
import { findSession, scopesOf } from "./find-session.ts";
import { emailOf, keptEmail } from "./kept-email.ts";
import { PASSWORD_COST, hashPassword, watchingHash, withHash } from "./passwords.ts";
import { catchReset } from "./reset-tokens.ts";
import { signAnew } from "./sign-anew.ts";

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
  email: emailOf(user.email),
  first_name: user.firstName,
  last_name: user.lastName,
  created_at: instant(user.createdAt.getTime()),
});

/** The maximum length of a stored user agent, in characters. */
const AGENT_LENGTH = 300;

/** Returns a user agent as a header, or no header if it contains characters that headers don't allow. */
const agentOf = (agent: string | null | undefined): Headers => {
  const userAgent = (agent ?? "").slice(0, AGENT_LENGTH);
  return new Headers(/^[\x20-\x7e]+$/.test(userAgent) ? { "user-agent": userAgent } : {});
};

const signedToken = (headers: Headers): string => {
  const token = headers.get("set-auth-token");
  if (token === null) throw new Error("better-auth returned no token");
  return token;
};

/** Returns whether better-auth failed because of its storage. It hides the driver's own error. */
const isStorageFailure = (error: unknown): boolean =>
  isAPIError(error) && (error.statusCode >= 500 || /^FAILED_TO_/.test(String(error.body?.code)));

/** Returns an error with the SQLSTATE of a failed connection, so that the store treats it as an outage. */
const storageFailed = (cause: unknown): Error =>
  Object.assign(new Error("account storage failed", { cause }), { code: "08006" });

/** Returns the error for a password that better-auth rejected, or null for any other failure. */
const passwordRefused = (error: unknown): CredentialsRefused | null =>
  codeOf(error).startsWith("PASSWORD_") ? new CredentialsRefused({ field: "password" }) : null;

/** Returns whether an operation failed because the password is wrong, or because the session has ended. */
const isWrongPassword = (error: unknown): boolean => ["INVALID_PASSWORD", "UNAUTHORIZED"].includes(codeOf(error));

const codeOf = (error: unknown): string => (isAPIError(error) ? String(error.body?.code ?? error.status) : "");

/**
 * Creates the identity port over better-auth. Besides credentials and sessions, better-auth stores only each account's
 * name and email address.
 */
export const makeIdentity = <Tables>(options: IdentityOptions<Tables>): Identity => {
  const auth = makeAuth(options);
  const { passwordCost: cost = PASSWORD_COST, logError = logToConsole } = options;
  /**
   * Runs an operation, and retries it once after a storage failure, with a new connection. If the database is down, the
   * query between the two attempts throws the driver's own error.
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
  const secrets = [options.secret, ...(options.oldSecrets ?? [])] as const;
  const current = signAnew(options.secret, options.oldSecrets ?? []);
  const bearerOf = (token: string): Headers => new Headers({ authorization: `Bearer ${current(token)}` });
  const sessionOf = async (token: string) =>
    // Anything else can't be a token, or even a header value.
    /^[\x21-\x7e]+$/.test(token) ? withStorage(() => auth.api.getSession({ headers: bearerOf(token) })) : null;
  /** Runs work with a token's session and its owner, or returns `ended` if the session has ended. */
  const withOwner = <A>(
    token: string,
    ended: A,
    work: (
      session: NonNullable<Awaited<ReturnType<typeof sessionOf>>>,
      adapter: Awaited<typeof auth.$context>["internalAdapter"],
    ) => Promise<A>,
  ): Effect.Effect<A> =>
    Effect.promise(async () => {
      const session = await sessionOf(token);
      return session === null ? ended : work(session, (await auth.$context).internalAdapter);
    });
  const opened = async (headers: Headers): Promise<Session> => {
    const token = signedToken(headers);
    const session = await sessionOf(token);
    if (session === null) throw new Error("better-auth returned a token that it doesn't recognize");
    return { token, person: person(session.user) };
  };
  /**
   * Deletes a person's answers to apps' access requests, so that no app gets a token for a request they allowed before
   * their sessions ended.
   */
  const dropDeviceCodes = (id: string): Promise<unknown> =>
    sql`delete from auth_device_codes where user_id = ${id}`.execute(options.kysely);
  /** Deletes a person's open password resets, so that older emails can't set a password. */
  const dropResets = (id: string): Promise<unknown> =>
    sql`delete from auth_verifications where value = ${id}`.execute(options.kysely);
  /** Returns the owner of an open password reset, or null if the token is unknown, used, or expired. */
  const resetOwner = async (token: string): Promise<AuthUser | null> => {
    const { internalAdapter } = await auth.$context;
    const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (reset === null || reset.expiresAt.getTime() <= Date.now()) return null;
    // The library's type lacks our additional fields here.
    return (await internalAdapter.findUserById(reset.value)) as AuthUser | null;
  };
  /**
   * Replaces an outdated hash. Only logs a failure, because the sign-in has already succeeded, and the next sign-in
   * retries.
   */
  const replaceHash = async (id: string, password: string): Promise<void> => {
    try {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.updatePassword(id, await hashPassword(password, cost));
    } catch (error) {
      logError("an old password hash was not replaced", error instanceof Error ? error.message : error);
    }
  };
  return {
    ...makeDevices({ auth, kysely: options.kysely, secrets, bearerOf, withOwner }),
    removeExpired: () =>
      Effect.promise(async () => {
        await sql`delete from auth_sessions where expires_at <= now()`.execute(options.kysely);
        await sql`delete from auth_verifications where expires_at <= now()`.execute(options.kysely);
        // Keep expired codes for an hour, so that a late answer gets an error that says the code has expired.
        await sql`delete from auth_device_codes where expires_at <= now() - interval '1 hour'`.execute(options.kysely);
      }),
    register: ({ email, password, first_name, last_name, agent }) =>
      Effect.tryPromise({
        try: async () => {
          if (!isEmail(email)) throw new CredentialsRefused({ field: "email" });
          const name = `${first_name} ${last_name}`;
          const body = { email: keptEmail(email), password, name, firstName: first_name, lastName: last_name };
          const hash = await hashPassword(password, cost);
          const { headers } = await withHash(hash, () =>
            auth.api.signUpEmail({ body, headers: agentOf(agent), returnHeaders: true }),
          );
          return opened(headers);
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error): Effect.Effect<never, EmailTaken | CredentialsRefused> => {
          if (error instanceof CredentialsRefused) return Effect.fail(error);
          const code = codeOf(error);
          if (code.startsWith("USER_ALREADY_EXISTS")) return Effect.fail(new EmailTaken());
          const refused = passwordRefused(error);
          if (refused !== null) return Effect.fail(refused);
          if (code !== "FAILED_TO_CREATE_USER")
            return Effect.die(isStorageFailure(error) ? storageFailed(error) : error);
          // better-auth reports this both for the second of two simultaneous sign-ups and for a database failure. To
          // tell them apart, check whether the address is taken now.
          return Effect.flatMap(
            Effect.promise(async () => (await auth.$context).internalAdapter.findUserByEmail(keptEmail(email))),
            (existing) => (existing === null ? Effect.die(storageFailed(error)) : Effect.fail(new EmailTaken())),
          );
        }),
      ),
    signIn: ({ email, password, agent }) =>
      Effect.tryPromise({
        try: async () => {
          const { result, outdated } = await watchingHash(() =>
            withStorage(() =>
              auth.api.signInEmail({
                body: { email: keptEmail(email), password },
                headers: agentOf(agent),
                returnHeaders: true,
              }),
            ),
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
    findSession: (token) => Effect.promise(() => findSession(options.kysely, secrets, token)),
    signOut: (token) =>
      Effect.promise(async () => {
        if ((await sessionOf(token)) !== null) await auth.api.signOut({ headers: bearerOf(token) });
      }),
    startReset: (email) =>
      Effect.promise(async () => {
        const account = await (await auth.$context).internalAdapter.findUserByEmail(keptEmail(email));
        if (account === null) return null;
        await dropResets(account.user.id);
        const token = await catchReset(() => auth.api.requestPasswordReset({ body: { email: account.user.email } }));
        if (token === null) throw new Error("better-auth returned no reset token");
        // The library's type lacks our additional fields here.
        return { token, person: person(account.user as unknown as AuthUser) };
      }),
    findReset: (token) =>
      Effect.promise(async () => {
        const owner = await resetOwner(token);
        return owner === null ? null : person(owner);
      }),
    resetPassword: ({ token, password }) =>
      Effect.tryPromise({
        try: async () => {
          const owner = await resetOwner(token);
          if (owner === null) throw new ResetRefused();
          const hash = await hashPassword(password, cost);
          await withHash(hash, () => auth.api.resetPassword({ body: { token, newPassword: password } }));
          await dropResets(owner.id);
          await dropDeviceCodes(owner.id);
          return person(owner);
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error): Effect.Effect<never, ResetRefused | CredentialsRefused> => {
          const refused = passwordRefused(error);
          if (refused !== null) return Effect.fail(refused);
          return error instanceof ResetRefused || codeOf(error) === "INVALID_TOKEN"
            ? Effect.fail(new ResetRefused())
            : Effect.die(error);
        }),
      ),
    changePassword: (token, { current, next }) =>
      Effect.tryPromise({
        try: async () => {
          const headers = bearerOf(token);
          await auth.api.changePassword({ body: { currentPassword: current, newPassword: next }, headers });
          await auth.api.revokeOtherSessions({ headers });
          const session = await sessionOf(token);
          if (session === null) return;
          await dropResets(session.user.id);
          await dropDeviceCodes(session.user.id);
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error): Effect.Effect<never, WrongCredentials | CredentialsRefused> => {
          if (isWrongPassword(error)) return Effect.fail(new WrongCredentials());
          const refused = passwordRefused(error);
          return refused === null ? Effect.die(error) : Effect.fail(refused);
        }),
      ),
    checkPassword: (token, password) =>
      Effect.tryPromise({
        try: () => auth.api.verifyPassword({ body: { password }, headers: bearerOf(token) }),
        catch: (error) => error,
      }).pipe(
        Effect.asVoid,
        Effect.catch((error) => (isWrongPassword(error) ? Effect.fail(new WrongCredentials()) : Effect.die(error))),
      ),
    rename: (token, { first_name, last_name }) =>
      withOwner(token, undefined, async ({ user }, adapter) => {
        const name = `${first_name} ${last_name}`;
        await adapter.updateUser(user.id, { name, firstName: first_name, lastName: last_name });
      }),
    sessions: (token) =>
      withOwner(token, [] as readonly OpenSession[], async ({ session, user }, adapter) =>
        (await adapter.listSessions(user.id, { onlyActiveSessions: true }))
          .filter((each) => scopesOf(each) === null)
          .map((each) => ({
            id: each.id,
            agent: each.userAgent || null,
            created_at: instant(each.createdAt.getTime()),
            is_current: each.id === session.id,
          }))
          .sort((a, b) => (a.created_at < b.created_at ? 1 : -1)),
      ),
    endSessions: (token, which) =>
      withOwner(token, undefined, async ({ session, user }, adapter) => {
        const all = await adapter.listSessions(user.id);
        const ending = all.filter(({ id }) => (which === "others" ? id !== session.id : id === which.id));
        await Promise.all(ending.map((each) => adapter.deleteSession(each.token)));
        if (which === "others") await dropDeviceCodes(user.id);
      }),
    forget: (token) =>
      withOwner(token, undefined, async ({ user }, adapter) => {
        await dropResets(user.id);
        await adapter.deleteUser(user.id);
      }),
  };
};

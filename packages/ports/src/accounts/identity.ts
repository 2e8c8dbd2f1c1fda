import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";

/** A user of the sign-in service, without any store data. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly created_at: Instant;
}

/** A new session. `token` is the secret that authenticates later requests. */
export interface Session {
  readonly token: string;
  readonly person: Person;
}

/** An open session as its owner sees it. `agent` is the browser's user agent, or null if it sent none. */
export interface OpenSession {
  readonly id: string;
  readonly agent: string | null;
  readonly created_at: Instant;
  /** Whether the current request uses this session. */
  readonly is_current: boolean;
}

/** A password reset. Its token can be used once. */
export interface PasswordReset {
  readonly token: string;
  readonly person: Person;
}

/** The email address already has an account. Do not retry. */
export class EmailTaken extends Data.TaggedError("EmailTaken")<Record<never, never>> {}

/** The email address or password is not allowed. Do not retry. */
export class CredentialsRefused extends Data.TaggedError("CredentialsRefused")<{
  readonly field: "email" | "password";
}> {}

/** The email address and password don't match, or there is no such account. Do not retry. */
export class WrongCredentials extends Data.TaggedError("WrongCredentials")<Record<never, never>> {}

/** The reset token was used, has expired, or never existed. Do not retry. */
export class ResetRefused extends Data.TaggedError("ResetRefused")<Record<never, never>> {}

/** The lifetime of a password reset, in minutes. */
export const RESET_MINUTES = 60;

/** Accounts' credentials and sessions. `agent` is the user agent of the browser that signs up or in. */
export interface Identity {
  readonly register: (form: {
    readonly email: string;
    readonly password: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly agent?: string | null;
  }) => Effect.Effect<Session, EmailTaken | CredentialsRefused>;
  readonly signIn: (form: {
    readonly email: string;
    readonly password: string;
    readonly agent?: string | null;
  }) => Effect.Effect<Session, WrongCredentials>;
  /** Returns the person who is signed in with a session token, or null if the token isn't valid. */
  readonly findPerson: (token: string) => Effect.Effect<Person | null>;
  /** Ends a session. Does nothing if it has ended or never existed. */
  readonly signOut: (token: string) => Effect.Effect<void>;
  /**
   * Starts a password reset, which can be used once within RESET_MINUTES. Returns null if no account has the email
   * address.
   */
  readonly startReset: (email: string) => Effect.Effect<PasswordReset | null>;
  /** Returns the owner of a reset token, or null if the token was used, has expired, or never existed. */
  readonly findReset: (token: string) => Effect.Effect<Person | null>;
  /** Sets a new password with a reset token, and ends all of the owner's sessions. Returns the owner. */
  readonly resetPassword: (form: {
    readonly token: string;
    readonly password: string;
  }) => Effect.Effect<Person, ResetRefused | CredentialsRefused>;
  /** Changes the signed-in person's password, given the current one, and ends their other sessions. */
  readonly changePassword: (
    token: string,
    form: { readonly current: string; readonly next: string },
  ) => Effect.Effect<void, WrongCredentials | CredentialsRefused>;
  /** Fails unless this is the signed-in person's password. */
  readonly checkPassword: (token: string, password: string) => Effect.Effect<void, WrongCredentials>;
  /** Changes the signed-in person's name. */
  readonly rename: (
    token: string,
    name: { readonly first_name: string; readonly last_name: string },
  ) => Effect.Effect<void>;
  /** Lists the signed-in person's open sessions, newest first. */
  readonly sessions: (token: string) => Effect.Effect<readonly OpenSession[]>;
  /** Deletes the sessions and password resets of all people that have expired. */
  readonly removeExpired: () => Effect.Effect<void>;
  /**
   * Ends one of the signed-in person's sessions by its id, or all except the one of `token`. Ignores ended sessions.
   */
  readonly endSessions: (token: string, which: { readonly id: string } | "others") => Effect.Effect<void>;
  /** Deletes the signed-in person: password, name, and all sessions. The email address can sign up again. */
  readonly forget: (token: string) => Effect.Effect<void>;
}

/** The sign-in service. */
export const Identity = Context.Service<Identity>("backlot/Identity");

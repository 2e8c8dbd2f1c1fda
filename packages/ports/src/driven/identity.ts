import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";

/** Who a person is, apart from what they are to the shop. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly created_at: Instant;
}

/** A session just opened: its token is the secret that proves it. */
export interface Session {
  readonly token: string;
  readonly person: Person;
}

/**
 * A session of a person as its owner sees it. `agent` is what its browser called itself; null where it said nothing.
 */
export interface OpenSession {
  readonly id: string;
  readonly agent: string | null;
  readonly created_at: Instant;
  /** Whether it is the one that asks. */
  readonly is_current: boolean;
}

/** What lets somebody choose a new password, once. */
export interface PasswordReset {
  readonly token: string;
  readonly person: Person;
}

/** The address already has an account. A retry makes no sense. */
export class EmailTaken extends Data.TaggedError("EmailTaken")<Record<never, never>> {}

/** The address, or the password, is not one that can have an account. A retry makes no sense. */
export class CredentialsRefused extends Data.TaggedError("CredentialsRefused")<{
  readonly field: "email" | "password";
}> {}

/** The e-mail and password don't belong together, or nobody has that e-mail. A retry makes no sense. */
export class WrongCredentials extends Data.TaggedError("WrongCredentials")<Record<never, never>> {}

/** The token lets nobody choose a password: it was used, is over, or never was. A retry makes no sense. */
export class ResetRefused extends Data.TaggedError("ResetRefused")<Record<never, never>> {}

/** How long a password reset can be used, in minutes. (ACC-04) */
export const RESET_MINUTES = 60;

/** Accounts' credentials and sessions. `agent` is what a browser calls itself. (ACC-01, ACC-03, ACC-04, ACC-05) */
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
  /** Whose session a token names; null for a token that is not good, for whatever reason. */
  readonly findPerson: (token: string) => Effect.Effect<Person | null>;
  /** Ends a session; ending what is ended, or never was, is the same. */
  readonly signOut: (token: string) => Effect.Effect<void>;
  /** A reset for whoever has an address; null where nobody has. It can be used once, within RESET_MINUTES. */
  readonly startReset: (email: string) => Effect.Effect<PasswordReset | null>;
  /** Sets the password that a reset asks for, and ends every session of its owner. Answers whose it was. */
  readonly resetPassword: (form: {
    readonly token: string;
    readonly password: string;
  }) => Effect.Effect<Person, ResetRefused | CredentialsRefused>;
  /** Changes the password of a session's owner, who gives the present one, and ends their other sessions. */
  readonly changePassword: (
    token: string,
    form: { readonly current: string; readonly next: string },
  ) => Effect.Effect<void, WrongCredentials | CredentialsRefused>;
  /** Whether a password is the one of a session's owner. */
  readonly checkPassword: (token: string, password: string) => Effect.Effect<void, WrongCredentials>;
  /** Changes the name of a session's owner. */
  readonly rename: (
    token: string,
    name: { readonly first_name: string; readonly last_name: string },
  ) => Effect.Effect<void>;
  /** The sessions of a session's owner that are open, the newest first. */
  readonly sessions: (token: string) => Effect.Effect<readonly OpenSession[]>;
  /**
   * Ends one session of a session's owner by its id, or all but the one that asks. Ending what is ended is the same.
   */
  readonly endSessions: (token: string, which: { readonly id: string } | "others") => Effect.Effect<void>;
  /** Forgets a session's owner: the password, every session and the name. The address may sign up again. */
  readonly forget: (token: string) => Effect.Effect<void>;
}

/** The sign-in service. */
export const Identity = Context.Service<Identity>("backlot/Identity");

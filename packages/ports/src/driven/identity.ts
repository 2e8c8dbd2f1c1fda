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

/** The address already has an account. A retry makes no sense. */
export class EmailTaken extends Data.TaggedError("EmailTaken")<Record<never, never>> {}

/** The address, or the password, is not one that can have an account. A retry makes no sense. */
export class CredentialsRefused extends Data.TaggedError("CredentialsRefused")<{
  readonly field: "email" | "password";
}> {}

/** The e-mail and password don't belong together, or nobody has that e-mail. A retry makes no sense. */
export class WrongCredentials extends Data.TaggedError("WrongCredentials")<Record<never, never>> {}

/** Accounts' credentials and sessions. (ACC-01, ACC-03, ACC-05) */
export interface Identity {
  readonly register: (form: {
    readonly email: string;
    readonly password: string;
    readonly first_name: string;
    readonly last_name: string;
  }) => Effect.Effect<Session, EmailTaken | CredentialsRefused>;
  readonly signIn: (form: {
    readonly email: string;
    readonly password: string;
  }) => Effect.Effect<Session, WrongCredentials>;
  /** Whose session a token names; null for a token that is not good, for whatever reason. */
  readonly findPerson: (token: string) => Effect.Effect<Person | null>;
  /** Ends a session; ending what is ended, or never was, is the same. */
  readonly signOut: (token: string) => Effect.Effect<void>;
}

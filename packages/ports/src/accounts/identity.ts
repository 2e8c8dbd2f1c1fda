import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";
import type { Scope } from "@backlot/domain/accounts/scope";

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

/** The owner of a session. `scopes` is null for a sign-in session, which has no restrictions. */
export interface SessionOwner {
  readonly person: Person;
  readonly scopes: readonly Scope[] | null;
}

/** An app's request for access. The app keeps `device_code`, and its user enters `user_code` in the store. */
export interface DeviceRequest {
  readonly device_code: string;
  readonly user_code: string;
}

/** The access that an app requests from a customer. */
export interface AccessRequest {
  readonly channel_id: string;
  readonly scopes: readonly Scope[];
}

/** A token that an app uses on behalf of a customer. */
export interface AppToken extends AccessRequest {
  readonly id: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
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

/** The user code is unknown, expired, already answered, or another customer's. Do not retry. */
export class CodeRefused extends Data.TaggedError("CodeRefused")<Record<never, never>> {}

/** The reasons why a device code has no token, using RFC 8628's names. */
export const NO_TOKEN_REASONS = [
  "authorization_pending",
  "slow_down",
  "access_denied",
  "expired_token",
  "invalid_grant",
] as const;

/**
 * There is no token for a device code. Retry after the interval if the reason is `authorization_pending` or
 * `slow_down`.
 */
export class NoToken extends Data.TaggedError("NoToken")<{
  readonly reason: (typeof NO_TOKEN_REASONS)[number];
}> {}

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
  /** Returns the owner of a session token or an app's token, or null if it isn't valid. */
  readonly findSession: (token: string) => Effect.Effect<SessionOwner | null>;
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
  /** Starts an app's request for access. */
  readonly startDevice: (request: AccessRequest) => Effect.Effect<DeviceRequest>;
  /** Returns the access that an app requests. After that, only the signed-in person can answer its request. */
  readonly findDevice: (token: string, user_code: string) => Effect.Effect<AccessRequest, CodeRefused>;
  /** Allows or denies an app's request that the signed-in person has viewed. Returns the ID of the app's channel. */
  readonly decideDevice: (token: string, user_code: string, isAllowed: boolean) => Effect.Effect<string, CodeRefused>;
  /** Returns the token for a device code, once the customer has allowed access. Each code can be redeemed once. */
  readonly redeemDevice: (request: {
    readonly device_code: string;
    readonly channel_id: string;
  }) => Effect.Effect<AccessRequest & { readonly token: string }, NoToken>;
  /** Lists the tokens that apps have for the signed-in person, newest first. */
  readonly appTokens: (token: string) => Effect.Effect<readonly AppToken[]>;
  /** Lists the signed-in person's open sessions, newest first, excluding apps' tokens. */
  readonly sessions: (token: string) => Effect.Effect<readonly OpenSession[]>;
  /** Deletes everyone's expired sessions, password resets, and app requests. */
  readonly removeExpired: () => Effect.Effect<void>;
  /**
   * Ends one of the signed-in person's sessions or apps' tokens by id, or all except `token`, and revokes all codes
   * that those sessions allowed. Ignores sessions that have ended.
   */
  readonly endSessions: (token: string, which: { readonly id: string } | "others") => Effect.Effect<void>;
  /** Deletes the signed-in person's password, name, and sessions. The email address can sign up again. */
  readonly forget: (token: string) => Effect.Effect<void>;
}

/** The sign-in service. */
export const Identity = Context.Service<Identity>("backlot/Identity");

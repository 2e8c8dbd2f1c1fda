import { randomUUID } from "node:crypto";
import { DEVICE_CODE } from "@backlot/domain/accounts/scope";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@backlot/domain";
import { type LogError, RESET_MINUTES } from "@backlot/ports";
import { betterAuth } from "better-auth";
import { bearer } from "better-auth/plugins/bearer";
import { deviceAuthorization } from "better-auth/plugins/device-authorization";
import type { Kysely } from "kysely";
import { addAppSession } from "./app-session.ts";
import { PASSWORD_COST, type PasswordCost, passwordFunctions } from "./passwords.ts";
import { handOutReset } from "./reset-tokens.ts";

/** Configuration for sign-in. */
export interface IdentityOptions<Tables> {
  readonly kysely: Kysely<Tables>;
  /** The key that signs session tokens, at least 32 characters. */
  readonly secret: string;
  /** Earlier secrets. Sessions whose tokens they signed stay open. */
  readonly oldSecrets?: readonly string[];
  /** The lifetime of a session, in seconds. */
  readonly sessionSeconds: number;
  /** The cost of a password hash; defaults to `PASSWORD_COST`. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly logError?: LogError;
}

/** Creates better-auth over our tables. It provides rules and storage; routes, cookies, and rate limits are ours. */
export const makeAuth = <Tables>({
  kysely,
  secret,
  sessionSeconds,
  passwordCost = PASSWORD_COST,
}: IdentityOptions<Tables>) =>
  betterAuth({
    appName: "backlot",
    // This URL is never visible, because no route of better-auth is mounted, but better-auth needs it to check
    // redirects.
    baseURL: "http://127.0.0.1",
    basePath: "/api/auth",
    secret,
    database: { db: kysely, type: "postgres", transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      // better-auth counts UTF-16 units before letters are composed. The domain counts characters.
      maxPasswordLength: MAX_PASSWORD_LENGTH * 8,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      sendResetPassword: handOutReset,
      password: passwordFunctions(passwordCost),
    },
    plugins: [
      bearer({ requireSignature: true }),
      deviceAuthorization({
        expiresIn: `${DEVICE_CODE.minutes}m`,
        interval: `${DEVICE_CODE.interval}s`,
        schema: {
          deviceCode: {
            modelName: "auth_device_codes",
            fields: {
              deviceCode: "device_code",
              userCode: "user_code",
              userId: "user_id",
              expiresAt: "expires_at",
              lastPolledAt: "last_polled_at",
              pollingInterval: "polling_interval",
              clientId: "client_id",
            },
          },
        },
      }),
    ],
    databaseHooks: { session: { create: { before: addAppSession } } },
    user: {
      modelName: "auth_users",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: {
        firstName: { type: "string", required: true, fieldName: "first_name" },
        lastName: { type: "string", required: true, fieldName: "last_name" },
      },
    },
    session: {
      modelName: "auth_sessions",
      fields: {
        expiresAt: "expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        userId: "user_id",
      },
      additionalFields: {
        channelId: { type: "string", required: false, input: false, fieldName: "channel_id" },
        scopes: { type: "string", required: false, input: false },
      },
      expiresIn: sessionSeconds,
      // Reading a session never writes, so a page view doesn't wait for a database write.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "auth_credentials",
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "user_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "auth_verifications",
      // Hashed, so that a leaked database doesn't let anyone reset a password.
      storeIdentifier: "hashed",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its spans aren't exported, and they cost time on every request.
    experimental: { instrumentation: { enabled: false } },
    logger: { disabled: true },
    advanced: {
      ipAddress: { disableIpTracking: true },
      // Read a session and its user in one query, because every page needs both.
      database: { generateId: () => randomUUID(), joins: true },
    },
  });

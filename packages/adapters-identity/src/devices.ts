import { instant } from "@backlot/domain";
import { TOKEN_DAYS, parseScopes } from "@backlot/domain/accounts/scope";
import {
  type AccessRequest,
  type AppToken,
  CodeRefused,
  type Identity,
  NO_TOKEN_REASONS,
  NoToken,
} from "@backlot/ports";
import { isAPIError } from "better-auth/api";
import * as Effect from "effect/Effect";
import { type Kysely, sql } from "kysely";
import { asAppSession } from "./app-session.ts";
import type { makeAuth } from "./auth.ts";
import { scopesOf } from "./find-session.ts";
import { signed, unsigned } from "./sign-anew.ts";

/** The prefix of signed device codes, so that a session token can't pass as one. */
const DEVICE = "device:";

interface DeviceOptions<Tables> {
  readonly auth: ReturnType<typeof makeAuth<Tables>>;
  readonly kysely: Kysely<Tables>;
  /** The secrets that sign device codes and tokens, with the current one first. */
  readonly secrets: readonly [string, ...string[]];
  readonly bearerOf: (token: string) => Headers;
  /** Runs work on a token's owner, or returns `ended` if the session has ended. */
  readonly withOwner: <A>(
    token: string,
    ended: A,
    work: (session: { readonly user: { readonly id: string } }, adapter: Sessions) => Promise<A>,
  ) => Effect.Effect<A>;
}

/** The part of better-auth's adapter that lists sessions. */
interface Sessions {
  readonly listSessions: (
    userId: string,
    options: { readonly onlyActiveSessions: boolean },
  ) => Promise<readonly { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date }[]>;
}

const isReason = (text: unknown): text is NoToken["reason"] => NO_TOKEN_REASONS.some((reason) => reason === text);

const requestOf = (channel_id: unknown, scope: unknown): AccessRequest => {
  const scopes = parseScopes(String(scope));
  if (typeof channel_id !== "string" || scopes === null) throw new Error("a device code has no channel or scopes");
  return { channel_id, scopes };
};

/**
 * Creates the part of the identity port that handles apps' access requests. Device codes are signed like session
 * tokens, so that a leaked database contains no usable codes.
 */
export const makeDevices = <Tables>({
  auth,
  kysely,
  secrets,
  bearerOf,
  withOwner,
}: DeviceOptions<Tables>): Pick<
  Identity,
  "startDevice" | "findDevice" | "decideDevice" | "redeemDevice" | "appTokens"
> => {
  return {
    startDevice: ({ channel_id, scopes }) =>
      Effect.promise(async () => {
        const { device_code, user_code } = await auth.api.deviceCode({
          body: { client_id: channel_id, scope: scopes.join(" ") },
        });
        return { device_code: signed(`${DEVICE}${device_code}`, secrets[0]), user_code };
      }),
    findDevice: (token, user_code) =>
      Effect.tryPromise({
        try: async () => {
          const device = await auth.api.deviceVerify({ query: { user_code }, headers: bearerOf(token) });
          if (device.status !== "pending" || device.client_id === undefined) throw new CodeRefused();
          return requestOf(device.client_id, device.scope);
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error) =>
          error instanceof CodeRefused || (isAPIError(error) && error.statusCode < 500)
            ? Effect.fail(new CodeRefused())
            : Effect.die(error),
        ),
      ),
    decideDevice: (token, user_code, isAllowed) =>
      withOwner<string | null>(token, null, async ({ user }) => {
        // Use one statement, unlike better-auth, so that only one of two simultaneous answers counts.
        const { rows } = await sql<{ readonly client_id: string }>`
          update auth_device_codes set status = ${isAllowed ? "approved" : "denied"}
          where user_code = ${user_code} and user_id = ${user.id} and status = 'pending' and expires_at > now()
          returning client_id`.execute(kysely);
        return rows[0]?.client_id ?? null;
      }).pipe(
        Effect.flatMap((channel) => (channel === null ? Effect.fail(new CodeRefused()) : Effect.succeed(channel))),
      ),
    appTokens: (token) =>
      withOwner<readonly AppToken[]>(token, [], async ({ user }, { listSessions }) =>
        (await listSessions(user.id, { onlyActiveSessions: true }))
          .flatMap((each) => {
            const scopes = scopesOf(each);
            const channel_id = String(Reflect.get(each, "channelId"));
            const [created_at, expires_at] = [instant(each.createdAt.getTime()), instant(each.expiresAt.getTime())];
            return scopes === null ? [] : [{ id: each.id, channel_id, scopes, created_at, expires_at }];
          })
          .sort((a, b) => (a.created_at < b.created_at ? 1 : -1)),
      ),
    redeemDevice: ({ device_code, channel_id }) =>
      Effect.tryPromise({
        try: async () => {
          const value = unsigned(device_code, secrets);
          if (value?.startsWith(DEVICE) !== true) throw new NoToken({ reason: "invalid_grant" });
          const code = value.slice(DEVICE.length);
          const { adapter } = await auth.$context;
          const row = await adapter.findOne<{ readonly clientId: string; readonly scope: string }>({
            model: "deviceCode",
            where: [{ field: "deviceCode", value: code }],
          });
          if (row === null) throw new NoToken({ reason: "invalid_grant" });
          const request = requestOf(row.clientId, row.scope);
          const expiresAt = new Date(Date.now() + TOKEN_DAYS * 86_400_000);
          const session = { channelId: request.channel_id, scopes: request.scopes.join(" "), expiresAt };
          const { access_token } = await asAppSession(session, () =>
            auth.api.deviceToken({
              body: {
                grant_type: "urn:ietf:params:oauth:grant-type:device_code",
                device_code: code,
                client_id: channel_id,
              },
            }),
          );
          return { ...request, token: signed(access_token, secrets[0]) };
        },
        catch: (error) => error,
      }).pipe(
        Effect.catch((error) => {
          if (error instanceof NoToken) return Effect.fail(error);
          const reason: unknown = isAPIError(error) ? error.body?.error : null;
          return isReason(reason) ? Effect.fail(new NoToken({ reason })) : Effect.die(error);
        }),
      ),
  };
};

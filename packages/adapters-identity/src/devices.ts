import { TOKEN_DAYS, parseScopes } from "@backlot/domain/accounts/scope";
import { type AccessRequest, CodeRefused, type Identity, NoToken } from "@backlot/ports";
import { isAPIError } from "better-auth/api";
import * as Effect from "effect/Effect";
import { type Kysely, sql } from "kysely";
import { asAppSession } from "./app-session.ts";
import type { makeAuth } from "./auth.ts";
import { signed, unsigned } from "./sign-anew.ts";

/** The prefix of signed device codes, so that a session token can't pass as one. */
const DEVICE = "device:";

interface DeviceOptions<Tables> {
  readonly auth: ReturnType<typeof makeAuth<Tables>>;
  readonly kysely: Kysely<Tables>;
  /** The secrets that sign device codes and tokens, the current one first. */
  readonly secrets: readonly [string, ...string[]];
  readonly bearerOf: (token: string) => Headers;
  readonly sessionOf: (token: string) => Promise<{ readonly user: { readonly id: string } } | null>;
}

const isReason = (text: unknown): text is NoToken["reason"] =>
  ["authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_grant"].includes(String(text));

const requestOf = (channel_id: unknown, scope: unknown): AccessRequest => {
  const scopes = parseScopes(String(scope));
  if (typeof channel_id !== "string" || scopes === null) throw new Error("a device code has no channel or scope");
  return { channel_id, scopes };
};

/**
 * Creates the part of the identity port for apps' requests for access. Device codes are signed like session tokens, so
 * that a leaked database contains no usable codes.
 */
export const makeDevices = <Tables>({
  auth,
  kysely,
  secrets,
  bearerOf,
  sessionOf,
}: DeviceOptions<Tables>): Pick<Identity, "startDevice" | "findDevice" | "decideDevice" | "redeemDevice"> => {
  /** Runs `answer`. Fails if the code is unknown, expired, answered, or another person's. */
  const refusing = <A>(answer: () => Promise<A>): Effect.Effect<A, CodeRefused> =>
    Effect.tryPromise({ try: answer, catch: (error) => error }).pipe(
      Effect.catch((error) =>
        error instanceof CodeRefused || (isAPIError(error) && error.statusCode < 500)
          ? Effect.fail(new CodeRefused())
          : Effect.die(error),
      ),
    );
  return {
    startDevice: ({ channel_id, scopes }) =>
      Effect.promise(async () => {
        const { device_code, user_code } = await auth.api.deviceCode({
          body: { client_id: channel_id, scope: scopes.join(" ") },
        });
        return { device_code: signed(`${DEVICE}${device_code}`, secrets[0]), user_code };
      }),
    findDevice: (token, user_code) =>
      refusing(async () => {
        const found = await auth.api.deviceVerify({ query: { user_code }, headers: bearerOf(token) });
        if (found.status !== "pending" || found.client_id === undefined) throw new CodeRefused();
        return requestOf(found.client_id, found.scope);
      }),
    decideDevice: (token, user_code, isAllowed) =>
      refusing(async () => {
        const session = await sessionOf(token);
        // One statement, unlike better-auth's, so that only one of two simultaneous answers counts.
        const { rows } = await sql<{ readonly client_id: string }>`
          update auth_device_codes set status = ${isAllowed ? "approved" : "denied"}
          where user_code = ${user_code} and user_id = ${session?.user.id ?? null} and status = 'pending'
            and expires_at > now() returning client_id`.execute(kysely);
        const [answered] = rows;
        if (answered === undefined) throw new CodeRefused();
        return answered.client_id;
      }),
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

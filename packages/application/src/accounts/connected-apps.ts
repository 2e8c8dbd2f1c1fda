import {
  ACCESS_MESSAGES,
  DEVICE_CODE,
  type Scope,
  TOKEN_DAYS,
  formatUserCode,
  normalizeUserCode,
  parseScopes,
} from "@backlot/domain/accounts/scope";
import {
  Conflict,
  CurrentAccount,
  CurrentCaller,
  CurrentSession,
  Identity,
  InvalidRequest,
  type NoToken,
  NotFound,
  RateLimits,
  ReadRepositories,
  transactional,
} from "@backlot/ports";
import { ConnectedApps } from "@backlot/ports/accounts/channels.contract";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { enqueueMail } from "../enqueue-mail.ts";
import { implement } from "../implement.ts";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";
import { takeNetworkTry } from "./limit-credentials.ts";

const invalid = (path: string, text: string): InvalidRequest =>
  new InvalidRequest({ message: text, issues: [{ path: `payload.${path}`, message: text }] });

const noCode = (): NotFound => new NotFound({ message: ACCESS_MESSAGES.user_code_invalid });

/** Returns the channel and the requested scopes. Fails if the channel is unknown or isn't allowed to request them. */
const channelFor = Effect.fnUntraced(function* (client_id: string, scope: string) {
  const repos = yield* ReadRepositories;
  const channel = yield* repos.channels.get(client_id);
  if (channel === null) return yield* invalid("client_id", ACCESS_MESSAGES.client_unknown);
  const allowed = channel.scopes.join(" ");
  const scopes = parseScopes(scope);
  if (scopes?.every((each) => channel.scopes.includes(each)) !== true)
    return yield* invalid("scope", `Use scopes that this app can request: ${allowed}.`);
  return { channel, scopes };
});

const requestAccess = Effect.fnUntraced(function* ({
  client_id,
  scope,
}: {
  readonly client_id: string;
  readonly scope: string;
}) {
  yield* takeNetworkTry(addressOf(yield* CurrentCaller));
  const { channel, scopes } = yield* channelFor(client_id, scope);
  const { device_code, user_code } = yield* (yield* Identity).startDevice({ channel_id: channel.id, scopes });
  const { siteUrl } = yield* Settings;
  const shown = formatUserCode(user_code);
  const verification_uri = `${siteUrl}/connect`;
  const verification_uri_complete = `${verification_uri}?code=${shown}`;
  const { minutes, interval } = DEVICE_CODE;
  return {
    ...{ device_code, user_code: shown, verification_uri, verification_uri_complete },
    ...{ expires_in: minutes * 60, interval },
  };
});

/** Returns the error for a device code without a token. */
const toConflict = ({ reason }: NoToken): Conflict | InvalidRequest =>
  reason === "invalid_grant"
    ? invalid("device_code", ACCESS_MESSAGES.device_code_invalid)
    : new Conflict({ reason, message: ACCESS_MESSAGES[reason] });

/** Returns the token for a device code, once the customer has allowed access. */
const redeem = Effect.fnUntraced(function* ({
  client_id,
  device_code,
}: {
  readonly client_id: string;
  readonly device_code: string;
}) {
  const identity = yield* Identity;
  const { token, scopes } = yield* identity
    .redeemDevice({ channel_id: client_id, device_code })
    .pipe(Effect.mapError(toConflict));
  return {
    access_token: token,
    token_type: "Bearer" as const,
    scope: scopes.join(" "),
    expires_in: TOKEN_DAYS * 86_400,
  };
});

/**
 * Returns the access that an app requests from the caller. Limits the number of unknown codes that the caller can try.
 */
const viewRequest = Effect.fnUntraced(function* (code: string) {
  const who = `device ${(yield* CurrentAccount).id}`;
  const { codes } = (yield* Settings).limits;
  // Count the attempt first, so that parallel guesses also count. Restore it if the code exists.
  yield* takeTry(codes, who);
  const { session } = yield* CurrentSession;
  const { channel_id, scopes } = yield* (yield* Identity)
    .findDevice(session, normalizeUserCode(code))
    .pipe(Effect.mapError(noCode));
  yield* (yield* RateLimits).giveBack(codes, who);
  const repos = yield* ReadRepositories;
  const channel = yield* repos.channels.get(channel_id);
  return channel === null ? yield* noCode() : { name: channel.name, scopes };
});

/** Allows or denies a request that the caller has viewed, and emails the caller if access is allowed. */
const decide = Effect.fnUntraced(function* (code: string, isAllowed: boolean) {
  const { session } = yield* CurrentSession;
  const { id } = yield* CurrentAccount;
  const channel = yield* (yield* Identity)
    .decideDevice(session, normalizeUserCode(code), isAllowed)
    .pipe(Effect.mapError(noCode));
  if (isAllowed) yield* transactional(enqueueMail("app-connected", `${id}:${channel}`, { repeats: true }));
});

/** Returns the apps that can act for the caller, newest first. */
export const listConnectedApps = Effect.gen(function* () {
  const { session } = yield* CurrentSession;
  const tokens = yield* (yield* Identity).appTokens(session);
  if (tokens.length === 0) return [];
  const repos = yield* ReadRepositories;
  const channels = new Map((yield* repos.channels.all()).map(({ id, name }) => [id, name]));
  return tokens.map(({ id, channel_id, scopes, created_at, expires_at }) => ({
    ...{ id, name: channels.get(channel_id) ?? channel_id, scopes: [...scopes] satisfies Scope[] },
    ...{ connected_at: created_at, expires_at },
  }));
});

export const connectedApps = implement(ConnectedApps, {
  request: ({ payload }) => requestAccess(payload),
  token: ({ payload }) => redeem(payload),
  view: ({ params }) => viewRequest(params.user_code),
  decide: ({ params, payload }) => decide(params.user_code, payload.is_allowed),
  list: () => listConnectedApps,
  disconnect: Effect.fnUntraced(function* ({ params: { id } }) {
    const { session } = yield* CurrentSession;
    yield* (yield* Identity).endSessions(session, { id });
  }),
});

import { join } from "node:path";
import { anonymous, callerOf, makeStore } from "@backlot/application";
import { FINGERPRINT_COOKIE, recordedFingerprint } from "@backlot/domain";
import {
  BacklotApi,
  type Caller,
  CertificateRenderer,
  Clock,
  IdempotencyKeys,
  ReadRepositories,
  Transactions,
  type Visitor,
} from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { type Context as RequestContext, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { makeResponses } from "./responses.ts";
import { INTERNAL, mountContract } from "./contract-routes.ts";
import type { Services } from "./composition.ts";
import { clientAddress } from "./client-address.ts";
import type { StoreConfig } from "./settings/derived.ts";
import { CERTIFICATE_KEYS_PATH } from "@backlot/domain";
import { logoRoute } from "./logo-route.ts";
import { filesRoute } from "./files-route.ts";
import { documentRoutes } from "./document/document-routes.ts";
import { guestCookie } from "./guest-cookie.ts";
import { makeIdempotency } from "./idempotency.ts";
import { unavailable } from "./outages.ts";
import { NO_TELEMETRY, type Telemetry, outcomeObserver } from "./observe/telemetry.ts";
import { pageAccountOnly } from "./page-account.ts";
import { withCors } from "./cors.ts";
import { commonHeaders, sameOriginOnly, staffByKey } from "./security.ts";
import { sessionCookie, sessionToken } from "./session-cookie.ts";
import { stockRoute } from "./stock-route.ts";
import type { Visitors } from "./visitors.ts";
import { Settings } from "@backlot/application";
import type { PageHost, mountWeb } from "./web.ts";
import { webhooksRoute } from "./webhooks-route.ts";

/** The largest request body, in bytes. Requests carry forms, not files. */
const BODY_LIMIT = 100_000;
const WRITING = ["POST", "PUT", "PATCH", "DELETE"];

const tooLarge = (c: RequestContext): Response =>
  c.json({ error: { code: "too_large", message: "The request is too large." } }, 413);

/** Serves API paths that end in a slash as if they had no trailing slash. `answer` is the whole app. */
const withoutTrailingSlash =
  (answer: (request: Request, env: unknown) => Response | Promise<Response>): MiddlewareHandler =>
  (c, next) => {
    if (!c.req.path.startsWith("/api/") || !c.req.path.endsWith("/")) return next();
    const url = new URL(c.req.url);
    url.pathname = url.pathname.replace(/\/+$/, "");
    const { method, headers, body, signal } = c.req.raw;
    return Promise.resolve(
      answer(new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit), c.env),
    );
  };

/** Formats an error for the log as its stack. Logging the error object would also print a failed query's parameters. */
const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Returns whether the client disconnected while its request was being read. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "AbortError" || ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"));

/** Creates the routes of the web app's pages, for `makeApp` to mount. */
type MountPages = typeof mountWeb;

/** How long to keep shared responses, in milliseconds, if a replica serves the catalog, because it may lag behind. */
const REPLICA_LAG_MS = 30_000;

/**
 * Creates the store's HTTP app. `draining` returns true while the process shuts down. Omit `pages` to serve only the
 * API.
 */
export const makeApp = async (
  config: StoreConfig,
  services: Services,
  options: { readonly pages?: MountPages; readonly draining?: () => boolean; readonly telemetry?: Telemetry } = {},
): Promise<Hono> => {
  const { telemetry = NO_TELEMETRY } = options;
  const { context } = services;
  const store = makeStore(context, options.draining, outcomeObserver(telemetry));
  const { isOutage } = Context.get(context, Transactions);
  const cookie = sessionCookie(config.publicUrl.protocol === "https:");
  const guests = guestCookie(config.publicUrl.protocol === "https:");
  const addressOf = clientAddress(config.trustedProxies);
  const staffOf = staffByKey(config);
  /** The visitor who sent a request. Created for every request, so it reads each property only on demand. */
  class RequestVisitor implements Visitor {
    readonly #c: RequestContext;
    constructor(c: RequestContext) {
      this.#c = c;
    }
    get browser() {
      return guests.browserOf(this.#c);
    }
    get address() {
      return addressOf(this.#c);
    }
    get agent() {
      return this.#c.req.header("user-agent") ?? null;
    }
    get fingerprint() {
      return recordedFingerprint(getCookie(this.#c, FINGERPRINT_COOKIE) ?? null, this.#c.req.header("sec-gpc") === "1");
    }
  }
  const readCaller = (c: RequestContext): Caller | Promise<Caller> => {
    const { token, sentInHeader } = sessionToken(c, cookie);
    const support = token !== null && sentInHeader ? staffOf(token) : null;
    if (support !== null) return { _tag: "Support", ...support };
    const visitor = new RequestVisitor(c);
    if (token === null) return anonymous(visitor);
    return Effect.runPromiseWith(context)(callerOf(token, sentInHeader, visitor));
  };
  const callers = new WeakMap<Request, Caller | Promise<Caller>>();
  /** Returns the caller of a request. Only writes keep it, because a read needs it once, and keeping it has a cost. */
  const callerFor = (c: RequestContext): Caller | Promise<Caller> => callers.get(c.req.raw) ?? readCaller(c);
  const keepCaller = (c: RequestContext): Caller | Promise<Caller> => {
    const caller = callerFor(c);
    callers.set(c.req.raw, caller);
    return caller;
  };
  const storeFor: PageHost["storeFor"] = async (c, onFailure) => {
    const caller = await callerFor(c);
    // Pages are for people. An app that requests a page is treated as a visitor.
    const isApp = caller._tag === "SignedIn" && caller.scopes !== null;
    return store.as(isApp ? anonymous(caller.visitor) : caller, onFailure);
  };

  const answers = makeResponses(commonHeaders(config), guests, options.draining ?? (() => false));
  const { storefront } = Context.get(context, ReadRepositories);
  const version = () => Effect.runPromise(storefront.version(Context.get(context, Clock).now()));
  const visitors: Visitors = {
    isUnknown: (c) => sessionToken(c, cookie).token === null && !guests.isKnown(c),
    version,
    keptFor: config.databaseReadUrl === null ? 0 : REPLICA_LAG_MS,
  };
  const contract = mountContract(BacklotApi, {
    operations: store.operations,
    callerFor,
    answers,
    visitors,
    idempotency: makeIdempotency(Context.get(context, IdempotencyKeys), Context.get(context, Clock)),
    metrics: telemetry.metrics,
    logError: telemetry.logError,
  });
  const app = new Hono();
  app.use(withoutTrailingSlash((request, env) => contract.reads.fetch(request, env)));
  app.use(answers.complete);
  app.route("/", webhooksRoute(services, tooLarge, telemetry));
  app.use(sameOriginOnly(config));
  app.route("/", stockRoute(services, callerFor, join(config.dataDir, "uploads")));
  // Skip reads. They have no body, and looking for a body costs more than most reads.
  app.on(WRITING, "*", bodyLimit({ maxSize: BODY_LIMIT, onError: tooLarge }), pageAccountOnly(keepCaller));
  app.route("/", documentRoutes(config.publicUrl.origin));
  app.route("/", contract.writes);
  // Certificates from before 1.1 refer to the second path.
  for (const path of [CERTIFICATE_KEYS_PATH, "/.well-known/backlot-certificates.json"])
    app.get(path, (c) =>
      c.json({ keys: Context.get(context, CertificateRenderer).keys() }, 200, {
        "cache-control": "public, max-age=3600",
      }),
    );
  app.route("/", logoRoute(context));
  app.options("/api/*", (c) => c.body(null, 204, { allow: ["HEAD", "GET", ...WRITING, "OPTIONS"].join(", ") }));
  app.all("/api/*", (c) => c.json({ error: { code: "not_found", message: "Unknown endpoint." } }, 404));
  app.route("/", filesRoute(services, callerFor));
  if (options.pages !== undefined)
    app.route(
      "/",
      await options.pages(config, {
        session: cookie,
        shop: Context.get(context, Settings).shop,
        storeFor,
        visitors,
        answers,
        metrics: telemetry.metrics,
        logError: telemetry.logError,
      }),
    );
  const failed = (error: Error, c: RequestContext): Response | Promise<Response> => {
    // The client disconnected, so this is not a server error.
    if (c.req.raw.signal.aborted || isAborted(error)) return c.body(null, 400);
    if (isOutage(error)) return unavailable(c, answers);
    if (error instanceof HTTPException) return error.getResponse();
    telemetry.logError(`${c.req.method} ${c.req.path}`, formatError(error));
    return answers.json(c, 500, INTERNAL);
  };
  app.onError(failed);
  // Match reads first, so that they skip the middleware above. Each middleware costs more than the smallest read.
  const whole = contract.reads.onError(failed).notFound((c) => app.fetch(c.req.raw, c.env));
  return config.corsOrigins.length === 0 ? whole : withCors(config.corsOrigins, whole);
};

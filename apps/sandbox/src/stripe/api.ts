import { setImmediate } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type Stripe from "stripe";
import type { FaultSwitches } from "../faults.ts";
import { API_VERSION } from "./api-version.ts";
import { ApiError, isRateLimit, lockTimeout, notPermitted, tooManyRequests, unknownVersion } from "./errors.ts";
import { expand } from "./expand.ts";
import { type FormObject, arr, parseForm, str } from "./form.ts";
import { newId } from "./ids.ts";
import { requireKnownParameters } from "./parameters.ts";
import { RateLimit } from "./rate-limit.ts";
import type { Answer, StoredObject, StripeState } from "./state.ts";

/** A request as handlers receive it. `publishable` is true if the request used a publishable key. */
export interface ApiRequest {
  readonly id: string;
  readonly form: FormObject;
  readonly publishable: boolean;
}

/** A handler's response body: an object of the Stripe library's own types, or a list of them. */
type ApiObject =
  | StoredObject
  | Stripe.SubscriptionItem
  | Stripe.DeletedInvoiceItem
  | Stripe.DeletedWebhookEndpoint
  | Stripe.ApiList<StoredObject | Stripe.Event>
  | Stripe.ApiSearchResult<StoredObject>;

type Handler = (request: ApiRequest) => ApiObject;

type Method = "get" | "post" | "delete";

/** Adds a route to the API. `browser` accepts publishable keys. */
export type Route = (method: Method, path: string, handler: Handler, options?: { readonly browser?: boolean }) => void;

export const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization,content-type,stripe-version",
  "access-control-allow-methods": "GET,POST",
};

const failure = (error: unknown): Answer => {
  const apiError =
    error instanceof ApiError
      ? error
      : new ApiError(500, { type: "api_error", message: error instanceof Error ? error.message : "sandbox" });
  if (!(error instanceof ApiError)) console.error(error);
  const body = JSON.stringify({ error: apiError.error }, null, 2);
  return { status: apiError.status, body, ...(isRateLimit(apiError) ? { retryAfter: 1 } : {}) };
};

/** A restricted key that lacks the permissions for some resources, such as rk_test_without_refunds_disputes. */
const RESTRICTED = /^rk_test_without_(\w+)$/;

/** Throws the API's 403 for a restricted key whose name says that it may not use a resource. */
const requirePermission = (key: string, path: string): void => {
  const [, without = ""] = RESTRICTED.exec(key) ?? [];
  const [, , resource = ""] = path.split("/");
  if (without !== "" && `_${without}_`.includes(`_${resource}_`)) throw notPermitted();
};

/** The bindings of the Node server, which let a fault drop the connection. */
type Served = { Bindings: HttpBindings };

const ownFault = (): ApiError => new ApiError(500, { type: "api_error", message: "Something went wrong on our side." });

/**
 * Creates the v1 API. Handles keys, forms, idempotency, expansion, rate limits and errors for all routes. `perSecond`
 * is how many reads, and how many changes, a key may make in a second.
 */
export const stripeApi = (
  state: StripeState,
  switches: FaultSwitches,
  perSecond: number,
  add: (route: Route) => void,
): Hono<Served> => {
  const app = new Hono<Served>();
  const answerTo = (c: Context, raw: string, path: string, handler: Handler, browser: boolean): Answer => {
    const form = parseForm(raw);
    const key = c.req.header("authorization")?.replace(/^Bearer /, "") ?? str(form["key"]) ?? "";
    const publishable = key.startsWith("pk_");
    if (!/^[spr]k_test_/.test(key) || (publishable && !browser)) {
      throw new ApiError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
    }
    const { key: _, expand: paths, ...rest } = form;
    requirePermission(key, path);
    // Stripe's own script sends more parameters than its library declares.
    if (!publishable) requireKnownParameters(`${c.req.method} ${path}`, rest);
    const idempotencyKey = c.req.method === "POST" ? c.req.header("idempotency-key") : undefined;
    const work = (): Answer => {
      try {
        if (idempotencyKey !== undefined && switches.occurs(switches.faults.stored500)) throw ownFault();
        const result = handler({ id: c.req.param("id") ?? "", form: rest, publishable });
        return {
          status: 200,
          body: JSON.stringify(
            expand(result, arr(paths).map(String), (id) => state.find(id)),
            null,
            2,
          ),
        };
      } catch (error) {
        return failure(error);
      }
    };
    return state.once(idempotencyKey, c.req.path, raw, work);
  };
  const limits = { get: new RateLimit(perSecond), change: new RateLimit(perSecond) };
  /** The ids of the objects that a request is changing. */
  const locked = new Set<string>();
  /**
   * Runs a request that changes an object. Throws the API's 429 while another request is changing the same object,
   * because Stripe doesn't promise to wait (https://docs.stripe.com/rate-limits#object-lock-timeouts).
   */
  const withLock = async (id: string | null, work: () => Promise<Answer>): Promise<Answer> => {
    if (id === null) return work();
    if (locked.has(id)) throw lockTimeout();
    locked.add(id);
    try {
      // Let requests that arrived at the same time find the lock.
      await setImmediate();
      return await work();
    } finally {
      locked.delete(id);
    }
  };
  add((method, path, handler, options) => {
    app[method](path, async (c) => {
      const raw = method === "post" ? await c.req.text() : new URL(c.req.url).search.slice(1);
      const { error429, error500, drop } = switches.faults;
      const work = async (): Promise<Answer> => {
        await switches.respond();
        if (switches.occurs(error429)) throw tooManyRequests();
        // Fail before the idempotency key is recorded, as a gateway would, so that the key stays usable.
        if (switches.occurs(error500)) throw ownFault();
        return answerTo(c, raw, path, handler, options?.browser ?? false);
      };
      const version = c.req.header("stripe-version") ?? API_VERSION;
      let answer: Answer;
      try {
        if (version !== API_VERSION) throw unknownVersion(version);
        const limit = limits[method === "get" ? "get" : "change"];
        if (!limit.takes(c.req.header("authorization") ?? "")) throw tooManyRequests();
        answer = await withLock(method === "get" ? null : (c.req.param("id") ?? null), work);
      } catch (error) {
        answer = failure(error);
      }
      if (switches.occurs(drop)) {
        c.env.outgoing.destroy();
        return c.body(null, 500);
      }
      const headers = {
        "content-type": "application/json",
        "request-id": newId("req"),
        "stripe-version": version,
        ...(answer.replayed ? { "idempotent-replayed": "true" } : {}),
        ...(answer.retryAfter === undefined ? {} : { "retry-after": String(answer.retryAfter) }),
        ...CORS,
      };
      return new Response(answer.body, { status: answer.status, headers });
    });
  });
  app.options("/v1/*", (c) => c.body(null, 204, CORS));
  app.all("/v1/*", (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
    return c.json({ error: { type: "invalid_request_error", message } }, 404, { "request-id": newId("req"), ...CORS });
  });
  return app;
};

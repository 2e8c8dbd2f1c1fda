import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { FaultSwitches } from "../faults.ts";
import { PayPalError } from "./errors.ts";
import { newId } from "./ids.ts";
import type { DisputeResource } from "./resources/dispute.ts";
import type { EventsResource } from "./resources/event.ts";
import type { CaptureResource, OrderResource } from "./resources/order.ts";
import type { PlanResource, ProductResource } from "./resources/plan.ts";
import type { RefundResource } from "./resources/refund.ts";
import type { SubscriptionResource, TransactionsResource } from "./resources/subscription.ts";
import type { WebhookResource, WebhooksResource } from "./resources/webhook.ts";
import type { PayPalState } from "./state.ts";

/** The response of `POST /v1/notifications/verify-webhook-signature`. */
export interface VerificationResource {
  readonly verification_status: "SUCCESS" | "FAILURE";
}

/** The response of `POST /v1/oauth2/token`. */
export interface TokenResource {
  readonly scope: string;
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly app_id: string;
  readonly expires_in: number;
  readonly nonce: string;
}

/** A handler's response body, or null for a 204. */
type Resource =
  | CaptureResource
  | DisputeResource
  | EventsResource
  | OrderResource
  | PlanResource
  | ProductResource
  | RefundResource
  | SubscriptionResource
  | TransactionsResource
  | VerificationResource
  | WebhookResource
  | WebhooksResource
  | null;

/** A request as handlers receive it. */
export interface ApiRequest {
  readonly id: string;
  /** The body exactly as sent. */
  readonly raw: string;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

/** Adds a route to the API. */
export type Route = (
  method: "get" | "post" | "patch" | "delete",
  path: string,
  handler: (request: ApiRequest) => Resource,
  status?: 200 | 201,
) => void;

type Served = { Bindings: HttpBindings };

const parse = (raw: string): unknown => {
  try {
    return raw === "" ? {} : JSON.parse(raw);
  } catch {
    throw new PayPalError(400, "MALFORMED_REQUEST_JSON");
  }
};

const jsonHeaders = () => ({ "content-type": "application/json", "paypal-debug-id": newId("", 13) });

const refusal = (error: PayPalError): { status: number; body: string } => ({
  status: error.status,
  body: JSON.stringify(error.resource),
});

/** Creates PayPal's REST API. Handles tokens, JSON, request ids, faults and errors for all routes. */
export const payPalApi = (state: PayPalState, switches: FaultSwitches, add: (route: Route) => void): Hono<Served> => {
  const app = new Hono<Served>();
  const tokens = new Set<string>();
  /** The request ids that are being handled. */
  const running = new Set<string>();

  /** Returns the error that an injected fault causes before the request is handled, or null. */
  const failEarly = async (): Promise<Response | null> => {
    const { error429, error500 } = switches.faults;
    await switches.respond();
    const error = switches.occurs(error429)
      ? new PayPalError(429, "RATE_LIMIT_REACHED")
      : switches.occurs(error500)
        ? new PayPalError(500, "INTERNAL")
        : null;
    if (error === null) return null;
    const { status, body } = refusal(error);
    return new Response(body, { status, headers: jsonHeaders() });
  };

  /** Drops the connection of a handled request if a fault strikes; otherwise returns null. */
  const drop = (c: Context<Served>): Response | null => {
    if (!switches.occurs(switches.faults.drop)) return null;
    c.env.outgoing.destroy();
    return c.body(null, 500);
  };

  const handle = (c: Context<Served>, raw: string, handler: (request: ApiRequest) => Resource, status: number) => {
    try {
      const query = new URL(c.req.url).searchParams;
      const resource = handler({ id: c.req.param("id") ?? "", raw, body: parse(raw), query });
      return resource === null ? { status: 204, body: "" } : { status, body: JSON.stringify(resource) };
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      return refusal(error);
    }
  };

  app.post("/v1/oauth2/token", async (c) => {
    const failed = await failEarly();
    if (failed !== null) return failed;
    const [id = "", secret = ""] = Buffer.from(c.req.header("authorization")?.replace(/^Basic /, "") ?? "", "base64")
      .toString()
      .split(":");
    // Every secret is accepted except "wrong", so that tests can use a wrong one.
    if (id === "" || secret === "" || secret === "wrong")
      return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401);
    const access_token = `A21AA${randomBytes(24).toString("base64url")}`;
    tokens.add(access_token);
    const token: TokenResource = {
      scope: "https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/subscriptions",
      access_token,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: 32_400,
      nonce: `${new Date(state.now() * 1_000).toISOString()}${randomBytes(16).toString("base64url")}`,
    };
    return drop(c) ?? c.json(token);
  });
  add((method, path, handler, status = 200) => {
    const respond = async (c: Context<Served>): Promise<Response> => {
      const failed = await failEarly();
      if (failed !== null) return failed;
      const raw = await c.req.text();
      const isKnown = tokens.has(c.req.header("authorization")?.replace(/^Bearer /, "") ?? "");
      const answer = isKnown
        ? state.once(c.req.header("paypal-request-id"), `${path} ${raw}`, () => handle(c, raw, handler, status))
        : refusal(new PayPalError(401, "INVALID_TOKEN"));
      const body = answer.status === 204 ? null : answer.body;
      return drop(c) ?? new Response(body, { status: answer.status, headers: jsonHeaders() });
    };
    app[method](path, async (c) => {
      const requestId = c.req.header("paypal-request-id");
      if (requestId === undefined) return respond(c);
      // Of two simultaneous requests with the same id, PayPal "might fail the second"
      // (https://developer.paypal.com/reference/guidelines/idempotency). The sandbox always fails it.
      if (running.has(requestId)) {
        const refused = refusal(new PayPalError(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
        return new Response(refused.body, { status: refused.status, headers: jsonHeaders() });
      }
      running.add(requestId);
      try {
        return await respond(c);
      } finally {
        running.delete(requestId);
      }
    });
  });
  return app;
};

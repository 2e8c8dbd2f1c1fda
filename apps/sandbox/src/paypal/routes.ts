import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import type { FaultSwitches } from "../faults.ts";
import { type PayPalBilling, agreementBody, captureBody, orderBody, refundBody, transactionsBody } from "./billing.ts";
import { type Agreement, type PayPalState, type PayPalEvent, type PayPalOrder, newId } from "./state.ts";
import { transmissionHeaders, transmissionSignature } from "./signature.ts";

/** The plans that a merchant has made: one a month, one a year. */
export const PLANS: Readonly<Record<string, "month" | "year">> = { "P-BACKLOTMONTH": "month", "P-BACKLOTYEAR": "year" };

// Ids and amounts come as JSON of whatever shape.
type Json = Readonly<Record<string, unknown>>;
const inside = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  );
const text = (value: unknown): string => (typeof value === "string" ? value : "");

class Refused extends Error {
  readonly status: 400 | 401 | 404 | 422 | 429 | 500;
  readonly issue: string;
  constructor(status: Refused["status"], issue: string) {
    super(issue);
    this.status = status;
    this.issue = issue;
  }
}

const NAMES = {
  400: "INVALID_REQUEST",
  401: "AUTHENTICATION_FAILURE",
  404: "RESOURCE_NOT_FOUND",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
  500: "INTERNAL_SERVER_ERROR",
} as const;

const refusalBody = ({ status, issue }: Refused): string =>
  JSON.stringify({
    name: NAMES[status],
    message: issue,
    debug_id: newId("", 13),
    details: [{ issue, description: issue }],
  });

/** A decimal amount in dollars, in cents. */
const amountIn = (value: unknown): number => {
  const given = text(inside(value, "value"));
  if (!/^\d+\.\d{2}$/.test(given) || inside(value, "currency_code") !== "USD")
    throw new Refused(400, "INVALID_PARAMETER_VALUE");
  return Math.round(Number(given) * 100);
};

const address = (value: unknown): string => {
  if (!URL.canParse(text(value))) throw new Refused(400, "INVALID_PARAMETER_VALUE");
  return text(value);
};

/** PayPal's REST API: tokens, JSON, request ids, faults and refusals, once for all routes. */
export const paypalApi = (
  state: PayPalState,
  billing: PayPalBilling,
  switches: FaultSwitches,
  webhookId: string,
  base: () => string,
): Hono => {
  const app = new Hono();
  const tokens = new Set<string>();

  interface Asked {
    readonly id: string;
    readonly raw: string;
    readonly body: Json;
    readonly query: URLSearchParams;
  }
  const spoilt = async (c: Context): Promise<Response | null> => {
    const { delay, error429, error500 } = switches.faults;
    await switches.wait(delay);
    const refused = switches.happens(error429)
      ? new Refused(429, "RATE_LIMIT_REACHED")
      : switches.happens(error500)
        ? new Refused(500, "INTERNAL")
        : null;
    return refused === null
      ? null
      : c.body(refusalBody(refused), refused.status, { "content-type": "application/json" });
  };
  const dropped = (c: Context): Response | null => {
    if (!switches.happens(switches.faults.drop)) return null;
    (c.env as { outgoing?: { destroy: () => void } }).outgoing?.destroy();
    return c.body(null, 500);
  };
  const route = (
    method: "get" | "post" | "patch",
    path: string,
    handler: (asked: Asked) => object | null,
    status = 200,
  ): void => {
    app[method](path, async (c) => {
      const failed = await spoilt(c);
      if (failed !== null) return failed;
      const raw = await c.req.text();
      const work = (): { status: number; body: string } => {
        try {
          let body: Json = {};
          try {
            if (raw !== "") body = JSON.parse(raw) as Json;
          } catch {
            throw new Refused(400, "MALFORMED_REQUEST_JSON");
          }
          const result = handler({ id: c.req.param("id") ?? "", raw, body, query: new URL(c.req.url).searchParams });
          return result === null ? { status: 204, body: "" } : { status, body: JSON.stringify(result) };
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          return { status: error.status, body: refusalBody(error) };
        }
      };
      const known = tokens.has(c.req.header("authorization")?.replace(/^Bearer /, "") ?? "");
      const answer = known
        ? state.once(c.req.header("paypal-request-id"), `${path} ${raw}`, work)
        : { status: 401, body: refusalBody(new Refused(401, "INVALID_TOKEN")) };
      return (
        dropped(c) ??
        (answer.status === 204
          ? c.body(null, 204)
          : c.body(answer.body, answer.status as 200, {
              "content-type": "application/json",
              "paypal-debug-id": newId("", 13),
            }))
      );
    });
  };

  app.post("/v1/oauth2/token", async (c) => {
    const failed = await spoilt(c);
    if (failed !== null) return failed;
    const [id = "", secret = ""] = Buffer.from(c.req.header("authorization")?.replace(/^Basic /, "") ?? "", "base64")
      .toString()
      .split(":");
    if (id === "" || secret === "")
      return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401);
    const token = `A21AA${randomBytes(24).toString("base64url")}`;
    tokens.add(token);
    return (
      dropped(c) ??
      c.json({ access_token: token, token_type: "Bearer", app_id: "APP-80W284485P519543T", expires_in: 32_400 })
    );
  });

  const order = (id: string): PayPalOrder => {
    const found = state.find("order", id);
    if (found === null) throw new Refused(404, "INVALID_RESOURCE_ID");
    return found;
  };
  const agreement = (id: string): Agreement => {
    const found = state.find("subscription", id);
    if (found === null) throw new Refused(404, "INVALID_RESOURCE_ID");
    return found;
  };

  route(
    "post",
    "/v2/checkout/orders",
    ({ body }) => {
      if (inside(body, "intent") !== "CAPTURE") throw new Refused(400, "INVALID_PARAMETER_VALUE");
      const unit = inside(body, "purchase_units", 0);
      const amount = amountIn(inside(unit, "amount"));
      if (amount === 0) throw new Refused(422, "CANNOT_BE_ZERO_OR_NEGATIVE");
      const experience = inside(body, "payment_source", "paypal", "experience_context");
      const made = state.put({
        kind: "order",
        id: newId(),
        status: "PAYER_ACTION_REQUIRED",
        custom_id: text(inside(unit, "custom_id")) || null,
        description: text(inside(unit, "description")),
        amount,
        return_url: address(inside(experience, "return_url")),
        cancel_url: address(inside(experience, "cancel_url")),
        created: state.now(),
        declines: false,
        captures: [],
      });
      return orderBody(made, base());
    },
    201,
  );
  route("get", "/v2/checkout/orders/:id", ({ id }) => orderBody(order(id), base()));
  route(
    "post",
    "/v2/checkout/orders/:id/capture",
    ({ id }) => {
      const found = order(id);
      if (found.status === "COMPLETED") throw new Refused(422, "ORDER_ALREADY_CAPTURED");
      if (found.status !== "APPROVED") throw new Refused(422, "ORDER_NOT_APPROVED");
      if (billing.capture(found) === null) throw new Refused(422, "INSTRUMENT_DECLINED");
      return orderBody(found, base());
    },
    201,
  );

  route("get", "/v2/payments/captures/:id", ({ id }) => {
    const found = state.all("order").find((each) => each.captures.some((capture) => capture.id === id));
    const capture = found?.captures.find((each) => each.id === id);
    if (found === undefined || capture === undefined) throw new Refused(404, "INVALID_RESOURCE_ID");
    return captureBody(capture, found);
  });
  route(
    "post",
    "/v2/payments/captures/:id/refund",
    ({ id, body }) => {
      const refund = billing.refund(id, body["amount"] === undefined ? null : amountIn(body["amount"]));
      if (refund === null) throw new Refused(422, "REFUND_AMOUNT_EXCEEDED");
      return refundBody(refund, base());
    },
    201,
  );
  route("get", "/v2/payments/refunds/:id", ({ id }) => {
    const found = state.find("refund", id);
    if (found === null) throw new Refused(404, "INVALID_RESOURCE_ID");
    return refundBody(found, base());
  });

  route(
    "post",
    "/v1/billing/subscriptions",
    ({ body }) => {
      const plan_id = text(body["plan_id"]);
      const unit = PLANS[plan_id];
      if (unit === undefined) throw new Refused(404, "INVALID_RESOURCE_ID");
      const start = Math.floor(Date.parse(text(body["start_time"])) / 1_000);
      if (!Number.isFinite(start) || start < state.now()) throw new Refused(422, "START_TIME_IN_PAST");
      const made = state.put({
        kind: "subscription",
        id: newId("I-", 12),
        status: "APPROVAL_PENDING",
        plan_id,
        unit,
        custom_id: text(body["custom_id"]) || null,
        created: state.now(),
        start,
        updated: state.now(),
        setup_fee: amountIn(inside(body, "plan", "payment_preferences", "setup_fee")),
        price: amountIn(inside(body, "plan", "billing_cycles", 0, "pricing_scheme", "fixed_price")),
        billed: 0,
        outstanding: 0,
        failed_count: 0,
        last_failed: null,
        retry_at: null,
        declines: false,
        transactions: [],
        return_url: address(inside(body, "application_context", "return_url")),
        cancel_url: address(inside(body, "application_context", "cancel_url")),
      });
      state.emit("BILLING.SUBSCRIPTION.CREATED", agreementBody(made, base()));
      return agreementBody(made, base());
    },
    201,
  );
  route("get", "/v1/billing/subscriptions/:id", ({ id, query }) =>
    agreementBody(agreement(id), base(), query.get("fields")?.includes("plan")),
  );
  route("get", "/v1/billing/subscriptions/:id/transactions", ({ id, query }) => {
    if (query.get("start_time") === null || query.get("end_time") === null)
      throw new Refused(400, "MISSING_REQUIRED_PARAMETER");
    return transactionsBody(agreement(id));
  });
  route("patch", "/v1/billing/subscriptions/:id", ({ id, body }) => {
    const found = agreement(id);
    if (found.status !== "ACTIVE" && found.status !== "SUSPENDED")
      throw new Refused(422, "SUBSCRIPTION_STATUS_INVALID");
    const change = inside(body, 0);
    if (
      inside(change, "op") !== "replace" ||
      inside(change, "path") !== "/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price"
    ) {
      throw new Refused(422, "UNSUPPORTED_PATCH_OPERATION");
    }
    billing.setPrice(found, amountIn(inside(change, "value")));
    return null;
  });
  for (const step of ["activate", "suspend", "cancel"] as const) {
    route("post", `/v1/billing/subscriptions/:id/${step}`, ({ id }) => {
      if (!billing[step](agreement(id))) throw new Refused(422, "SUBSCRIPTION_STATUS_INVALID");
      return null;
    });
  }

  route("post", "/v1/notifications/verify-webhook-signature", ({ raw, body }) => {
    // What counts is the event as it was sent, not as it is read.
    const event = raw.slice(raw.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const claim = (name: string): string => text(body[name]);
    const expected = transmissionSignature(
      state,
      claim("transmission_id"),
      claim("transmission_time"),
      claim("webhook_id"),
      event,
    );
    return { verification_status: claim("transmission_sig") === expected ? "SUCCESS" : "FAILURE" };
  });
  route("get", "/v1/notifications/webhooks-events", ({ query }) => {
    const since = text(query.get("start_time"));
    const size = Math.min(300, Number(query.get("page_size") ?? 10));
    const found = state.events(Number(query.get("before") ?? Number.MAX_SAFE_INTEGER), size);
    const wanted = found.filter(({ event }) => event.create_time >= since.replace(/\.\d+Z$/, "Z"));
    const last = wanted.at(-1);
    const more = last !== undefined && wanted.length === size;
    const next = new URLSearchParams({ start_time: since, page_size: String(size), before: String(last?.seq ?? 0) });
    const events: readonly PayPalEvent[] = wanted.map(({ event }) => event);
    return {
      events,
      links: more ? [{ rel: "next", method: "GET", href: `${base()}/v1/notifications/webhooks-events?${next}` }] : [],
    };
  });

  // What an account holder does on the provider's own pages, and what was told: for people and tests.
  app.post("/paypal/refund/:id", async (c) => {
    const { amount } = (await c.req.json().catch(() => ({}))) as { readonly amount?: number };
    const refund = billing.refund(c.req.param("id"), amount ?? null);
    state.commit();
    return refund === null
      ? c.json({ error: "There is no such payment, or less of it left." }, 422)
      : c.json(refundBody(refund, base()));
  });
  app.get("/paypal/events", (c) =>
    c.json(
      state
        .events(Number.MAX_SAFE_INTEGER, 100_000)
        .reverse()
        .map(({ event }) => {
          const body = JSON.stringify(event);
          return { body, headers: transmissionHeaders(state, webhookId, body) };
        }),
    ),
  );
  app.get("/paypal/payments", (c) =>
    c.json([
      ...state
        .all("order")
        .flatMap((each) =>
          each.captures.map((capture) => ({ ...capture, custom_id: each.custom_id, subscription: null })),
        ),
      ...state
        .all("subscription")
        .flatMap((each) =>
          each.transactions.map((sale) => ({ ...sale, custom_id: each.custom_id, subscription: each.id })),
        ),
    ]),
  );
  return app;
};

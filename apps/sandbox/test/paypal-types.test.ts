import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, advance, openSandbox } from "./sandbox.ts";
import { type Typed, typeErrors } from "./type-errors.ts";

const SOURCE = fileURLToPath(new URL("../src/paypal/", import.meta.url));

const HEADER = `
import type { TokenResource, VerificationResource } from "${SOURCE}api.ts";
import type { ErrorResource } from "${SOURCE}errors.ts";
import type { DisputeResource } from "${SOURCE}resources/dispute.ts";
import type { EventResources, EventsResource } from "${SOURCE}resources/event.ts";
import type { CaptureResource, OrderResource } from "${SOURCE}resources/order.ts";
import type { PlanResource, ProductResource } from "${SOURCE}resources/plan.ts";
import type { WebhookResource, WebhooksResource } from "${SOURCE}resources/webhook.ts";
import type { RefundResource } from "${SOURCE}resources/refund.ts";
import type { SubscriptionResource, TransactionsResource } from "${SOURCE}resources/subscription.ts";
export type Resources = [TokenResource, VerificationResource, ErrorResource, EventsResource, CaptureResource,
  OrderResource, RefundResource, SubscriptionResource, TransactionsResource, EventResources, DisputeResource,
  PlanResource, ProductResource, WebhookResource, WebhooksResource];`;

interface Body {
  readonly id?: string;
  readonly access_token?: string;
  readonly purchase_units?: readonly {
    readonly payments?: { readonly captures: readonly { readonly id: string }[] };
  }[];
  readonly transactions?: readonly { readonly id: string }[];
  readonly events?: readonly { readonly event_type: string; readonly resource: unknown }[];
}

const money = (value: string) => ({ currency_code: "USD", value });
const URLS = { return_url: "http://127.0.0.1:1/back", cancel_url: "http://127.0.0.1:1/no" };

/** Creates a client that records each response with the type that the caller names. */
const clientOf = ({ url }: Sandbox, answers: Typed[]) => {
  let authorization = `Basic ${btoa("client:secret")}`;
  const call = async (type: string, method: string, path: string, body?: object): Promise<Body> => {
    const headers = { authorization, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const text = await (await fetch(`${url}${path}`, init)).text();
    const value: Body = text === "" ? {} : JSON.parse(text);
    if (text !== "") answers.push({ label: `${answers.length}: ${method} ${path}`, type, value });
    if (value.access_token !== undefined) authorization = `Bearer ${value.access_token}`;
    return value;
  };
  const approve = (id: string, funding = "ok") =>
    fetch(`${url}/paypal/approve/${id}`, {
      method: "POST",
      body: new URLSearchParams({ outcome: "approve", funding }),
      redirect: "manual",
    });
  return { call, approve };
};

/** Calls every route of the sandbox's PayPal, with sufficient and with insufficient funding. */
const walk = async (sandbox: Sandbox, answers: Typed[]): Promise<void> => {
  const { call, approve } = clientOf(sandbox, answers);
  await call("TokenResource", "POST", "/v1/oauth2/token");
  const order = async (funding: string): Promise<string> => {
    const made = await call("OrderResource", "POST", "/v2/checkout/orders", {
      intent: "CAPTURE",
      purchase_units: [{ amount: money("49.00"), description: "23 credits", custom_id: "order-1" }],
      payment_source: { paypal: { experience_context: URLS } },
    });
    await approve(made.id ?? "", funding);
    await call("OrderResource", "GET", `/v2/checkout/orders/${made.id}`);
    return made.id ?? "";
  };
  const path = `/v2/checkout/orders/${await order("ok")}/capture`;
  const captured = await call("OrderResource", "POST", path, {});
  await call("ErrorResource", "POST", `/v2/checkout/orders/${await order("insufficient")}/capture`, {});
  const capture = captured.purchase_units?.[0]?.payments?.captures[0]?.id;
  await call("CaptureResource", "GET", `/v2/payments/captures/${capture}`);
  const behind = (suffix: string, body: string) => fetch(`${sandbox.url}/paypal${suffix}`, { method: "POST", body });
  for (const outcome of ["won", "lost"]) {
    const opened = await behind(`/payments/${capture}/dispute`, "amount=1000");
    const { id } = (await opened.json()) as { readonly id: string };
    await call("DisputeResource", "GET", `/v1/customer/disputes/${id}`);
    await behind(`/disputes/${id}/close`, `outcome=${outcome}`);
    await call("DisputeResource", "GET", `/v1/customer/disputes/${id}`);
  }
  await call("ErrorResource", "GET", "/v1/customer/disputes/PP-R-NONE");
  const refund = { amount: money("9.00"), invoice_id: "refund-1" };
  const refunded = await call("RefundResource", "POST", `/v2/payments/captures/${capture}/refund`, refund);
  await call("RefundResource", "GET", `/v2/payments/refunds/${refunded.id}`);
  const product = await call("ProductResource", "POST", "/v1/catalogs/products", { name: "Plans", type: "DIGITAL" });
  const cycle = {
    frequency: { interval_unit: "MONTH", interval_count: 1 },
    tenure_type: "REGULAR",
    sequence: 1,
    total_cycles: 0,
    pricing_scheme: { fixed_price: money("1.00") },
  };
  const plan = { product_id: product.id, name: "Monthly", billing_cycles: [cycle] };
  const { id: planId } = await call("PlanResource", "POST", "/v1/billing/plans", plan);
  await call("PlanResource", "GET", `/v1/billing/plans/${planId}`);
  const hook = { url: "https://store.example/hook", event_types: [{ name: "CHECKOUT.ORDER.APPROVED" }] };
  const { id: hookId } = await call("WebhookResource", "POST", "/v1/notifications/webhooks", hook);
  const every = [{ op: "replace", path: "/event_types", value: [{ name: "*" }] }];
  await call("WebhookResource", "PATCH", `/v1/notifications/webhooks/${hookId}`, every);
  await call("WebhooksResource", "GET", "/v1/notifications/webhooks");
  const subscription = await call("SubscriptionResource", "POST", "/v1/billing/subscriptions", {
    plan_id: "P-BACKLOTMONTH",
    start_time: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    custom_id: "order-2",
    plan: {
      taxes: { percentage: "8.25", inclusive: true },
      payment_preferences: { setup_fee: money("89.10") },
      billing_cycles: [{ sequence: 1, total_cycles: 0, pricing_scheme: { fixed_price: money("99.00") } }],
    },
    application_context: URLS,
  });
  const own = `/v1/billing/subscriptions/${subscription.id}`;
  const read = () => call("SubscriptionResource", "GET", `${own}?fields=last_failed_payment,plan`);
  await approve(subscription.id ?? "");
  await read();
  await call("never", "POST", `${own}/activate`, {});
  const value = money("49.00");
  const change = { op: "replace", path: "/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price", value };
  await call("never", "PATCH", own, [change]);
  await fetch(`${sandbox.url}/paypal/funding/${subscription.id}`, { method: "POST", body: "funding=insufficient" });
  await advance(sandbox, { days: 32 });
  await read();
  const since = "start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z";
  const paid = await call("TransactionsResource", "GET", `${own}/transactions?${since}`);
  await fetch(`${sandbox.url}/paypal/refund/${paid.transactions?.[0]?.id}`, { method: "POST" });
  await call("never", "POST", `${own}/suspend`, {});
  await call("never", "POST", `${own}/activate`, {});
  await call("never", "POST", `${own}/cancel`, {});
  await read();
  await call("ErrorResource", "POST", `${own}/cancel`, {});
  await call("VerificationResource", "POST", "/v1/notifications/verify-webhook-signature", { webhook_event: {} });
  const list = await call("EventsResource", "GET", "/v1/notifications/webhooks-events?page_size=300");
  for (const { event_type, resource } of list.events ?? []) {
    answers.push({ label: `event ${event_type}`, type: `EventResources["${event_type}"]`, value: resource });
  }
};

describe("what the sandbox's PayPal answers", () => {
  const answers: Typed[] = [];
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
    await walk(sandbox, answers);
  });
  afterAll(() => sandbox?.stop());

  it("satisfies the types that are written from PayPal's reference, field by field", () => {
    const events = new Set(answers.map(({ label }) => label).filter((label) => label.startsWith("event ")));
    expect([...events].sort()).toEqual([
      "event BILLING.SUBSCRIPTION.ACTIVATED",
      "event BILLING.SUBSCRIPTION.CANCELLED",
      "event BILLING.SUBSCRIPTION.CREATED",
      "event BILLING.SUBSCRIPTION.PAYMENT.FAILED",
      "event BILLING.SUBSCRIPTION.RE-ACTIVATED",
      "event BILLING.SUBSCRIPTION.SUSPENDED",
      "event BILLING.SUBSCRIPTION.UPDATED",
      "event CHECKOUT.ORDER.APPROVED",
      "event CUSTOMER.DISPUTE.CREATED",
      "event CUSTOMER.DISPUTE.RESOLVED",
      "event PAYMENT.CAPTURE.COMPLETED",
      "event PAYMENT.CAPTURE.DENIED",
      "event PAYMENT.CAPTURE.REFUNDED",
      "event PAYMENT.SALE.COMPLETED",
      "event PAYMENT.SALE.REFUNDED",
    ]);
    expect(Object.fromEntries(typeErrors(HEADER, answers))).toEqual({});
  });

  it("is checked so that a field that is missing or unknown is noticed", () => {
    const whole = answers.find(({ type }) => type === "OrderResource");
    if (whole === undefined) throw new Error("the sandbox answered no order");
    const { update_time: _, ...without } = whole.value as Readonly<Record<string, unknown>>;
    const spoilt = [
      { ...whole, label: "whole" },
      { ...whole, label: "missing", value: without },
      { ...whole, label: "unknown", value: { ...without, update_time: "", updated: "" } },
    ];
    expect([...typeErrors(HEADER, spoilt).keys()]).toEqual(["missing", "unknown"]);
  });
});

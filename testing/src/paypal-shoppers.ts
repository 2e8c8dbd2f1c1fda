import { chargeOf } from "@backlot/application";
import type { Order } from "@backlot/domain";
import type { PaymentProvider } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { expect } from "vitest";
import { type Answered, TestClient } from "./client.ts";
import type { Funding } from "./contracts/payment-gateway.ts";
import { type RunningSandbox, payPalBuyer, payPalPaymentsAt } from "./sandbox.ts";
import { type TestStore, advance } from "./store.ts";
import { runIn } from "./ports.ts";

const run = Effect.runPromise;

type Delivered = Awaited<ReturnType<ReturnType<typeof payPalBuyer>["deliveredEvents"]>>[number];

/** Returns helpers for shoppers who pay by PayPal in a suite's store, and for what happens at PayPal. */
export const payPalShoppersOf = (suite: { readonly sandbox: RunningSandbox; readonly store: TestStore }) => {
  const buyer = () => payPalBuyer(suite.sandbox.url);
  const orderIn = (url: URL): string => url.searchParams.get("order") ?? "";

  const createShopper = async (license = 1) => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    if (license > 1) await client.post("/api/users/update_min_license", { license_id: license });
    const me = async () => (await client.get("/api/users/me")).body.data;
    const { id } = await me();
    const startPayPalPlan = (plan_variant_id: number, more: object = {}) =>
      client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id, license_id: license, ...more });
    const pack = (recurring_credits: number) =>
      client.post("/api/orders/paypal", {
        recurring_credits,
        is_custom: true,
        is_credit_pack_variant_order: true,
        plan_id: null,
      });
    const returns = (order_id: string) => client.post("/api/orders/return", { order_id });
    /** Approves a started payment at PayPal and returns to the store. */
    const approveAndReturn = async (asked: Answered, funding: Funding = "ok") => {
      expect(asked).toMatchObject({
        status: 200,
        body: { error: null, redirect_url: expect.stringContaining("/paypal/approve/") },
      });
      const sent = await buyer().approve(asked.body.redirect_url, funding);
      return { order: orderIn(sent), answer: await returns(orderIn(sent)) };
    };
    const ledgerSnapshot = async () => {
      const { read } = suite.store.ports.transactions;
      const payments = await run(read.payments.ofAccount(id));
      const entries = await run(read.credits.entries(id));
      const orders = new Set(payments.map((payment) => payment.order_id));
      const taken = await payPalPaymentsAt(suite.sandbox.url);
      const charged = taken.filter((each) => orders.has(each.custom_id)).reduce((sum, each) => sum + each.amount, 0);
      return { payments, entries, charged, recorded: payments.reduce((sum, each) => sum + each.amount, 0) };
    };
    return { client, me, id, startPayPalPlan, pack, returns, approveAndReturn, ledgerSnapshot };
  };
  /** How many events of each sandbox were delivered. */
  const delivered = new Map<string, number>();
  /** Returns the events that PayPal has sent since the last call. */
  const newEvents = async (): Promise<readonly Delivered[]> => {
    const sent = await buyer().deliveredEvents();
    const fresh = sent.slice(delivered.get(suite.sandbox.url) ?? 0);
    delivered.set(suite.sandbox.url, sent.length);
    return fresh;
  };
  /** Delivers an event to the store. Returns the status. */
  const send = async ({ body, headers }: Delivered): Promise<number> =>
    (await suite.store.app.request("/api/webhooks/paypal", { method: "POST", body, headers: { ...headers } })).status;
  /** Delivers the events that PayPal has sent since the last call. */
  const deliverWebhooks = async (): Promise<void> => {
    for (const event of await newEvents()) expect(await send(event)).toBe(204);
  };
  const time = (by: { readonly months?: number; readonly days?: number }) =>
    advance(suite.sandbox.url, suite.store, by);
  const port = (): PaymentProvider => {
    const { paypal } = suite.store.ports.providers;
    if (paypal === null) throw new Error("the store has no PayPal");
    return paypal;
  };
  const orderOf = async (order: string): Promise<Order> => {
    const found = await run(suite.store.ports.transactions.read.orders.get(order));
    if (found === null) throw new Error(`there is no order ${order}`);
    return found;
  };
  /** Returns PayPal's reference for an order's payment. */
  const referenceOf = async (order: string): Promise<string> => (await orderOf(order)).payment_reference ?? "";
  /**
   * Captures an approved order at PayPal without settling it in the store, as if the process had crashed in between.
   */
  const captureAt = async (order: string): Promise<void> => {
    const charge = await runIn(suite.store.ports, chargeOf(await orderOf(order)));
    const seen = await run(port().gateway.find(charge));
    if (seen !== null) await run(port().gateway.capture(charge, seen));
  };
  return {
    buyer,
    orderIn,
    createShopper,
    newEvents,
    send,
    deliverWebhooks,
    time,
    port,
    orderOf,
    referenceOf,
    captureAt,
  };
};

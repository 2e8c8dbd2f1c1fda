import { cents } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { startFaultyProxy } from "@backlot/testing/faulty-proxy";
import { chargesAt, eventsAt } from "@backlot/testing/sandbox";
import { type TestStore, deliver, openTestStore, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
describe("account credit", () => {
  const suite = useTestStore(plainDatabase);

  /** Creates a customer with a saved card and account credit, in cents. */
  const creditor = async (store: TestStore, credit: number) => {
    const client = new TestClient(store.app);
    await client.signUp();
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    const { id, stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
    const given = { id: crypto.randomUUID(), customer_id: customer, cents: cents(-credit), reason: "a trial" };
    await run(store.ports.cards.adjustBalance(given));
    const quote = async (more = "") => client.get(`/api/subscriptions/quote?plan_variant_id=130&license_id=1${more}`);
    const subscribe = (more: object = {}) =>
      client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id, ...more });
    return { client, id, customer, quote, subscribe };
  };

  it("DSC-06 pays its part of a plan by card, and of nothing at PayPal, which can't take it off", async () => {
    const ada = await creditor(suite.store, 1_000);
    expect((await ada.quote()).body.data).toMatchObject({ account_credit: 1_000, total: 3_900 });
    expect((await ada.quote("&payment_method=paypal")).body.data).toMatchObject({ account_credit: 0, total: 4_900 });
    expect((await ada.subscribe()).status).toBe(200);
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toMatchObject([{ amount: 3_900, status: "succeeded" }]);
  });

  it("DSC-06 pays a plan alone: where it pays the plan whole, no credits are sold beside it", async () => {
    const ada = await creditor(suite.store, 10_000);
    const refused = { status: 409, body: { error: { reason: "credit_pack_unavailable" } } };
    expect(await ada.quote("&add_on_credits=5")).toMatchObject(refused);
    expect(await ada.subscribe({ credit_pack_variant: { credit_pack_variant_id: 5 } })).toMatchObject(refused);
    expect((await ada.client.get("/api/users/me")).body.data.subscription).toBeNull();
  });

  it("DSC-06 ORD-06 a plan that it paid whole says so among the orders, another one says how it was paid", async () => {
    const paid = async (credit: number) => {
      const { client, subscribe } = await creditor(suite.store, credit);
      expect((await subscribe()).status).toBe(200);
      return (await client.get("/api/orders")).body.data.map((order: { paid_with: string }) => order.paid_with);
    };
    expect(await paid(10_000)).toEqual(["account-credit"]);
    expect(await paid(1_000)).toEqual(["card"]);
  });

  it("DSC-06 CHK-07 a plan that it paid whole opens, even where its order ended before the answer came", async () => {
    const proxy = await startFaultyProxy(suite.sandbox.url, /^POST \/v1\/subscriptions/, "lost");
    const store = await openTestStore(plainDatabase, { ...suite.sandbox, url: proxy.url });
    const ada = await creditor(store, 10_000);
    expect((await ada.subscribe()).status).toBe(503);
    proxy.mend();
    const { orders } = store.ports.transactions.read;
    const order = await run(orders.openSubscriptionOrder(ada.id));
    await run(orders.transition(order?.id ?? "", { _tag: "expired", at: store.clock.now() }));
    for (const event of await eventsAt(suite.sandbox.url, ada.customer))
      expect(await deliver(store, suite.sandbox.webhookSecret, event)).toBe(204);
    expect((await ada.client.get("/api/users/me")).body.data).toMatchObject({
      current_credit_balance: 20,
      subscription: { plan_variant: { id: 130 }, status: "active" },
    });
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toEqual([]);
    await store.close();
    proxy.stop();
  });
});

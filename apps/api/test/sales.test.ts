import { monthsAfter } from "@backlot/domain/kernel/calendar";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { SUPPORT_KEY, createPromoCode, eventsAt, BY_STAFF, BY_STAFF_QUERY } from "@backlot/testing/sandbox";
import { advance, deliver, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

const VISA = "4242424242424242";
const run = Effect.runPromise;

describe.each(scenarioDatabases)("sales on $kind", (databases) => {
  const suite = useTestStore(databases);
  const shoppers = payPalShoppersOf(suite);
  const staff = (method: string, payload?: object) =>
    new TestClient(suite.store.app).call(
      method,
      `/api/support/sale${method === "DELETE" ? BY_STAFF_QUERY : ""}`,
      method === "PUT" ? { ...payload, ...BY_STAFF } : undefined,
      { authorization: SUPPORT_KEY },
    );
  const settings = async () => (await new TestClient(suite.store.app).get("/api/settings")).body.data;

  beforeAll(() => createPromoCode(suite.sandbox.url, { code: "FILM20", percent_off: 20, months: 3 }));
  afterEach(async () => void (await staff("DELETE")));

  /** Creates a customer with a card, and reads what each place in the shop shows for their plan. */
  const newcomer = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.post("/api/users/update_min_license", { license_id: 1 });
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, VISA);
    const { id, stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
    const subscribe = (plan_variant_id: number, more: object = {}) =>
      client.post("/api/subscriptions", { plan_variant_id, license_id: 1, setup_intent_id, ...more });
    const { read } = suite.store.ports.transactions;
    const paid = async () => (await run(read.payments.ofAccount(id))).map(({ amount }) => amount);
    const deliverAll = async () => {
      for (const event of await eventsAt(suite.sandbox.url, customer))
        expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    };
    const saidOfNext = async (plan_variant_id: number) => {
      const { subscription } = (await client.get("/api/users/me")).body.data;
      const same = await client.get(
        `/api/subscriptions/change_preview?plan_variant_id=${plan_variant_id}&license_id=1`,
      );
      return [subscription.next_payment_amount, same.body.data.next_renewal.price];
    };
    return { client, id, customer, subscribe, paid, deliverAll, saidOfNext };
  };

  it("DSC-04 CLI-03 staff start and end it, it ends by itself, and nobody else may", async () => {
    expect((await staff("GET")).body).toEqual({ data: null });
    const sale = { percent_off: 30, months: 6, ends_at: null };
    expect((await staff("PUT", {})).body).toEqual({ data: sale });
    expect((await settings()).sale).toEqual(sale);
    // Starting the sale again only changes its end.
    const ends_at = new Date(Date.parse(suite.store.clock.now()) + 3_600_000).toISOString();
    expect((await staff("PUT", { ends_at })).body).toEqual({ data: { ...sale, ends_at } });
    expect((await settings()).sale).toEqual({ ...sale, ends_at });
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    expect((await settings()).sale).toBeNull();
    expect(await staff("PUT", { ends_at })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request" } },
    });
    expect((await staff("PUT", {})).status).toBe(200);
    expect((await staff("DELETE")).status).toBe(204);
    expect((await staff("GET")).body).toEqual({ data: null });
    const { client } = await newcomer();
    for (const method of ["GET", "PUT", "DELETE"]) {
      const payload = method === "PUT" ? {} : undefined;
      expect((await client.call(method, "/api/support/sale", payload)).status).toBe(403);
      expect((await new TestClient(suite.store.app).call(method, "/api/support/sale", payload)).status).toBe(401);
    }
  });

  it("DSC-04 a monthly plan by card costs 30 % less for six months everywhere, and then its price", async () => {
    await staff("PUT", {});
    const ada = await newcomer();
    const view = (await ada.client.get("/api/checkout?plan_variant_id=130")).body.data;
    expect(view.quote).toMatchObject({
      total: 3_430,
      discounts: [{ kind: "sale", label: "30% off", amount: 1_470, note: "Applies to first 6 months" }],
      renewal: { price: 3_430 },
    });
    expect(view.ways[1].quote.total).toBe(3_430);
    expect((await ada.subscribe(130, { expected_kind: "new-plan", expected_total: 3_430 })).status).toBe(200);
    // Customers keep the sale price after the sale.
    await staff("DELETE");
    // A downgrade that is undone before it takes effect changes nothing.
    const { id: another } = await ada.client.saveCard(suite.sandbox.url, VISA);
    expect((await ada.subscribe(128, { setup_intent_id: another })).body.data).toMatchObject({ change: "downgrade" });
    expect((await ada.client.post("/api/subscriptions/resume", {})).status).toBe(200);
    const plan = async () => (await ada.client.get("/api/users/me")).body.data.subscription;
    const { current_period_start: start } = await plan();
    for (let month = 1; month <= 7; month += 1) {
      const next = month < 6 ? 3_430 : 4_900;
      expect(await ada.saidOfNext(130), `month ${month}`).toEqual([next, next]);
      // A customer who pays less is told when the price goes up.
      const later = month < 6 ? { price: 4_900, at: monthsAfter(start, 6) } : null;
      expect((await plan()).price_after_discount, `month ${month}`).toEqual(later);
      await advance(suite.sandbox.url, suite.store, { months: 1 });
      await ada.deliverAll();
    }
    expect(await ada.paid()).toEqual([...Array(6).fill(3_430), 4_900, 4_900]);
  });

  it("DSC-04 a yearly plan costs 30 % less in its first year, by card and by PayPal", async () => {
    await staff("PUT", {});
    const ada = await newcomer();
    const quoted = (await ada.client.get("/api/subscriptions/quote?plan_variant_id=132&license_id=1")).body.data;
    expect(quoted).toMatchObject({
      total: 32_900,
      discounts: [{ kind: "sale", note: "renews at full-price after the first year" }],
      renewal: { price: 47_000 },
    });
    expect((await ada.subscribe(132)).status).toBe(200);
    const bob = await shoppers.createShopper();
    await bob.approveAndReturn(await bob.startPayPalPlan(132, { expected_kind: "new-plan", expected_total: 32_900 }));
    expect((await bob.ledgerSnapshot()).charged).toBe(32_900);
    expect((await bob.me()).subscription.next_payment_amount).toBe(47_000);
    expect(await ada.saidOfNext(132)).toEqual([47_000, 47_000]);
    await advance(suite.sandbox.url, suite.store, { months: 12, days: 1 });
    await ada.deliverAll();
    await shoppers.deliverWebhooks();
    expect(await ada.paid()).toEqual([32_900, 47_000]);
    expect((await bob.ledgerSnapshot()).payments.map(({ amount }) => amount)).toEqual([32_900, 47_000]);
  });

  it("DSC-04 CHG-08 a monthly plan by PayPal costs 30 % less for six months, also canceled and kept", async () => {
    await staff("PUT", {});
    const bob = await shoppers.createShopper();
    await bob.approveAndReturn(await bob.startPayPalPlan(131, { expected_kind: "new-plan", expected_total: 6_930 }));
    await staff("DELETE");
    const next = async () => (await bob.me()).subscription.next_payment_amount;
    const month = async () => {
      await shoppers.time({ months: 1 });
      await shoppers.deliverWebhooks();
    };
    expect(await next()).toBe(6_930);
    await month();
    // Canceled and resumed, the plan keeps the rest of the sale.
    await bob.client.post("/api/subscriptions/cancel", {});
    expect((await bob.client.post("/api/subscriptions/resume", {})).status).toBe(200);
    expect(await next()).toBe(6_930);
    await month();
    // A downgrade that is undone before it takes effect.
    expect((await bob.startPayPalPlan(130)).body.redirect_url).toContain("plan=changed");
    expect(await next()).toBe(4_900);
    expect((await bob.client.post("/api/subscriptions/resume", {})).status).toBe(200);
    expect(await next()).toBe(6_930);
    for (let times = 0; times < 5; times += 1) await month();
    const { payments, charged, recorded } = await bob.ledgerSnapshot();
    expect(payments.map(({ amount }) => amount)).toEqual([...Array(6).fill(6_930), 9_900, 9_900]);
    expect(recorded).toBe(charged);
    // A declined payment in the last month of a sale does not change a later price.
    await staff("PUT", {});
    const dan = await shoppers.createShopper();
    const bought = await dan.approveAndReturn(await dan.startPayPalPlan(131));
    await staff("DELETE");
    for (let times = 0; times < 4; times += 1) await month();
    const reference = await shoppers.referenceOf(bought.order);
    await shoppers.buyer().setFunding(reference, "insufficient");
    await month();
    expect((await dan.me()).subscription.status).toBe("past_due");
    await shoppers.buyer().setFunding(reference, "ok");
    await shoppers.time({ days: 5 });
    await shoppers.deliverWebhooks();
    await month();
    const late = await dan.ledgerSnapshot();
    expect(late.payments.map(({ amount }) => amount)).toEqual([...Array(6).fill(6_930), 9_900]);
    // Another license at the regular price costs more than the customer agreed to for the months of the sale.
    await staff("PUT", {});
    const kim = await shoppers.createShopper();
    await kim.approveAndReturn(await kim.startPayPalPlan(130));
    expect(
      await kim.client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id: 130, license_id: 2 }),
    ).toMatchObject({
      status: 409,
      body: { error: { reason: "billed_elsewhere" } },
    });
    await staff("DELETE");
    // A downgrade ends the sale.
    const eve = await (async () => {
      await staff("PUT", {});
      const shopper = await shoppers.createShopper();
      await shopper.approveAndReturn(await shopper.startPayPalPlan(131));
      await shopper.startPayPalPlan(130);
      return shopper;
    })();
    await month();
    await month();
    const own = await eve.ledgerSnapshot();
    expect(own.payments.map(({ amount }) => amount)).toEqual([6_930, 4_900, 4_900]);
    expect(own.recorded).toBe(own.charged);
  });

  it("DSC-02 DSC-04 DSC-07 no promo code counts beside it, and one in the address is left out", async () => {
    await staff("PUT", {});
    const ada = await newcomer();
    const check = () => ada.client.get("/api/subscriptions/check_discount?discount_code=FILM20");
    expect(await check()).toMatchObject({
      status: 409,
      body: {
        error: { reason: "promo_code_invalid", message: "Promo codes can't be combined with the current " + "sale." },
      },
    });
    const view = async () => (await ada.client.get("/api/checkout?plan_variant_id=130&discount_code=FILM20")).body.data;
    expect(await view()).toMatchObject({ discount_code: null, options_error: null, quote: { total: 3_430 } });
    // The same applies to PayPal, because a sale is not a code.
    const bob = await shoppers.createShopper();
    expect(
      (await bob.startPayPalPlan(130, { discount_code: "FILM20", expected_kind: "new-plan", expected_total: 3_430 }))
        .body.error,
    ).toBeNull();
    await staff("DELETE");
    expect((await check()).body.data.discount).toMatchObject({ code: "FILM20" });
    expect(await view()).toMatchObject({ discount_code: "FILM20", quote: { total: 3_920 } });
  });

  it("DSC-04 a sale that ends while someone looks at its price is said before anything is charged", async () => {
    await staff("PUT", {});
    const ada = await newcomer();
    await staff("DELETE");
    expect(await ada.subscribe(130, { expected_kind: "new-plan", expected_total: 3_430 })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed", now: { kind: "new-plan", total: 4_900 } } },
    });
    expect(await ada.paid()).toEqual([]);
  });

  it("DSC-03 PLN-03 what a code lowers is said alike everywhere in each of its months, for any cart", async () => {
    const ada = await newcomer();
    await ada.client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011, 1041] });
    const view = (await ada.client.get("/api/checkout?plan_variant_id=130&discount_code=FILM20")).body.data;
    expect(view.quote).toMatchObject({
      total: 3_920,
      renewal: { price: 3_920, text: expect.stringContaining("$39.20") },
    });
    expect((await ada.subscribe(130, { discount_code: "FILM20" })).status).toBe(200);
    // A declined renewal is overdue at that month's price, and is paid at that price.
    await fetch(`${suite.sandbox.url}/cards/expire`, {
      method: "POST",
      body: new URLSearchParams({ customer: ada.customer }),
    });
    await advance(suite.sandbox.url, suite.store, { months: 1 });
    await ada.deliverAll();
    const overdue = (await ada.client.get("/api/users/me")).body.data.subscription;
    expect(overdue).toMatchObject({ status: "past_due", next_payment_amount: 3_920 });
    const { id: setup_intent_id } = await ada.client.saveCard(suite.sandbox.url, VISA);
    expect((await ada.client.post("/api/subscriptions/pay_overdue", { setup_intent_id })).status).toBe(200);
    expect(await ada.paid()).toEqual([3_920, 3_920]);
    for (let month = 2; month <= 4; month += 1) {
      const next = month < 3 ? 3_920 : 4_900;
      expect(await ada.saidOfNext(130), `month ${month}`).toEqual([next, next]);
      // The cart has its own prices. Neither uses the other's code.
      const cart = (await ada.client.get("/api/orders/shopping_cart")).body;
      expect(cart).toMatchObject({ discount: null, total: cart.subtotal });
      await advance(suite.sandbox.url, suite.store, { months: 1 });
      await ada.deliverAll();
    }
    expect(await ada.paid()).toEqual([3_920, 3_920, 3_920, 4_900, 4_900]);
  });
});

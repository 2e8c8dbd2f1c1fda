import { existsSync } from "node:fs";
import { ROOT } from "@backlot/testing/processes";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { createPromoCode, requestsAt } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { heardBy, storeAs } from "@backlot/testing/ports";
import { message, noCodeText, payerOf } from "@backlot/domain";
import { PaymentProviderUnavailable, logToConsole } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { sessionCookie } from "../src/session-cookie.ts";
import { type WebBuild, pageRenderer } from "../src/web.ts";

describe("the checkout of a plan", () => {
  const suite = useTestStore(plainDatabase);
  const requests = () => requestsAt(suite.sandbox.url);
  const shopper = async (license = 1): Promise<TestClient> => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.post("/api/users/update_min_license", { license_id: license });
    return client;
  };
  const subscriber = async (plan_variant_id: number): Promise<TestClient> => {
    const client = await shopper();
    const { id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await client.post("/api/subscriptions", { plan_variant_id, setup_intent_id: id })).status).toBe(200);
    return client;
  };
  const view = async (client: TestClient, query: string) => (await client.get(`/api/checkout?${query}`)).body.data;

  it("ACC-06 PLN-06 shows a visitor account, license, payment, and leads away from what can't be bought", async () => {
    const visitor = new TestClient(suite.store.app);
    expect(await view(visitor, "plan_variant_id=131")).toMatchObject({ _tag: "account", plan_variant: { id: 131 } });
    expect(await view(visitor, "plan_variant_id=999")).toEqual({ _tag: "redirect", to: "/pricing" });
    expect(await view(visitor, "plan_variant_id=139&license_id=1")).toMatchObject({ _tag: "redirect" });
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    expect(await view(ada, "plan_variant_id=131")).toMatchObject({
      _tag: "license",
      plan_variant: { license_id: 1 },
    });
    const business = await shopper(2);
    expect(await view(business, "plan_variant_id=131&license_id=1")).toEqual({ _tag: "redirect", to: "/" });
    expect(await view(business, "plan_variant_id=131")).toMatchObject({
      _tag: "new-plan",
      plan_variant: { license_id: 2 },
      ways: [{ payer: "stripe" }, { payer: "paypal" }],
      cards: [],
    });
    expect(await view(await shopper(3), "plan_variant_id=139")).toMatchObject({
      ways: [{ payer: "stripe" }],
    });
  });

  it("CHG-02 CHK-03 a change that costs nothing today asks for no card; a new plan and an upgrade do", async () => {
    const ada = await subscriber(131);
    const change = (plan_variant_id: number, expected_kind: string) =>
      ada.post("/api/subscriptions", { plan_variant_id, expected_kind });
    const required = { status: 409, body: { error: { reason: "payment_method_required" } } };
    expect(await change(132, "upgrade")).toMatchObject(required);
    expect(await change(131, "no-change")).toMatchObject({ status: 200, body: { data: { change: "no-change" } } });
    expect(await change(130, "downgrade")).toMatchObject({ status: 200, body: { data: { change: "downgrade" } } });
    const eve = await shopper(1);
    expect(await eve.post("/api/subscriptions", { plan_variant_id: 130 })).toMatchObject(required);
  });

  it("ORD-04 CHK-06 quotes what is then charged, and what lowers it by card stays out of PayPal's quote", async () => {
    const ada = await subscriber(130);
    const { body: me } = await ada.get("/api/users/me");
    expect(await view(ada, "plan_variant_id=130&license_id=1")).toEqual({ _tag: "redirect", to: "/" });
    const shown = await view(ada, "plan_variant_id=131");
    const preview = await ada.get("/api/subscriptions/change_preview?plan_variant_id=131");
    expect(shown).toMatchObject({
      _tag: "change",
      ways: [{ payer: "stripe" }, { payer: "paypal" }],
      change: { kind: "upgrade" },
    });
    expect(shown.change.charge_today).toBe(preview.body.data.charge_today);
    expect(shown.cards).toMatchObject([{ card: { last4: "4242" }, pays_plan: true }]);
    expect(me.data.subscription.billed_by).toBe("stripe");
    const downgrade = await view(await subscriber(132), "plan_variant_id=130");
    expect(downgrade).toMatchObject({ _tag: "change", ways: [{ payer: "stripe" }], change: { kind: "downgrade" } });
  });

  it("LIC-03 PLN-06 an Enterprise plan without a license is sold as shown, and not by PayPal", async () => {
    const ada = await shopper(2);
    const shown = await view(ada, "plan_variant_id=139&license_chosen=true");
    expect(shown).toMatchObject({ _tag: "new-plan", plan_variant: { license_id: 3 }, ways: [{ payer: "stripe" }] });
    const { id: setup_intent_id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const asked = { plan_variant_id: 139, expected_kind: "new-plan", expected_total: shown.quote.total };
    expect(await ada.post("/api/orders/paypal/initialize_subscription", asked)).toMatchObject({
      status: 409,
      body: { error: { reason: "payer_unavailable" } },
    });
    const bought = await ada.post("/api/subscriptions", { ...asked, setup_intent_id });
    expect(bought).toMatchObject({ status: 200, body: { data: { subscription: { license: { id: 3 } } } } });
  });

  it("DSC-08 quotes no code through PayPal, which takes none", async () => {
    const ada = await shopper();
    await createPromoCode(suite.sandbox.url, { code: "QUOTED10", percent_off: 10, months: 3 });
    const quote = (more: string) =>
      ada.get(`/api/subscriptions/quote?plan_variant_id=130&discount_code=QUOTED10${more}`);
    expect((await quote("")).body.data.total).toBe(4_410);
    expect(await quote("&payment_method=paypal")).toMatchObject({
      status: 409,
      body: { error: { reason: "promo_code_invalid", message: noCodeText(payerOf("paypal")) } },
    });
  });

  it("DSC-07 counts a code of the address from the first step on", async () => {
    const visitor = new TestClient(suite.store.app);
    await createPromoCode(suite.sandbox.url, { code: "EARLY20", percent_off: 20, months: 3 });
    const account = await view(visitor, "plan_variant_id=131&discount_code=EARLY20");
    expect(account).toMatchObject({ _tag: "account", quote: { total: 7_920 } });
    expect(await view(visitor, "plan_variant_id=131&discount_code=NOSUCH")).toMatchObject({ quote: { total: 9_900 } });
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    expect(await view(ada, "plan_variant_id=131&discount_code=EARLY20")).toMatchObject({
      _tag: "license",
      quote: { total: 7_920 },
    });
  });

  it("DSC-07 CRD-03 counts what applies of a code and an add-on, and says why the rest is left out", async () => {
    const ada = await shopper();
    const plain = await view(ada, "plan_variant_id=131");
    const extras = await view(ada, "plan_variant_id=131&discount_code=NOSUCH&add_on_credits=5");
    expect(extras).toMatchObject({ discount_code: null, add_on_credits: 5 });
    expect(extras.options_error).toBe(
      (await ada.get("/api/subscriptions/check_discount?discount_code=NOSUCH")).body.error.message,
    );
    const quoted = await ada.get("/api/subscriptions/quote?plan_variant_id=131&add_on_credits=5");
    expect(extras.quote).toEqual(quoted.body.data);
    expect(extras.quote.total).toBeGreaterThan(plain.quote.total);
    expect(extras.ways[1].quote.total).toBe(extras.quote.total);
    const tooMany = await ada.get("/api/checkout?plan_variant_id=131&add_on_credits=0");
    expect(tooMany).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  });

  it("CHK-06 an offer that is another by now leaves the upgrade that waits for the bank as it is", async () => {
    const ada = await subscriber(130);
    const { orders } = suite.store.ports.transactions.read;
    const { id: user } = (await ada.get("/api/users/me")).body.data;
    const asks = await ada.saveCard(suite.sandbox.url, "4000002760003184");
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const order = { plan_variant_id: 131, setup_intent_id: asks.id };
    expect((await ada.post("/api/subscriptions", order)).status).toBe(402);
    const waiting = await Effect.runPromise(orders.openSubscriptionOrder(user));
    const { id: setup_intent_id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const other = { plan_variant_id: 133, setup_intent_id, expected_kind: "upgrade" };
    // The credit held by the waiting order counts, because a new order releases it.
    const preview = await ada.get("/api/subscriptions/change_preview?plan_variant_id=133&license_id=1");
    const total = preview.body.data.charge_today;
    expect(total).toBeLessThan(95_000);
    expect(await ada.post("/api/subscriptions", { ...other, expected_total: 1 })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed", now: { kind: "upgrade", total } } },
    });
    expect((await Effect.runPromise(orders.openSubscriptionOrder(user)))?.id).toBe(waiting?.id);
    expect((await ada.post("/api/subscriptions", { ...other, expected_total: total })).status).toBe(200);
    expect((await Effect.runPromise(orders.get(waiting?.id ?? "")))?.status._tag).toBe("canceled");
  });

  it("CHK-06 CHG-01 a buyer never gets another change or price than the one they were shown", async () => {
    const ada = await subscriber(130);
    const order = async (more: object) => {
      const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
      return ada.post("/api/subscriptions", { setup_intent_id: id, ...more });
    };
    // One tab shows an upgrade to the larger plan, another one to the middle plan, which is ordered first.
    const shown = await view(ada, "plan_variant_id=131");
    const first = await view(ada, "plan_variant_id=132");
    const upgrade = { expected_kind: "upgrade", expected_total: first.change.quote.total };
    expect(await order({ plan_variant_id: 132, ...upgrade })).toMatchObject({
      status: 200,
      body: { data: { change: "upgrade" } },
    });
    expect(await order({ plan_variant_id: 133, credit_pack_variant: { credit_pack_variant_id: 5 } })).toMatchObject({
      status: 409,
      body: { error: { reason: "credit_pack_unavailable", message: message("add_on_for_new_plans") } },
    });
    const late = { plan_variant_id: 131, expected_kind: "upgrade", expected_total: shown.change.quote.total };
    expect(await order(late)).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed", now: { kind: "downgrade", total: 0 } } },
    });
    const me = (await ada.get("/api/users/me")).body.data.subscription;
    expect(me).toMatchObject({ plan_variant: { id: 132 }, scheduled_plan_variant: null });
    expect(await order({ plan_variant_id: 131, expected_kind: "downgrade" })).toMatchObject({ status: 200 });

    const eve = await shopper();
    const { id } = await eve.saveCard(suite.sandbox.url, "4242424242424242");
    const plan = { plan_variant_id: 131, setup_intent_id: id };
    const refused = await eve.post("/api/subscriptions", { ...plan, expected_kind: "new-plan", expected_total: 9_800 });
    expect(refused).toMatchObject({ status: 409, body: { error: { now: { kind: "new-plan", total: 9_900 } } } });
    expect((await eve.post("/api/subscriptions", { ...plan, expected_kind: "upgrade" })).status).toBe(409);
    const agreement = { plan_variant_id: 131, expected_kind: "new-plan", expected_total: 9_800 };
    expect((await eve.post("/api/orders/paypal/initialize_subscription", agreement)).status).toBe(409);
    expect((await eve.get("/api/users/me")).body.data).toMatchObject({ subscription: null, pending_order: null });
    expect((await eve.post("/api/subscriptions", { ...plan, expected_total: 9_900 })).status).toBe(200);
  });

  it("CHK-04 CHK-06 an order that waits at PayPal is gone on with at the price that its buyer sees", async () => {
    const ada = await shopper();
    const start = (expected_total: number) =>
      ada.post("/api/orders/paypal/initialize_subscription", {
        plan_variant_id: 131,
        expected_kind: "new-plan",
        expected_total,
      });
    const first = await start(9_900);
    expect(first).toMatchObject({ status: 200, body: { error: null } });
    expect((await start(9_800)).status).toBe(409);
    expect((await start(9_900)).body).toEqual(first.body);
  });

  it("CHK-05 CHK-09 says why cards, codes or a change can't be shown while the provider is down", async () => {
    const ada = await subscriber(130);
    const eve = await shopper();
    await eve.saveCard(suite.sandbox.url, "4242424242424242");
    const { ports } = suite.store;
    const down = () => Effect.fail(new PaymentProviderUnavailable({ cause: "down" }));
    const viewOf = async (client: TestClient, query: object, cards: object) => {
      const without = { ...ports, cards: { ...ports.cards, ...cards }, promoCodes: { find: down } };
      const store = await storeAs(without, client.token);
      return Effect.runPromise(store.checkout.view({ query: { plan_variant_id: 131, ...query } }));
    };
    const words = message("payment_unreachable");
    expect((await viewOf(eve, { discount_code: "FILM20" }, { cards: down })).data).toMatchObject({
      _tag: "new-plan",
      cards: [],
      cards_error: words,
      discount_code: null,
      options_error: words,
    });
    expect((await viewOf(ada, {}, { customer: down })).data).toMatchObject({ _tag: "refused", message: words });
  });

  it("a new plan's page asks the provider for customer and cards, and reads its account once", async () => {
    const ada = await shopper();
    await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await requests();
    expect(await view(ada, "plan_variant_id=131")).toMatchObject({ _tag: "new-plan" });
    const asked = await requests();
    expect(asked.length, asked.join(" ")).toBe(2);

    const entry = `${ROOT}apps/web/build/server/index.js`;
    if (!existsSync(entry)) throw new Error("build the web app first: npm run build");
    const { ports, config } = suite.store;
    const render = pageRenderer((await import(/* @vite-ignore */ entry)) as WebBuild, config, {
      session: sessionCookie(false),
      shop: ports.settings.shop,
      logError: logToConsole,
    });
    const operations: string[] = [];
    const counted = heardBy((name) => operations.push(name), await storeAs(ports, ada.token));
    const page = await render(new Request(`${config.publicUrl.origin}/checkout/131`), counted);
    expect(await page.text()).toContain("Loading the payment form");
    expect(operations.sort()).toEqual(["carts.get", "checkout.view", "settings.get", "users.me"]);
    operations.length = 0;
    expect(await (await render(new Request(`${config.publicUrl.origin}/pricing`), counted)).text()).toContain("Pro");
    expect(operations.filter((each) => each === "users.me")).toHaveLength(1);
  });
});

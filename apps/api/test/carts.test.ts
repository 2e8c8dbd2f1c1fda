import { refundDue, runDueJobs } from "@backlot/application";
import { LOWEST_LICENSE, cents, message, noCodeText, payerOf } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import {
  BY_STAFF,
  SUPPORT_KEY,
  chargesAt,
  closeDispute,
  eventsAt,
  openDispute,
  payPalBuyer,
  payPalPaymentsAt,
} from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import { deliver, proofsOn, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const run = Effect.runPromise;
/** Variants of the sample catalog: some that cost money, and a free one. */
const FIRE_2K = 1011;
const FIRE_4K = 1012;
const LIGHTNING_2K = 1041;
const LIGHTNING_4K = 1042;
const BOULDER_2K = 3011;
const FREE = 1031;

describe.each(scenarioDatabases)("carts on $kind", (databases) => {
  const suite = useTestStore(databases);
  const read = () => suite.store.ports.transactions.read;
  const putCode = (code: Parameters<ReturnType<typeof read>["discountCodes"]["put"]>[0]) =>
    run(read().discountCodes.put(code));

  const cartOf = (client: TestClient) => ({
    get: async (token?: string) =>
      (await client.get(`/api/orders/shopping_cart${token === undefined ? "" : `?token=${token}`}`)).body,
    put: (product_ids: readonly number[], more: object = {}) =>
      client.call("PUT", "/api/orders/shopping_cart", { product_ids, ...more }),
    code: (discount_code: string, more: object = {}) =>
      client.call("PUT", "/api/orders/discount", { discount_code, ...more }),
  });

  /** Delivers every event of the card provider again, for one customer or for all. */
  const deliverWebhooks = async (customer?: string): Promise<void> => {
    for (const event of await eventsAt(suite.sandbox.url, customer))
      expect(await deliver(suite.store, suite.sandbox.webhookSecret, event), event.type).toBe(204);
  };

  const shopper = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(suite.sandbox.url, VISA);
    const cart = cartOf(client);
    const me = async () => (await client.get("/api/users/me")).body.data;
    const { id, stripe_customer_token: customer } = await me();
    const [card] = (await client.post("/api/cards", {})).body.data as { id: string }[];
    const start = async (more: object = {}) => {
      const { token } = await cart.get();
      return client.post("/api/payment_intent", { token, payment_method_id: card?.id, ...more });
    };
    const record = async (payment_intent: string | null) =>
      client.post("/api/purchases/cart", { token: (await cart.get()).token, payment_intent });
    /** Buys the cart with the saved card. */
    const buy = async () => {
      const { body } = await start();
      await client.post("/api/payment_intent_confirm", { payment_intent_id: body.id });
      return record(body.id);
    };
    const owned = async () =>
      (await run(read().collections.entitlementsOf(id))).map((each) => each.collection_variant_id);
    const charged = async () =>
      (await chargesAt(suite.sandbox.url, customer)).filter((charge) => charge.status === "succeeded");
    const payments = () => run(read().payments.ofAccount(id));
    return { client, cart, me, id, customer, card: card?.id ?? "", start, record, buy, owned, charged, payments };
  };

  it("ORD-01 ORD-05 a visitor fills a cart by its token, at the prices of its license", async () => {
    const visitor = new TestClient(suite.store.app);
    const cart = cartOf(visitor);
    expect(await cart.get()).toMatchObject({ items: [], total: 0, license_id: 1, discount: null });
    const made = (await cart.put([FIRE_2K, FIRE_2K, BOULDER_2K])).body;
    expect(made.items.map((item: { id: number }) => item.id)).toEqual([FIRE_2K, BOULDER_2K]);
    const { data: prices } = (await visitor.get(`/api/products/${FIRE_2K}/prices`)).body;
    expect(prices.map((each: { price: number }) => each.price / prices[0].price)).toEqual([1, 3, 6, 9, 12, 16]);
    expect(made.items[0]).toMatchObject({ name: "Ground Fire", resolution: "2K", price: prices[0].price });
    const startup = (await cart.put([FIRE_2K], { license: 2, token: made.token })).body;
    expect(startup).toMatchObject({ token: made.token, license_id: 2, subtotal: prices[1].price });
    // Without its token there is no cart.
    expect((await cart.get()).items).toEqual([]);
    expect((await cart.get(made.token)).items).toHaveLength(1);
    expect(await cart.put([FREE])).toMatchObject({ status: 409, body: { error: { reason: "item_unavailable" } } });
    expect(await cart.put([99_999])).toMatchObject({ status: 409, body: { error: { reason: "item_unavailable" } } });
    expect((await visitor.get("/api/products/99999/prices")).status).toBe(404);
  });

  it("ORD-01 a visitor's cart becomes the account's at sign-in, each item once, and opens to nobody else", async () => {
    const visitor = new TestClient(suite.store.app);
    const { token } = (await cartOf(visitor).put([FIRE_2K, LIGHTNING_2K], { license: 2 })).body;
    const ada = await shopper();
    await ada.cart.put([LIGHTNING_2K, BOULDER_2K]);
    const merged = await ada.cart.get(token);
    expect(merged.items.map((item: { id: number }) => item.id)).toEqual([LIGHTNING_2K, BOULDER_2K, FIRE_2K]);
    expect(merged.license_id).toBe(2);
    expect((await cartOf(visitor).get(token)).items).toEqual([]);
    expect((await cartOf(visitor).get(merged.token)).items).toEqual([]);
    const eve = await shopper();
    expect((await eve.cart.get(merged.token)).items).toEqual([]);
    expect((await ada.cart.get()).items).toHaveLength(3);
  });

  it("DSC-05 from five priced items the bundle takes its share off, and before that says how far it is", async () => {
    const ada = await shopper();
    const four = (await ada.cart.put([FIRE_2K, FIRE_4K, LIGHTNING_2K, LIGHTNING_4K])).body;
    expect(four.bundle).toMatchObject({ minimum_items: 5, percent_off: 20, items: 4, percent: 80, reached: false });
    expect(four.quote.discounts).toEqual([]);
    const five = (await ada.cart.put([FIRE_2K, FIRE_4K, LIGHTNING_2K, LIGHTNING_4K, BOULDER_2K])).body;
    expect(five.bundle).toMatchObject({ items: 5, percent: 100, reached: true });
    expect(five.quote.discounts).toMatchObject([
      { kind: "bundle", label: "Bundle discount", amount: five.subtotal / 5 },
    ]);
    expect(five.total).toBe(five.subtotal - five.subtotal / 5);
  });

  it("DSC-01 DSC-02 DSC-09 a code is put on the cart in any case, taken off, and refused with words", async () => {
    await putCode({ code: "Take10", value: cents(1_000) });
    const ada = await shopper();
    const { subtotal } = (await ada.cart.put([FIRE_2K])).body;
    const refused = await ada.cart.code("nonsense");
    expect(refused).toMatchObject({ status: 409, body: { error: { message: "This promo code isn't valid." } } });
    expect((await ada.cart.get()).discount).toBeNull();
    // Blanks, and marks that a chat hides in copied text: a zero-width space, a byte order mark, a direction.
    const lowered = (await ada.cart.code(" \u200btAKE\u200c10\ufeff\u202c\u00a0")).body;
    expect(lowered).toMatchObject({
      discount: { code: "Take10", value: 1_000, error: null },
      total: subtotal - 1_000,
    });
    expect((await ada.client.call("DELETE", "/api/orders/discount")).body).toMatchObject({
      discount: null,
      total: subtotal,
    });
    await ada.cart.code("TAKE10");
    expect((await ada.cart.code("")).body.discount).toBeNull();
  });

  it("ORD-01 CHK-06 CHK-07 a cart is bought by card: items owned once, an empty cart, one charge", async () => {
    const ada = await shopper();
    const { total } = (await ada.cart.put([FIRE_2K, BOULDER_2K])).body;
    expect(await ada.start({ amount: total - 1 })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed" } },
    });
    const asked = await Promise.all(Array.from({ length: 20 }, () => ada.start({ amount: total })));
    const ids = new Set(asked.map(({ body }) => body.id));
    expect(asked.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(ids.size).toBe(1);
    const [payment = ""] = ids;
    expect(await ada.record(payment)).toMatchObject({ status: 409 });
    await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: payment });
    const recorded = await Promise.all(Array.from({ length: 10 }, () => ada.record(payment)));
    for (const each of recorded)
      expect(each).toMatchObject({
        status: 200,
        body: { data: { amount: total, product_ids: [FIRE_2K, BOULDER_2K] } },
      });
    expect((await ada.owned()).sort()).toEqual([FIRE_2K, BOULDER_2K]);
    expect((await ada.charged()).map(({ amount }) => amount)).toEqual([total]);
    expect(await ada.payments()).toMatchObject([{ reason: "items", amount: total, refunded: 0 }]);
    expect((await ada.cart.get()).items).toEqual([]);
    // A repeated request after the cart was emptied returns the existing order.
    expect((await ada.start()).body).toMatchObject({ status: "succeeded", amount: total });
    expect((await ada.record(null)).body.data.amount).toBe(total);
    // An owned item is not sold again, and its page shows that it is owned.
    expect((await ada.cart.put([FIRE_2K, FIRE_4K])).body.items.map((item: { id: number }) => item.id)).toEqual([
      FIRE_4K,
    ]);
    const page = (await ada.client.get("/api/collections/ground-fire")).body;
    expect([page.owned, page.owned_variant_ids]).toEqual([false, [FIRE_2K]]);
    const link = await ada.client.get(`/api/variant_downloads/${FIRE_2K}/download`);
    expect(link).toMatchObject({ status: 200, body: { download_limit: null } });
    expect(await ada.client.get(`/api/variant_downloads/${FIRE_4K}/download`)).toMatchObject({
      status: 403,
      body: { error: { reason: "NeedsPurchase" } },
    });
  });

  it("ORD-01 CHK-03 a refused card is shown in the bank's words, and another one pays the same order", async () => {
    const ada = await shopper();
    await ada.client.saveCard(suite.sandbox.url, "4000000000000341");
    const cards = (await ada.client.post("/api/cards", {})).body.data as { id: string }[];
    const bad = cards.find(({ id }) => id !== ada.card)?.id;
    await ada.cart.put([LIGHTNING_2K]);
    const { body } = await ada.start({ payment_method_id: bad });
    const declined = await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: body.id });
    expect(declined).toMatchObject({ status: 402, body: { error: { message: "Your card was declined." } } });
    const again = await ada.client.post("/api/payment_intent_confirm", {
      payment_intent_id: body.id,
      payment_method_id: ada.card,
    });
    expect(again.body.status).toBe("succeeded");
    expect((await ada.record(body.id)).status).toBe(200);
    expect(await ada.charged()).toHaveLength(1);
  });

  it("ORD-01 another content of the cart cancels the open order; a credit pack beside it stays", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    const first = (await ada.start()).body;
    const pack = (await ada.client.post("/api/payment_intent", { recurring_credits: 5, payment_method_id: ada.card }))
      .body;
    await ada.cart.put([FIRE_2K, LIGHTNING_2K]);
    const second = (await ada.start()).body;
    expect(second.id).not.toBe(first.id);
    const late = await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: first.id });
    expect(late.body.status).toBe("canceled");
    for (const id of [pack.id, second.id])
      expect((await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: id })).body.status).toBe(
        "succeeded",
      );
    await ada.record(second.id);
    expect((await ada.owned()).sort()).toEqual([FIRE_2K, LIGHTNING_2K]);
  });

  it("ORD-01 CHK-07 a webhook hands the cart over where its buyer never came back", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    const { body } = await ada.start();
    await fetch(`${suite.sandbox.url}/v1/payment_intents/${body.id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_method: ada.card }),
    });
    expect(await ada.owned()).toEqual([]);
    for (let times = 0; times < 3; times += 1) await deliverWebhooks(ada.customer);
    expect(await ada.owned()).toEqual([FIRE_2K]);
    expect(await ada.payments()).toHaveLength(1);
  });

  it("ORD-01 CHK-04 a cart is bought by PayPal; an item bought meanwhile cancels it before money moves", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K, LIGHTNING_2K]);
    const { token, total } = await ada.cart.get();
    const asked = await ada.client.post("/api/orders/paypal", { token, amount: total });
    expect(asked).toMatchObject({ status: 200, body: { error: null } });
    const sent = await payPalBuyer(suite.sandbox.url).approve(asked.body.redirect_url);
    const order_id = sent.searchParams.get("order") ?? "";
    expect((await ada.client.post("/api/orders/return", { order_id })).body.data).toMatchObject({
      kind: "product",
      status: "paid",
    });
    expect((await ada.owned()).sort()).toEqual([FIRE_2K, LIGHTNING_2K]);
    // A buyer who orders sold contents again, such as in another tab, is redirected to their order.
    const again = await ada.client.post("/api/orders/paypal", { token, amount: total });
    expect(again).toMatchObject({ status: 200, body: { error: null } });
    expect(new URL(again.body.redirect_url).searchParams.get("order")).toBe(order_id);

    const bea = await shopper();
    await bea.cart.put([FIRE_2K]);
    const cart = await bea.cart.get();
    const waiting = await bea.client.post("/api/orders/paypal", { token: cart.token });
    const back = await payPalBuyer(suite.sandbox.url).approve(waiting.body.redirect_url);
    await run(
      read().collections.grantEntitlement(
        bea.id,
        {
          collection_id: 101,
          collection_variant_id: null,
          source: "collection:101:test",
          license_id: LOWEST_LICENSE,
          at_upgrade_price: false,
          raised_from: null,
        },
        suite.store.clock.now(),
      ),
    );
    const ended = await bea.client.post("/api/orders/return", { order_id: back.searchParams.get("order") });
    expect(ended.body.data).toMatchObject({ status: "canceled", message: "You already own this item." });
    const taken = await payPalPaymentsAt(suite.sandbox.url);
    expect(taken.filter((each) => each.custom_id === back.searchParams.get("order"))).toEqual([]);
  });

  it("ORD-05 CHK-07 an item that is withdrawn meanwhile is not paid for any more", async () => {
    const buyer = payPalBuyer(suite.sandbox.url);
    /** Approves the cart at PayPal, lets something happen, and returns the state of the order on return. */
    const after = async (variant: number, happens: (account: string) => Promise<unknown>) => {
      const ada = await shopper();
      await ada.cart.put([variant]);
      const { token } = await ada.cart.get();
      const sent = await buyer.approve((await ada.client.post("/api/orders/paypal", { token })).body.redirect_url);
      await happens(ada.id);
      const order_id = sent.searchParams.get("order") ?? "";
      const { status, message: words } = (await ada.client.post("/api/orders/return", { order_id })).body.data;
      const taken = (await payPalPaymentsAt(suite.sandbox.url)).filter((each) => each.custom_id === order_id);
      return { status, words, taken, owned: await ada.owned() };
    };
    const { collections } = read();
    const lightning = await run(collections.byVariant(LIGHTNING_2K));
    if (lightning === null) throw new Error("the sample has forked lightning");
    const given = { status: "canceled", words: message("item_unavailable"), taken: [], owned: [] };
    expect(await after(LIGHTNING_2K, () => run(collections.withdraw([lightning.slug])))).toEqual(given);
    await run(collections.put(lightning));
    expect(await after(LIGHTNING_2K, async () => {})).toMatchObject({ status: "paid", owned: [LIGHTNING_2K] });
  });

  it("DSC-08 DSC-10 PayPal takes a code worth money, and no percentage; Enterprise pays by card", async () => {
    await putCode({ code: "HALF", percent_off: 50, uses_per_account: 9 });
    await putCode({ code: "FIVE", value: cents(500) });
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    const { token, discount, quote, subtotal, ways } = (await ada.cart.code("half")).body;
    expect(discount).toMatchObject({ code: "HALF", error: null });
    const refusal = noCodeText(payerOf("paypal"));
    expect(ways).toMatchObject([
      { payer: "stripe", refusal: null, quote: null },
      // The refused code doesn't discount anything there.
      { payer: "paypal", refusal, quote: { discounts: [], total: subtotal } },
    ]);
    expect(quote.total).toBeLessThan(subtotal);
    expect(await ada.client.post("/api/orders/paypal", { token })).toMatchObject({
      status: 409,
      body: { error: { reason: "promo_code_invalid" } },
    });
    expect((await ada.cart.code("five")).body.ways[1]).toMatchObject({ payer: "paypal", refusal: null });
    expect((await ada.client.post("/api/orders/paypal", { token })).body.error).toBeNull();
    expect((await ada.cart.put([FIRE_2K], { license: 3 })).body.ways).toMatchObject([{ payer: "stripe" }]);
    expect(await ada.client.post("/api/orders/paypal", { token })).toMatchObject({
      status: 409,
      body: { error: { reason: "payer_unavailable" } },
    });
  });

  it("DSC-08 DSC-10 a cart that a code makes free is bought at once, whichever way it was to be paid", async () => {
    await putCode({ code: "GIFT", percent_off: 100, uses_per_account: 9 });
    for (const license of [1, 3]) {
      const ada = await shopper();
      await ada.cart.put([FIRE_2K], { license });
      const { token, total, ways } = (await ada.cart.code("gift")).body;
      expect(total).toBe(0);
      // Nobody has to pay, so no payer's price without the code is shown.
      expect(ways.map(({ quote }: { quote: unknown }) => quote).filter(Boolean)).toEqual([]);
      const bought = await ada.client.post("/api/orders/paypal", { token, amount: 0 });
      expect(bought).toMatchObject({ status: 200, body: { error: null } });
      const order_id = new URL(bought.body.redirect_url).searchParams.get("order");
      const back = await ada.client.post("/api/orders/return", { order_id });
      expect(back.body.data).toMatchObject({ kind: "product", status: "paid" });
      expect((await ada.client.get("/api/orders")).body.data).toMatchObject([{ paid_with: "nothing" }]);
    }
  });

  it("DSC-10 CLI-03 a code is named as it can be typed; one kept under another name still counts", async () => {
    await putCode({ code: "SOMMER 10 %", value: cents(300) });
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    expect((await ada.cart.code("sommer 10 %")).body).toMatchObject({ discount: { value: 300, error: null } });
    const support = new TestClient(suite.store.app);
    support.token = SUPPORT_KEY;
    expect((await support.get("/api/support/codes")).status).toBe(200);
    const named = (code: string) =>
      support.call("PUT", "/api/support/codes", { code: { code, value: 300 }, ...BY_STAFF });
    expect((await named("SOMMER 20 %")).body.error).toMatchObject({ issues: [{ path: "payload.code.code" }] });
    expect((await named("SOMMER-20")).status).toBe(200);
  });

  it("DSC-10 a code for one order is used once in many tries at once, and only by a paid order", async () => {
    await putCode({ code: "ONEUSE", value: cents(700), max_uses: 1 });
    const shoppers = await Promise.all(Array.from({ length: 10 }, shopper));
    for (const each of shoppers) {
      await each.cart.put([FIRE_2K]);
      expect((await each.cart.code("oneuse")).status).toBe(200);
    }
    const tried = await Promise.all(
      Array.from({ length: proofsOn(databases, TEST_SCALE.codeTries) }, (_, index) =>
        (shoppers[index % 10] as (typeof shoppers)[number]).start(),
      ),
    );
    const got = tried.filter(({ status }) => status === 200);
    expect(new Set(got.map(({ body }) => body.id)).size).toBe(1);
    for (const refused of tried.filter(({ status }) => status !== 200))
      expect(refused).toMatchObject({ status: 409, body: { error: { reason: "promo_code_invalid" } } });
    const winner = shoppers[tried.findIndex(({ status }) => status === 200) % 10];
    const other = shoppers.find((each) => each !== winner);
    if (winner === undefined || other === undefined) throw new Error("nobody got it");
    // If its order is canceled, the code is free again. Once the order is paid, the code is used up.
    await winner.cart.code("");
    await winner.start();
    expect((await other.start()).status).toBe(200);
    expect((await other.buy()).status).toBe(200);
    await winner.cart.code("oneuse").then(({ status }) => expect(status).toBe(409));
    expect((await other.charged()).map(({ amount }) => amount)).toEqual([2_400 - 700]);
  });

  it("DSC-10 a code counts once an account, and a cart that costs too little to charge is free", async () => {
    await putCode({ code: "ALLBUT", value: cents(2_360) });
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    const free = (await ada.cart.code("ALLBUT")).body;
    expect(free.total).toBe(0);
    expect(free.quote.discounts.map((each: { kind: string }) => each.kind)).toEqual(["code", "rest"]);
    expect((await ada.start()).body).toMatchObject({ status: "succeeded", amount: 0 });
    expect((await ada.record(null)).body.data).toMatchObject({ amount: 0, product_ids: [FIRE_2K] });
    expect(await ada.owned()).toEqual([FIRE_2K]);
    expect(await ada.charged()).toEqual([]);
    await ada.cart.put([LIGHTNING_2K]);
    expect(await ada.cart.code("allbut")).toMatchObject({
      status: 409,
      body: { error: { message: "You've already used this promo code." } },
    });
  });

  it("ORD-06 a refund takes items from the last one back, once each is covered, and lists the rest", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K, LIGHTNING_2K]);
    await ada.buy();
    const [payment] = await ada.payments();
    if (payment === undefined) throw new Error("nothing was paid");
    const [fire, lightning] = [2_400, payment.amount - 2_400];
    const refund = async (amount: number) => {
      await fetch(`${suite.sandbox.url}/v1/refunds`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_dashboard" },
        body: new URLSearchParams({ payment_intent: payment.provider_reference ?? "", amount: String(amount) }),
      });
      await deliverWebhooks(ada.customer);
    };
    const unrecovered = async () =>
      (await run(read().unrecovered.list(1_000))).filter((row) => row.user_id === ada.id).map((row) => row.amount);
    await refund(lightning - 1);
    expect([await ada.owned(), await unrecovered()]).toEqual([[FIRE_2K, LIGHTNING_2K], [lightning - 1]]);
    await refund(1);
    expect([await ada.owned(), await unrecovered()]).toEqual([[FIRE_2K], []]);
    await refund(fire);
    expect([await ada.owned(), await unrecovered()]).toEqual([[], []]);
    expect(await ada.client.get(`/api/variant_downloads/${FIRE_2K}/download`)).toMatchObject({ status: 403 });
    const [order] = (await ada.client.get("/api/orders")).body.data;
    expect(order).toMatchObject({ kind: "product", refunded: payment.amount, paid_with: "card" });
    expect(order.items.map((item: { status: string }) => item.status)).toEqual(["refunded", "refunded"]);
    // A refunded item can be bought again.
    await ada.cart.put([FIRE_2K]);
    expect((await ada.buy()).status).toBe(200);
    expect(await ada.owned()).toEqual([FIRE_2K]);
  });

  it("CLI-02 ORD-06 support revokes one item by its name: it is refunded once, the others stay", async () => {
    const staff = (path: string, payload?: object) =>
      new TestClient(suite.store.app).call(payload === undefined ? "GET" : "POST", path, payload, {
        authorization: SUPPORT_KEY,
      });
    const ada = await shopper();
    // In a bundle, an item's cost is its share after the discount.
    await ada.cart.put([FIRE_2K, FIRE_4K, LIGHTNING_2K, LIGHTNING_4K, BOULDER_2K]);
    await ada.buy();
    const [order] = (await ada.client.get("/api/orders")).body.data;
    const [payment] = await ada.payments();
    const cost = order.items.find((item: { id: number }) => item.id === FIRE_4K).price;
    const path = `/api/support/orders/${order.id}`;
    expect((await staff(path)).body.data).toEqual({ ...order, support_actions: [] });
    // A refund without an item takes no item away and does not count against this one.
    await fetch(`${suite.sandbox.url}/v1/refunds`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_intent: payment?.provider_reference ?? "", amount: "100" }),
    });
    await deliverWebhooks(ada.customer);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => staff(`${path}/refunds`, { variant_id: FIRE_4K, ...BY_STAFF })),
    );
    expect(asked.filter(({ status }) => status === 200).map(({ body }) => body.data)).toMatchObject([
      { amount: cost, status: "refunded", takes: { items: ["Ground Fire · 4K"], also_refunded: 0 } },
    ]);
    const again = asked.filter(({ status }) => status !== 200);
    expect(again).toHaveLength(4);
    for (const { body } of again) expect(body.error).toMatchObject({ code: "conflict", reason: "item_unavailable" });
    await deliverWebhooks(ada.customer);
    expect((await ada.owned()).sort()).toEqual([FIRE_2K, LIGHTNING_2K, LIGHTNING_4K, BOULDER_2K].sort());
    expect((await ada.payments()).map(({ refunded }) => refunded)).toEqual([cost + 100]);
    expect((await run(read().unrecovered.list(1_000))).filter((row) => row.user_id === ada.id)).toMatchObject([
      { amount: 100 },
    ]);
    expect(await ada.client.get(`/api/variant_downloads/${FIRE_4K}/download`)).toMatchObject({ status: 403 });
    expect((await staff(path)).body.data).toMatchObject({ refunded: cost + 100 });
    // The last items are refunded too, but never more than was paid.
    for (const variant_id of [BOULDER_2K, LIGHTNING_4K, LIGHTNING_2K, FIRE_2K])
      expect((await staff(`${path}/refunds`, { variant_id, ...BY_STAFF })).status).toBe(200);
    await deliverWebhooks(ada.customer);
    expect([await ada.owned(), (await ada.payments())[0]?.refunded]).toEqual([[], payment?.amount]);
    expect((await run(read().unrecovered.list(1_000))).filter((row) => row.user_id === ada.id)).toEqual([]);
    // A refunded item can be bought again.
    await ada.cart.put([FIRE_4K]);
    expect((await ada.buy()).status).toBe(200);

    expect((await staff(`${path}/refunds`, { variant_id: FREE, ...BY_STAFF })).status).toBe(404);
    // The log has the completed actions, not the refused ones.
    const log = await run(read().supportActions.ofAccount(ada.id));
    expect(log.map(({ change }) => change.kind)).toEqual(Array(5).fill("refund_item"));
    expect(log.at(-1)).toMatchObject({ ...BY_STAFF, change: { variant_id: FIRE_4K, amount: cost } });
    expect((await staff("/api/support/orders/none/refunds", { variant_id: FIRE_2K, ...BY_STAFF })).status).toBe(404);
    expect((await staff("/api/support/orders/none")).status).toBe(404);
    expect((await ada.client.get(path)).status).toBe(403);
    expect((await ada.client.post(`${path}/refunds`, { variant_id: FIRE_4K })).status).toBe(403);
    expect((await new TestClient(suite.store.app).post(`${path}/refunds`, { variant_id: FIRE_4K })).status).toBe(401);
  });

  it("ORD-06 money for an item that was bought meanwhile is refunded, the rest is delivered", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K, LIGHTNING_2K]);
    const { body } = await ada.start();
    await run(
      read().collections.grantEntitlement(
        ada.id,
        {
          collection_id: 101,
          collection_variant_id: null,
          source: "collection:101:gift",
          license_id: LOWEST_LICENSE,
          at_upgrade_price: false,
          raised_from: null,
        },
        suite.store.clock.now(),
      ),
    );
    // The bank has already charged the card, as after a crash.
    await fetch(`${suite.sandbox.url}/v1/payment_intents/${body.id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_method: ada.card }),
    });
    expect((await ada.record(body.id)).status).toBe(200);
    await runIn(suite.store.ports, refundDue);
    await runIn(suite.store.ports, runDueJobs);
    const [{ items }] = (await ada.client.get("/api/orders")).body.data;
    expect(items.map((item: { status: string }) => item.status)).toEqual(["refunded", "held"]);
    const [payment] = await ada.payments();
    expect(payment?.refunded).toBe(2_400);
    expect((await ada.owned()).sort()).toEqual([LIGHTNING_2K, null].sort());
    const { email } = (await ada.client.get("/api/users/me")).body.data;
    const mails = (await (await fetch(`${suite.sandbox.url}/inbox?to=${email}`)).json()) as {
      subject: string;
      text: string;
    }[];
    const mail = mails.find(({ subject }) => subject === "We're refunding part of your payment");
    expect(mail?.text).toContain("The rest is yours");
    expect(mail?.text).toContain("in total.");
    expect(mail?.text).not.toContain("Nothing else changed");
    expect((await run(read().unrecovered.list(1_000))).filter((row) => row.user_id === ada.id)).toEqual([]);
  });

  it("ORD-06 money for items that were all bought meanwhile is refunded, and the next cart sells", async () => {
    const ada = await shopper();
    const gift = {
      collection_id: 101,
      collection_variant_id: null,
      source: "collection:101:gift",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    await ada.cart.put([FIRE_2K]);
    const { body } = await ada.start();
    await run(read().collections.grantEntitlement(ada.id, gift, suite.store.clock.now()));
    await fetch(`${suite.sandbox.url}/v1/payment_intents/${body.id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_method: ada.card }),
    });
    expect(await ada.record(body.id)).toMatchObject({
      status: 409,
      body: { error: { reason: "payment_not_applied" } },
    });
    expect((await ada.payments()).map(({ amount, refunded }) => [amount, refunded])).toEqual([[2_400, 2_400]]);
    const [order] = (await ada.client.get("/api/orders")).body.data;
    expect(order).toMatchObject({ status: "unfulfillable", refunded: 2_400 });
    await ada.cart.put([LIGHTNING_2K]);
    expect((await ada.buy()).status).toBe(200);
  });

  it("ORD-01 CHK-06 who emptied the cart in another tab buys nothing, and is shown no older order", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    await ada.buy();
    await ada.cart.put([LIGHTNING_2K]);
    await ada.cart.put([]);
    for (const amount of [3_600, 2_400, null])
      expect(await ada.start({ amount })).toMatchObject({
        status: 409,
        body: { error: { reason: "nothing_to_buy" } },
      });
    expect(await ada.record(null)).toMatchObject({ status: 409, body: { error: { reason: "nothing_to_buy" } } });
    // Bought with PayPal, then requested by card: it is the same purchase, and there is no card payment to continue.
    await ada.cart.put([LIGHTNING_2K]);
    const asked = await ada.client.post("/api/orders/paypal", { token: (await ada.cart.get()).token });
    const back = await payPalBuyer(suite.sandbox.url).approve(asked.body.redirect_url);
    await ada.client.post("/api/orders/return", { order_id: back.searchParams.get("order") });
    expect((await ada.start()).body).toMatchObject({ status: "succeeded", id: "" });
    expect((await ada.start({ amount: 1 })).status).toBe(409);
    expect((await ada.record(null)).body.data.product_ids).toEqual([LIGHTNING_2K]);
    expect(await ada.charged()).toHaveLength(1);
  });

  it("ORD-06 DWN-04 an open dispute pauses what its payment bought and nothing else; a lost one takes it", async () => {
    const ada = await shopper();
    await ada.cart.put([FIRE_2K]);
    await ada.buy();
    await ada.cart.put([LIGHTNING_2K]);
    await ada.buy();
    const paid = (await ada.payments()).find(({ amount }) => amount === 2_400);
    const dispute = await openDispute(suite.sandbox.url, "stripe", paid?.provider_reference ?? "");
    await deliverWebhooks();
    const download = async (variant: number) =>
      (await ada.client.get(`/api/variant_downloads/${variant}/download`)).status;
    expect([await download(FIRE_2K), await download(LIGHTNING_2K)]).toEqual([403, 200]);
    await ada.cart.put([BOULDER_2K]);
    expect(await ada.start()).toMatchObject({ status: 409, body: { error: { reason: "dispute_open" } } });
    await closeDispute(suite.sandbox.url, "stripe", dispute, "lost");
    await deliverWebhooks();
    expect(await ada.owned()).toEqual([LIGHTNING_2K]);
    expect((await ada.start()).status).toBe(200);
  });

  it("ORD-06 the history lists what was paid for, newest first, page by page, to its buyer alone", async () => {
    const ada = await shopper();
    for (const variant of [FIRE_2K, LIGHTNING_2K, BOULDER_2K]) {
      await ada.cart.put([variant]);
      await ada.buy();
      suite.store.clock.set(new Date(Date.parse(suite.store.clock.now()) + 1_000).toISOString() as never);
    }
    const first = (await ada.client.get("/api/orders?limit=2")).body;
    expect([first.has_more, first.data.map((order: { items: { id: number }[] }) => order.items[0]?.id)]).toEqual([
      true,
      [BOULDER_2K, LIGHTNING_2K],
    ]);
    const rest = (await ada.client.get(`/api/orders?limit=2&starting_after=${first.data[1].id}`)).body;
    expect([rest.has_more, rest.data.map((order: { items: { id: number }[] }) => order.items[0]?.id)]).toEqual([
      false,
      [FIRE_2K],
    ]);
    expect((await ada.client.get(`/api/orders/${first.data[0].id}`)).body.data).toEqual(first.data[0]);
    const eve = await shopper();
    expect((await eve.client.get(`/api/orders/${first.data[0].id}`)).status).toBe(403);
    expect((await eve.client.get(`/api/orders?starting_after=${first.data[0].id}`)).body.data).toEqual([]);
  });

  it("ORD-01 refuses a cart's token beside a pack, more than a cart holds, and an empty cart", async () => {
    const ada = await shopper();
    const { token } = await ada.cart.get();
    const mixed = await ada.client.post("/api/payment_intent", { token, recurring_credits: 5 });
    expect(mixed).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect(await ada.start()).toMatchObject({ status: 409, body: { error: { reason: "nothing_to_buy" } } });
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(await ada.cart.put(many)).toMatchObject({ status: 409, body: { error: { reason: "cart_full" } } });
  });
});

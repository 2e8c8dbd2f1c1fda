import { createServer } from "node:http";
import { epochMs, instant } from "@backlot/domain";
import { once } from "node:events";
import { analyticsAt, analyticsEnvironment, consenting } from "@backlot/testing/analytics";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { payPalBuyer } from "@backlot/testing/sandbox";
import { openTestStore, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { until } from "@backlot/testing/guard";
import { describe, expect, it } from "vitest";

const ROOT = "/api/user_interest_analytics";
const SEARCH = { search_type: "2D Elements", search_url: "/products?q=fire", search_term: "fire" };
const VISIT = { slug: "campfire", name: "Campfire", url: "/collections/campfire", product_type: "2D Elements" };

const browser = (): string => crypto.randomUUID().replaceAll("-", "");

describe("analytics", () => {
  const plain = useTestStore(plainDatabase);
  const suite = useTestStore(plainDatabase, analyticsEnvironment);

  /** Returns a browser's events at the analytics service, once all of them have been sent. */
  const eventsOf = async (fingerprint: string) => {
    await Effect.runPromise(suite.store.ports.analytics?.drained ?? Effect.void);
    return analyticsAt(suite.sandbox.url, fingerprint);
  };
  const namesOf = async (fingerprint: string) => (await eventsOf(fingerprint)).map(({ event }) => event);
  const send = (client: TestClient, path: string, body: unknown, headers: Record<string, string>) =>
    client.call("POST", `${ROOT}/${path}`, body, headers);

  it("ANL-01 the four events are recorded with their fields, and with who the server knows it is", async () => {
    const client = new TestClient(suite.store.app);
    const made = await client.signUp();
    const one = browser();
    const lies = { user_id: "root", user_email: "root@example.com", user_type: "subscriber", timestamp: "1999" };
    const said = { ...lies, browser_fingerprint: "another" };
    const searched = await send(client, "search_event", { ...said, ...SEARCH }, consenting(one));
    const { search_id } = searched.body;
    expect(searched).toMatchObject({ status: 200, body: { search_id: expect.stringMatching(/./) } });
    const results = [{ id: 1001, slug: "campfire" }];
    expect(await send(client, `search_results_event/${search_id}`, results, consenting(one))).toMatchObject({
      status: 204,
    });
    const found = { ...VISIT, query_id: search_id, position: 1 };
    expect((await send(client, "product_page_visit_event", { ...said, ...found }, consenting(one))).status).toBe(204);
    const article = { article_id: "7", article_title: "Fire over plates" };
    await send(client, "blog_article_visit_event", { ...said, ...article }, consenting(one));
    const { id, email } = made.body.data.user ?? (await client.get("/api/users/me")).body.data;
    const user = { user_id: id, user_email: email, user_type: "free" };
    const events = await eventsOf(one);
    expect(events.map(({ event, userId, properties }) => [event, userId, properties])).toEqual([
      ["Products Searched", id, { search_id, ...SEARCH, ...user }],
      ["Product List Viewed", id, { search_id, results, ...user }],
      ["Product Viewed", id, { ...VISIT, ...user }],
      ["Product Clicked", id, { slug: "campfire", query_id: search_id, position: 1, ...user }],
      ["Article Viewed", id, { ...article, ...user }],
    ]);
    expect(events[0]?.timestamp).toBe(suite.store.clock.now());
  });

  it("ANL-01 nothing is recorded of who did not consent, refused, or has a browser that opts out", async () => {
    const one = browser();
    for (const headers of [
      {},
      { cookie: "browser_fingerprint=refused" },
      { cookie: "browser_fingerprint=%00" },
      // An ID that another script has set is not consent.
      { cookie: `browser_fingerprint=${one}` },
      { ...consenting(one), "sec-gpc": "1" },
    ]) {
      const client = new TestClient(suite.store.app);
      const asked = { ...SEARCH, browser_fingerprint: one };
      expect((await send(client, "search_event", asked, headers)).body).toEqual({ search_id: null });
      expect((await send(client, "product_page_visit_event", VISIT, headers)).status).toBe(204);
      expect((await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [] }, headers)).status).toBe(200);
    }
    expect(await eventsOf(one)).toEqual([]);
    expect(await eventsOf("refused")).toEqual([]);
    // A short fingerprint is too ambiguous for a list of results.
    const short = "0123456789abcde";
    const { search_id } = (await send(new TestClient(suite.store.app), "search_event", SEARCH, consenting(short))).body;
    await send(new TestClient(suite.store.app), `search_results_event/${search_id}`, [], consenting(short));
    expect(await namesOf(short)).toEqual(["Products Searched"]);
  });

  it("ANL-02 carts, wishlists, downloads and purchases are recorded once done, each purchase once", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const one = browser();
    const cookie = consenting(one);
    const { data: listed } = (await client.get("/api/collections?access=premium&limit=2")).body;
    const [first, second] = listed.map((each: { id: number; collection_variants: { id: number }[] }) => ({
      id: each.id,
      variant: each.collection_variants[0]?.id,
    }));
    const put = (product_ids: readonly number[]) =>
      client.call("PUT", "/api/orders/shopping_cart", { product_ids, license: 1 }, cookie);
    await put([first.variant]);
    await put([first.variant, second.variant]);
    await put([second.variant]);
    await client.call("PUT", `/api/wishlists/${first.id}`, undefined, cookie);
    // Refused actions send no events.
    expect((await client.call("PUT", "/api/wishlists/999999", undefined, cookie)).status).toBe(404);
    expect(
      (await client.call("GET", `/api/variant_downloads/${first.variant}/download`, undefined, cookie)).status,
    ).toBe(403);
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    const plan = { plan_variant_id: 130, license_id: 1, setup_intent_id };
    for (let times = 0; times < 2; times += 1)
      expect((await client.call("POST", "/api/subscriptions", plan, cookie)).status).toBe(200);
    const { token } = (await client.get("/api/orders/shopping_cart")).body;
    const { data: cards } = (await client.post("/api/cards", {})).body;
    const payment = await client.post("/api/payment_intent", { token, payment_method_id: cards[0].id });
    await client.post("/api/payment_intent_confirm", { payment_intent_id: payment.body.id });
    const bought = await client.call("POST", "/api/purchases/cart", { token, payment_intent: payment.body.id }, cookie);
    expect(bought.status).toBe(200);
    const file = await client.call("GET", `/api/variant_downloads/${second.variant}/download`, undefined, cookie);
    expect(file.status).toBe(200);
    const premium = { collection_id: first.id };
    const spent = await client.call("POST", "/api/purchases/collection", premium, cookie);
    expect(spent.status).toBe(200);
    const none = { plan_variant_id: null, credits: null, variant_ids: [] };
    const { order_id, amount } = bought.body.data;
    const events = await eventsOf(one);
    expect(
      events.map(({ event, properties: { user_id, user_email, user_type, ...fields } }) => [event, user_type, fields]),
    ).toEqual([
      ["Product Added", "free", { variant_ids: [first.variant] }],
      ["Product Added", "free", { variant_ids: [second.variant] }],
      ["Product Added to Wishlist", "free", { collection_id: first.id }],
      [
        "Order Completed",
        "subscriber",
        { ...none, kind: "plan", order_id: expect.any(String), plan_variant_id: 130, amount: 4_900 },
      ],
      ["Order Completed", "subscriber", { ...none, kind: "product", order_id, variant_ids: [second.variant], amount }],
      ["Download Requested", "subscriber", { variant_id: second.variant }],
      ["Credits Spent", "subscriber", { ...premium, credits: spent.body.data.credits_spent }],
    ]);
    // Ordering the same plan again changes nothing and sells nothing.
    const again = await client.saveCard(suite.sandbox.url, "4242424242424242");
    await client.call("POST", "/api/subscriptions", { ...plan, setup_intent_id: again.id }, cookie);
    await client.call("PUT", `/api/wishlists/${first.id}`, undefined, cookie);
    expect(await eventsOf(one)).toHaveLength(events.length);
  });

  it("ANL-02 what PayPal paid is recorded with its items and amount, once for many looks at it", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const one = browser();
    const { data } = (await client.get("/api/collections?access=premium&limit=1")).body;
    const [{ id: variant }] = data[0].collection_variants;
    const { token } = (await client.put("/api/orders/shopping_cart", { product_ids: [variant], license: 1 })).body;
    const { redirect_url } = (await client.post("/api/orders/paypal", { token })).body;
    const back = await payPalBuyer(suite.sandbox.url).approve(redirect_url);
    const order_id = back.searchParams.get("order");
    const opened = () => client.call("POST", "/api/orders/return", { order_id }, consenting(one));
    const paidAt = suite.store.clock.now();
    expect((await opened()).body.data.status).toBe("paid");
    suite.store.clock.set(instant(epochMs(paidAt) + 86_400_000));
    expect((await opened()).status).toBe(200);
    suite.store.clock.set(paidAt);
    const [bought, ...more] = await eventsOf(one);
    expect(more).toEqual([]);
    expect(bought).toMatchObject({
      event: "Order Completed",
      messageId: `purchase:${order_id}`,
      properties: { kind: "product", order_id, variant_ids: [variant], amount: expect.any(Number) },
    });
    expect(Number(bought?.properties.amount)).toBeGreaterThan(0);
    expect(bought?.timestamp.slice(0, 10)).toBe(paidAt.slice(0, 10));
  });

  it("ANL-03 a service that hangs or fails holds nobody up, and nobody hears of it", async () => {
    const asked: string[] = [];
    let ended = 0;
    const hanging = createServer((request) => {
      asked.push(request.url ?? "");
      request.socket.once("close", () => {
        ended += 1;
      });
    }).listen(0, "127.0.0.1");
    await once(hanging, "listening");
    const address = hanging.address();
    const ANALYTICS_URL = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const other = await openTestStore(plainDatabase, suite.sandbox, { ANALYTICS_URL, ANALYTICS_WRITE_KEY: "key" });
    const client = new TestClient(other.app);
    const areAnswered = async (): Promise<void> => {
      // The routes respond even though no call to the service ends.
      expect((await send(client, "product_page_visit_event", VISIT, consenting(browser()))).status).toBe(204);
      expect((await send(client, "search_event", SEARCH, consenting(browser()))).body.search_id).not.toBeNull();
    };
    await areAnswered();
    await until(() => expect(asked).toContain("/v1/batch"));
    await areAnswered();
    expect([asked.length, ended]).toEqual([1, 0]);
    hanging.close();
    hanging.closeAllConnections();
    await areAnswered();
    await other.close();
  });

  it("ANL-01 a store without the service answers alike, and names what is wrong with an event", async () => {
    const client = new TestClient(plain.store.app);
    expect((await send(client, "search_event", SEARCH, consenting(browser()))).body).toEqual({ search_id: null });
    const wrong = await send(client, "product_page_visit_event", { ...VISIT, slug: 7 }, {});
    expect(wrong).toMatchObject({ status: 400, body: { error: { issues: [{ path: "payload.slug" }] } } });
    const many = Array.from({ length: 51 }, () => ({ id: 1, slug: "x" }));
    expect((await send(client, "search_results_event/x", many, {})).status).toBe(400);
  });
});

import { logToConsole } from "@backlot/ports";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { ROOT } from "@backlot/testing/processes";
import { eventsAt, requestsAt, stepsAt, whileFar } from "@backlot/testing/sandbox";
import { deliver, useTestStore } from "@backlot/testing/store";
import { storeAs } from "@backlot/testing/ports";
import { beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "../src/session-cookie.ts";
import { type WebBuild, pageRenderer } from "../src/web.ts";

/** Counts the queries and provider calls of requests. Unlike times, counts are the same on every machine. */
describe("what a request costs", () => {
  const suite = useTestStore(plainDatabase);
  const asked = () => requestsAt(suite.sandbox.url);
  let render: ReturnType<typeof pageRenderer>;

  beforeAll(async () => {
    const entry = `${ROOT}apps/web/build/server/index.js`;
    if (!existsSync(entry)) throw new Error("build the web app first: npm run build");
    const build = (await import(/* @vite-ignore */ entry)) as WebBuild;
    render = pageRenderer(build, suite.store.config, {
      session: sessionCookie(false),
      shop: suite.store.ports.settings.shop,
      logError: logToConsole,
    });
  });

  const shopper = async (): Promise<TestClient> => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.post("/api/users/update_min_license", { license_id: 1 });
    return client;
  };
  /** Returns the number of queries for a page, with a token or as a visitor, including those that find the caller. */
  const queriesOf = async (path: string, token: string | null): Promise<number> => {
    suite.store.queries();
    await pageOf(path, token);
    return suite.store.queries();
  };
  const pageOf = async (path: string, token: string | null): Promise<string> => {
    const { ports, config } = suite.store;
    const page = await render(new Request(`${config.publicUrl.origin}${path}`), await storeAs(ports, token));
    expect(page.status, path).toBe(200);
    return page.text();
  };
  const subscribe = async (ada: TestClient) => {
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await asked();
    suite.store.queries();
    const sold = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    expect(sold.status).toBe(200);
    // Two of them count the payment toward its limits.
    expect(suite.store.queries()).toBeLessThanOrEqual(26);
    return (await ada.get("/api/users/me")).body.data;
  };

  it("ACC-05 who is signed in is known after two queries, however much belongs to the account", async () => {
    const ada = await shopper();
    await subscribe(ada);
    suite.store.queries();
    expect((await ada.get("/api/users/me")).body.data.subscription.plan_variant.id).toBe(130);
    expect(suite.store.queries()).toBe(2);
  });

  it("a page asks again only for its caller and the version of the storefront", async () => {
    const ada = await shopper();
    await subscribe(ada);
    /** The maximum number of queries for the first page, for the same page later, and for a subscriber's. */
    const most = {
      "/": [9, 2, 6],
      // The number of assets and the typical price.
      "/pricing": [4, 2, 5],
      // The filter's categories.
      "/products": [3, 2, 6],
      "/collections/ground-fire": [2, 1, 5],
      "/blog": [2, 2, 5],
    };
    for (const [path, limits] of Object.entries(most)) {
      const counts: number[] = [];
      for (const token of [null, null, ada.token]) counts.push(await queriesOf(path, token));
      // Parts that ask for the version at the same time share it, so a page may need fewer.
      for (const [place, limit] of limits.entries())
        expect(counts[place], `${path} ${counts}`).toBeLessThanOrEqual(limit);
    }
  });

  it("SRC-01 a search box asks 2 queries at each pause in typing", async () => {
    suite.store.queries();
    const { body } = await new TestClient(suite.store.app).get("/api/searches?cq=smok%20fire&library_id=1");
    expect(body.collections.length).toBeGreaterThan(0);
    expect(suite.store.queries()).toBe(2);
  });

  it("CHK-03 a plan by card is three calls to its provider, and at most ten with its webhooks", async () => {
    await subscribe(await shopper());
    const ada = await shopper();
    const { stripe_customer_token } = await subscribe(ada);
    const bought = await asked();
    expect(bought, bought.join(" ")).toHaveLength(3);
    const events = await eventsAt(suite.sandbox.url, stripe_customer_token);
    await asked();
    suite.store.queries();
    for (const event of events) expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    const delivered = await asked();
    expect(suite.store.queries()).toBeLessThanOrEqual(21);
    expect(bought.length + delivered.length, delivered.join(" ")).toBeLessThanOrEqual(10);
  });

  it("CHK-03 a plan change, credits, and a cart by card read once what they depend on", async () => {
    const ada = await shopper();
    await subscribe(ada);
    const counts: Record<string, number> = {};
    const counted = async (name: string, work: () => Promise<{ readonly status: number }>) => {
      suite.store.queries();
      expect((await work()).status, name).toBe(200);
      counts[name] = suite.store.queries();
    };
    const { id: setup_intent_id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await counted("upgrade", () => ada.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id }));
    await counted("credits", () => ada.post("/api/payment_intent", { recurring_credits: 5 }));
    const { body } = await ada.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] });
    await counted("cart", () => ada.post("/api/payment_intent", { token: body.token }));
    // Four of each identify the account, and count the payment toward its limits. An upgrade reads the plan before it
    // waits for the lease, under it, under each lock, and whenever the provider has changed it.
    expect(counts).toEqual({ upgrade: 53, credits: 14, cart: 17 });
  });

  it("CHG-02 CHK-03 CHK-05 buying and changing a plan make few successive calls to a distant provider", async () => {
    const card = async (of: TestClient) => (await of.saveCard(suite.sandbox.url, "5555555555554444")).id;
    const change = async (of: TestClient, plan_variant_id: number) =>
      of.post("/api/subscriptions", { plan_variant_id, setup_intent_id: await card(of) });
    // A process asks for each price only once.
    const before = await shopper();
    for (const plan of [130, 131]) await change(before, plan);
    const ada = await shopper();
    const far = async (work: () => Promise<{ readonly status: number }>) => {
      await stepsAt(suite.sandbox.url);
      expect((await whileFar(suite.sandbox.url, 200, work)).status).toBe(200);
      return stepsAt(suite.sandbox.url);
    };
    const buy = async (plan_variant_id: number) => {
      const setup_intent_id = await card(ada);
      return far(() => ada.post("/api/subscriptions", { plan_variant_id, setup_intent_id }));
    };
    expect(await buy(130)).toHaveLength(3);
    // At 200 milliseconds a call, the payment step responds well within a second.
    expect(await far(() => ada.get("/api/checkout?plan_variant_id=131"))).toHaveLength(1);
    const changed = await buy(131);
    expect(changed.length, JSON.stringify(changed, null, 1)).toBe(5);
  });

  it("CHK-05 the payment step of a plan asks its provider two things at once", async () => {
    const ada = await shopper();
    await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await asked();
    expect((await ada.get("/api/checkout?plan_variant_id=131")).body.data._tag).toBe("new-plan");
    expect(await asked()).toHaveLength(2);
    await subscribe(ada);
    await asked();
    suite.store.queries();
    expect((await ada.get("/api/checkout?plan_variant_id=131")).body.data._tag).toBe("change");
    expect(await asked()).toHaveLength(2);
    // It reads each thing once, however many rules need it.
    expect(suite.store.queries()).toBeLessThanOrEqual(9);
  });

  it("a page loads little script before it can be used", async () => {
    const client = `${ROOT}apps/web/build/client`;
    const kilobytes: Record<string, number> = {};
    for (const path of ["/", "/pricing", "/collections/ground-fire", "/checkout/130"]) {
      const html = await pageOf(path, null);
      // The scripts that make the page usable. It only names other routes for later navigation.
      const [, hrefs = "[]"] = /for \(const href of (\[[^\]]*\])\)/.exec(html) ?? [];
      const imports = [...html.matchAll(/\bimport\("(\/assets\/[\w.-]+\.js)"\)/g)].map(([, name = ""]) => name);
      const scripts = new Set([...(JSON.parse(hrefs) as string[]), ...imports]);
      // They load after the first paint.
      expect(html, path).not.toContain('rel="modulepreload"');
      expect(
        [...scripts].some((name) => name.includes("entry.client")),
        path,
      ).toBe(true);
      const bytes = [...scripts].map((name) => gzipSync(readFileSync(`${client}${name}`)).length);
      kilobytes[path] = bytes.reduce((sum, each) => sum + each, 0) / 1_000;
    }
    // Gzipped, without what loads later, such as the cart drawer and the payment form.
    for (const [path, size] of Object.entries(kilobytes)) expect(size, path).toBeLessThan(135);
  });
});

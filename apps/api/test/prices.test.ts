import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRICE_LIST } from "@backlot/domain/pricing/default-price-list";
import { cents } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { OWN_PRICES, plansAt } from "@backlot/testing/own-prices";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { checkupsOf } from "@backlot/testing/checkup";
import { advance, useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";

const FIRE_2K = 1011;
const FIRE_4K = 1012;
const LIGHTNING_2K = 1041;

describe.each(scenarioDatabases)("an owner's price list on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const subscriber = subscribersOf(suite);
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support/prices${path}`, payload, {
      authorization: SUPPORT_KEY,
    });
  const put = (prices: object) => staff("PUT", "", { prices, ...BY_STAFF });
  const visitor = () => new TestClient(suite.store.app);
  const plans = async (license = 1) => (await visitor().get(`/api/plan_variants?license_id=${license}`)).body;

  it("PLN-01 starts as the default list, and can be imported unchanged", async () => {
    const { status, body } = await staff("GET", "");
    expect([status, body.data]).toEqual([200, PRICE_LIST]);
    const again = await put(body.data);
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ problems: [], changes: [] });
    expect(again.body.data.plans.every(({ outcome }: { outcome: string }) => outcome === "unchanged")).toBe(true);
  });

  it("PLN-01 CRD-03 ORD-05 DSC-10 DWN-02 decides every price and limit from then on", async () => {
    expect((await put(OWN_PRICES)).status).toBe(200);
    expect((await staff("GET", "")).body.data).toEqual(OWN_PRICES);
    const priced = async (license: number) =>
      (await plans(license)).map((each: { id: number; adjusted_price: number }) => [each.id, each.adjusted_price]);
    expect(await priced(1)).toEqual([
      [501, 1_200],
      [502, 6_600],
      [503, 66_000],
      [504, 17_100],
      [505, 171_000],
    ]);
    expect(await priced(6)).toEqual([
      [501, 3_960],
      [502, 21_780],
      [503, 217_800],
      [504, 56_430],
      [505, 564_300],
    ]);
    const packs = (await visitor().get("/api/credit_pack_variants?license_id=1")).body;
    expect(JSON.stringify(packs)).toContain('"adjusted_price":13000');
    const { price } = (await visitor().get(`/api/products/${FIRE_2K}/prices`)).body.data[0] ?? {};
    const factors = (await visitor().get(`/api/products/${FIRE_2K}/prices`)).body.data.map(
      (each: { price: number }) => each.price / price,
    );
    expect(factors).toEqual([1, 2, 5, 7, 8, 11]);
    const rows = (await visitor().get("/api/license_types")).body;
    expect(rows.map((row: { price_factor: number }) => row.price_factor)).toEqual([1, 2, 5, 7, 8, 11]);
    expect((await visitor().get("/api/settings")).body.data.prices).toMatchObject({
      bundle: { minimum_items: 3, percent_off: 10 },
      daily_downloads: { free: 3, paid: 33 },
    });
    const { body: cart } = await visitor().call("PUT", "/api/orders/shopping_cart", {
      product_ids: [FIRE_2K, FIRE_4K, LIGHTNING_2K],
    });
    expect(cart.bundle).toMatchObject({ minimum_items: 3, percent_off: 10, items: 3, reached: true });
    expect(cart.total).toBe(Math.round(cart.subtotal * 0.9));
    const sale = await new TestClient(suite.store.app).call("PUT", "/api/support/sale", BY_STAFF, {
      authorization: SUPPORT_KEY,
    });
    expect(sale.body.data).toMatchObject({ percent_off: 15, months: 4 });
    const ada = await visitor();
    await ada.signUp();
    const { body: who } = await new TestClient(suite.store.app).call(
      "GET",
      `/api/support/customers?customer=${encodeURIComponent((await ada.get("/api/users/me")).body.data.email)}`,
      undefined,
      { authorization: SUPPORT_KEY },
    );
    expect(who.data.downloads_today).toMatchObject({ limit: 3 });
  });

  it("PLN-01 CHG-08 leaves subscribers the price, credits, and discount that they have", async () => {
    const ada = await subscriber(130);
    const before = (await ada.me()).subscription;
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    const { body } = await put(plansAt(200));
    const replaced = body.data.plans.find(({ replaces }: { replaces: { id: number } | null }) => replaces?.id === 130);
    expect(replaced).toMatchObject({ outcome: "repriced", subscribers: 1, plan: { price: 9_800 } });
    expect(body.data.next_month).toEqual({ renewals: 1, before: 4_900, after: 4_900 });
    const held = (await ada.me()).subscription;
    expect(held).toEqual({ ...before, period_elapsed: held.period_elapsed });
    expect(held.plan_variant).toMatchObject({ id: 130, adjusted_price: 4_900 });
    await advance(suite.sandbox.url, suite.store, { days: 31 });
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).payments.map(({ amount }) => amount)).toEqual([4_900, 4_900]);
    expect((await ada.me()).subscription.plan_credits).toBe(40);
    // Nobody else can buy it, and the error says so.
    const eve = visitor();
    await eve.signUp();
    const late = await eve.post("/api/subscriptions", {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id: (await eve.saveCard(suite.sandbox.url, "4242424242424242")).id,
      expected_total: 4_900,
    });
    expect([late.status, late.body.error.reason]).toEqual([409, "plan_unavailable"]);
    expect(late.body.error.message).toBe("This plan is no longer sold at this price.");
    const open = (path: string, who: TestClient) =>
      pages.request(path, { headers: { cookie: `backlot_session=${encodeURIComponent(who.token ?? "")}` } });
    const pages = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const leads = await open("/checkout/130", eve);
    expect([leads.status, leads.headers.get("location")]).toEqual([302, "/pricing/individual?plan=retired"]);
    expect(await (await open("/pricing/individual?plan=retired", eve)).text()).toContain(
      "This plan is no longer sold at this price. Choose from the plans below.",
    );
    const again = await open(`/checkout/${replaced.plan.id}`, ada.client);
    expect([again.status, again.headers.get("location")]).toEqual([302, "/"]);
    // The plan that they have shows their own price; all others show the store's.
    for (const path of ["/pricing?interval=month", "/accounts/subscriptions/change?interval=month"]) {
      const html = await (await open(path, ada.client)).text();
      expect([html.includes("$49.00"), html.includes("$98.00"), html.includes("$198.00")], path).toEqual([
        true,
        false,
        true,
      ]);
    }
    // The same plan at its new price is no change.
    expect((await ada.change(replaced.plan.id)).body.data).toMatchObject({ change: "no-change" });
    expect((await ada.me()).subscription.plan_variant).toMatchObject({ id: 130, adjusted_price: 4_900 });
    const larger = (await plans()).find((each: { recurring_credits: number }) => each.recurring_credits === 50);
    expect((await ada.change(larger.id)).body.data).toMatchObject({ change: "upgrade" });
    expect((await ada.me()).subscription.plan_variant).toMatchObject({ id: larger.id, adjusted_price: 19_800 });
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
  });

  it("PLN-02 shows plans if all are billed for the same interval, the cheapest first", async () => {
    const pages = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    for (const interval of ["month", "year"] as const) {
      const plans = OWN_PRICES.plans.filter((each) => each.interval === interval);
      expect((await put({ ...OWN_PRICES, plans })).status).toBe(200);
      for (const path of ["/", "/pricing", `/pricing?interval=${interval === "month" ? "year" : "month"}`]) {
        const html = await (await pages.request(path)).text();
        expect(html, `${interval} ${path}`).toContain(interval === "month" ? "$66.00" : "$55.00");
        expect(html, path).not.toContain('aria-label="Billing"');
      }
    }
  });

  it("CHK-07 rejects a cart priced before an import with a message, and charges nothing", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/users/update_min_license", { license_id: 2 });
    const cart = (await ada.client.call("PUT", "/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    await put({ ...PRICE_LIST, item_factors: { ...PRICE_LIST.item_factors, "2": 4, "3": 7 } });
    const [card] = (await ada.client.post("/api/cards", {})).body.data;
    const refused = await ada.client.post("/api/payment_intent", {
      token: cart.token,
      payment_method_id: card.id,
      amount: cart.total,
    });
    expect(refused.body).toMatchObject({ error: { reason: "price_changed" } });
    const { charged } = await ada.ledgerSnapshot();
    expect(charged).toBe(4_900);
    const now = (await ada.client.get(`/api/orders/shopping_cart?token=${cart.token}`)).body;
    expect(now.total).toBe((cart.total / 3) * 4);
  });

  it("PLN-01 rejects a list with problems, and describes each problem", async () => {
    const free = { ...PRICE_LIST, smallest_charge: cents(10), plans: PRICE_LIST.plans.filter(({ id }) => id !== 128) };
    const cliff = { ...free, plans: free.plans.map((each) => (each.id === 131 ? { ...each, price: 100 } : each)) };
    const problems = [
      "License 1 pays less per month for variant 131 than for 130, which has fewer credits.",
      "License 2 pays less per month for variant 131 than for 130, which has fewer credits.",
      "The smallest charge is $0.10. Raise it to at least $0.50, Stripe's minimum charge.",
    ];
    expect((await staff("POST", "/check", { prices: cliff })).body.data.problems).toEqual(problems);
    const { status, body } = await put(cliff);
    expect([status, body.error.message]).toEqual([400, "The price list has problems. Nothing was changed."]);
    expect(body.error.issues.map(({ message }: { message: string }) => message)).toEqual(problems);
    expect((await staff("GET", "")).body.data).toEqual(PRICE_LIST);
    // A plan without an id gets one, which names it.
    const pro = { ...PRICE_LIST.plans.find(({ id }) => id === 130), id: undefined };
    const more = await staff("POST", "/check", { prices: { ...PRICE_LIST, plans: [...PRICE_LIST.plans, pro] } });
    expect(more.body.data.problems[0]).toBe(
      "License 1 has two variants with the same interval and credits, 130 and 140. Keep one.",
    );
    const pack = { ...PRICE_LIST, packs: { ...PRICE_LIST.packs, individual: [{ min: 1, max: null, price: 0 }] } };
    const gift = await put(pack);
    expect([gift.status, gift.body.error.issues[0]]).toEqual([
      400,
      { path: "payload.prices.packs.individual.0.price", message: "Expected a price of 1 cent or more" },
    ]);
    const broken = await put({ ...PRICE_LIST, bundle: { minimum_items: 1, percent_off: 20 } });
    expect([broken.status, broken.body.error.issues[0].path]).toEqual([400, "payload.prices.bundle.minimum_items"]);
  });

  it("PLN-01 two simultaneous imports never assign the same id", async () => {
    const answers = await Promise.all([put(plansAt(110)), put(plansAt(120)), put(plansAt(130))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sold = await plans();
    const percent = sold[0].price / 19;
    expect([110, 120, 130]).toContain(percent);
    expect((await plans(3)).map(({ price }: { price: number }) => price)).toEqual(
      plansAt(percent)
        .plans.filter(({ license_from }) => license_from === 3)
        .map(({ price }) => price),
    );
  });

  it("CLI-03 the command writes the list to a file, says what another changes, and imports it", async () => {
    await subscriber(130);
    // Its renewal is then certainly within the next month.
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    const { run, close } = await openSupportCommand(suite.store.app);
    const folder = await mkdtemp(join(tmpdir(), "backlot-prices-"));
    const [file, raised] = [join(folder, "prices.json"), join(folder, "raised.json")];
    try {
      expect(await run(SUPPORT_KEY, "prices", "export", file)).toMatchObject({ code: 0, err: "" });
      const list = JSON.parse(await readFile(file, "utf8"));
      expect(list).toEqual(PRICE_LIST);
      expect((await run(SUPPORT_KEY, "prices", "export", file)).err).toContain("already exists");
      await writeFile(raised, JSON.stringify({ ...plansAt(150), bundle: null }));
      const { out, code } = await run(SUPPORT_KEY, "prices", "check", raised);
      expect(code).toBe(0);
      expect(out).toMatch(/^140 +Essentials · monthly +1–2 +\$28\.50 +0 +was \$19\.00$/m);
      expect(out).toContain("- Bundle discount: 20% off 5 or more items → none.");
      expect(out.replace(/\n +/g, " ")).toContain(
        "- 1 subscriber keeps plan 130, Pro · 20 credits · monthly, at the current price until they change plans.",
      );
      expect(out).toContain("Renewals in the next month: 1, totaling $49.00 before the import and");
      expect((await staff("GET", "")).body.data).toEqual(PRICE_LIST);
      expect((await run(SUPPORT_KEY, "prices", "import", raised, ...WHY)).code).toBe(0);
      expect((await plans())[0].price).toBe(2_850);
      const { out: log } = await run(SUPPORT_KEY, "audit", "list", "--json");
      expect(JSON.parse(log)[0].change).toEqual({ kind: "put_prices", added: 0, repriced: 12, retired: 0 });
      await writeFile(raised, JSON.stringify({ ...list, smallest_charge: 1, plan: [] }));
      const wrong = await run(SUPPORT_KEY, "prices", "import", raised, ...WHY);
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("plan: Unknown field.")]);
      const { fields: _, ...without } = list;
      await writeFile(raised, JSON.stringify({ ...without, smallest_charge: 1 }));
      const problem = await run(SUPPORT_KEY, "prices", "check", raised);
      expect([problem.code, problem.err]).toEqual([1, expect.stringContaining("1 problem")]);
    } finally {
      close();
    }
  });
});

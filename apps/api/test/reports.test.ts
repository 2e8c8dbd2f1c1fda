import { runDueJobs } from "@backlot/application";
import { RATE_LIMITS } from "@backlot/domain";
import { Repositories, transactional } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, SUPPORT_KEY, createPromoCode } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";

const FIRE_2K = 1011;

describe.each(scenarioDatabases)("reports on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ TAX_PERCENT: "10" }));
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());
  const subscriber = subscribersOf(suite);
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support${path}`, payload, { authorization: SUPPORT_KEY });
  const report = async (path: string) => (await staff("GET", `/reports/${path}`)).body.data;
  const totalOf = async (table: string, column: string): Promise<number> => {
    const { rows } = await sql<{ readonly total: number }>`
      select coalesce(sum(${sql.ref(column)}), 0)::bigint as total from ${sql.table(table)}`.execute(
      suite.store.database.kysely,
    );
    return Number(rows[0]?.total);
  };

  /** Two customers live for three months: plans, an upgrade, credits, files, a refund, a cancellation. */
  const live = async () => {
    const [ada, eve] = [await subscriber(130), await subscriber(128)];
    await ada.buyPack(20);
    const { items } = (await ada.client.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    const { token } = (await ada.client.get("/api/orders/shopping_cart")).body;
    const [card] = (await ada.client.post("/api/cards", {})).body.data;
    const { body: intent } = await ada.client.post("/api/payment_intent", { token, payment_method_id: card.id });
    await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: intent.id });
    await ada.client.post("/api/purchases/cart", { token, payment_intent: intent.id });
    await ada.client.post("/api/purchases/credits", { collection_id: 1 });
    const month = async () => {
      await advance(suite.sandbox.url, suite.store, { months: 1 });
      await ada.deliverWebhooks();
      await eve.deliverWebhooks();
      await runIn(suite.store.ports, runDueJobs);
    };
    await month();
    await ada.change(131);
    const pack = (await ada.ledgerSnapshot()).payments.find(({ reason }) => reason === "pack");
    const refund = { payment: pack?.id, amount: null, idempotency_key: crypto.randomUUID(), ...BY_STAFF };
    expect((await staff("POST", "/payments/refunds", refund)).status).toBe(200);
    await ada.deliverWebhooks();
    await eve.client.post("/api/subscriptions/cancel", {});
    await month();
    return { ada, eve, price: items[0].price as number };
  };

  it("CLI-03 add up to what the records say, to the cent and to the credit", async () => {
    const { price } = await live();
    const months = await report("months?from=2027-01&to=2027-12");
    expect(months.map(({ month }: { month: string }) => month)).toHaveLength(12);
    const sum = (name: string): number =>
      months.reduce((total: number, each: Record<string, number>) => total + (each[name] ?? 0), 0);
    expect(sum("paid")).toBe(await totalOf("payments", "amount"));
    for (const each of months) {
      expect(each.plans + each.renewals + each.changes + each.packs + each.items).toBe(each.paid);
      expect(each.net).toBe(each.paid - each.refunded - each.lost);
    }
    expect(sum("refunded")).toBe(await totalOf("payments", "refunded"));
    expect(sum("refunded")).toBeGreaterThan(0);
    // Everything was sold with a tax of 10 percent.
    expect(Math.abs(sum("tax") - sum("paid") / 11)).toBeLessThan(5);
    expect(sum("items")).toBe(Math.round(price * 1.1));
    const refunds = () => months.map(({ refunded }: { refunded: number }) => refunded);
    expect(refunds().slice(0, 3)).toEqual([0, sum("refunded"), 0]);
    const last = months.at(-1);
    expect(last.credits_left).toBe(await totalOf("credit_lots", "remaining"));
    expect(sum("credits_granted") - sum("credits_spent") - sum("credits_expired") - sum("credits_revoked")).toBe(
      last.credits_left,
    );
    expect([sum("subscribers_in"), sum("subscribers_out"), last.subscribers]).toEqual([2, 1, 1]);
    // A later month starts with the previous month's remainder.
    expect((await report("months?from=2027-12&to=2027-12"))[0]).toEqual(last);
  });

  it("CLI-03 list plans by their subscribers and their prices, and items by what was bought", async () => {
    const { price } = await live();
    const plans = await report("plans");
    const held = plans.filter(({ subscribers }: { subscribers: number }) => subscribers > 0);
    expect(held).toEqual([
      expect.objectContaining({ plan_variant_id: 131, license_id: 1, subscribers: 1, monthly: 9_900, is_sold: true }),
    ]);
    expect(plans).toHaveLength(12);
    const [first] = await report("items?from=2027-01&to=2027-12");
    expect(first).toMatchObject({ slug: "ground-fire", sold: 1, revenue: price });
  });

  it("CLI-03 count refunds made at the provider, each in its month, and only the tax that was paid", async () => {
    const eve = await subscriber(129);
    const [plan] = (await eve.ledgerSnapshot()).payments;
    if (plan === undefined) throw new Error("nothing was paid");
    await eve.refund(plan, 1_000);
    await eve.deliverWebhooks();
    await eve.time({ months: 1 });
    // It ends the plan, and the unused time becomes account credit, which then pays part of a plan.
    await eve.refund(plan, 9_001);
    await eve.deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    expect((await eve.change(131)).status).toBe(200);
    const [first, second] = await report("months?from=2027-01&to=2027-02");
    expect([first.refunded, second.refunded]).toEqual([1_000, 9_001]);
    expect(second.paid).toBeGreaterThan(0);
    expect(second.paid).toBeLessThan(10_890);
    expect(second.tax).toBe(Math.round(second.paid / 11));
  });

  it("CLI-03 report a plan's revenue after its running discount", async () => {
    await createPromoCode(suite.sandbox.url, { code: "FILM3", percent_off: 20, months: 3 });
    const ada = await subscriber(130, "4242424242424242", 1, { discount_code: "FILM3" });
    const price = async () =>
      (await report("plans")).find((each: { subscribers: number }) => each.subscribers > 0).monthly;
    expect(await price()).toBe(3_920);
    await ada.client.post("/api/subscriptions/cancel", {});
    expect(await price()).toBe(0);
  });

  it("CLI-03 add up tax by country, to the cent of the months", async () => {
    const addresses = [
      "1 Main Street, Oslo, 0150, Norway",
      "2 Quay, Bergen, 5003, norway",
      "3 Rue, Paris, 75001, France",
    ];
    const customers = [];
    for (const address of addresses) {
      const customer = await subscriber(130);
      expect((await customer.client.post("/api/licensee_profiles", { ...LICENSEE, address })).status).toBe(201);
      customers.push(customer);
    }
    const [ada, , zoe] = customers;
    for (let times = 0; times < 2; times += 1) await ada?.buyPack(20);
    // Without an address, and with one that has no country.
    await subscriber(128);
    const bob = await subscriber(128);
    await bob.client.post("/api/licensee_profiles", LICENSEE);
    const [plan] = (await zoe?.ledgerSnapshot())?.payments ?? [];
    if (plan === undefined) throw new Error("nothing was paid");
    await zoe?.refund(plan, 2_200);
    await zoe?.deliverWebhooks();
    // A customer who moves keeps later payments in the new country, and earlier ones in the old.
    const moved = { ...LICENSEE, address: "4 Rue, Lyon, 69001, France" };
    expect((await ada?.client.post("/api/licensee_profiles", moved))?.status).toBe(201);
    const rows = await report("taxes?from=2027-01&to=2027-01");
    const [month] = await report("months?from=2027-01&to=2027-01");
    const sum = (name: string) =>
      rows.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
    expect([sum("paid"), sum("tax"), sum("refunded")]).toEqual([month.paid, month.tax, month.refunded]);
    const pack = (await ada?.ledgerSnapshot())?.payments.find(({ reason }) => reason === "pack")?.amount ?? 0;
    const norway = 5_390 + 2 * pack;
    expect(rows).toEqual([
      { country: "Norway", paid: norway, tax: Math.round(norway / 11), refunded: 0, tax_refunded: 0 },
      { country: "France", paid: 10_780, tax: 980, refunded: 2_200, tax_refunded: 200 },
      { country: null, paid: 4_180, tax: 380, refunded: 0, tax_refunded: 0 },
    ]);
    expect(await report("taxes?from=2027-02&to=2027-03")).toEqual([]);
  });

  it("CLI-03 list what was searched and not found, also by visitors who share pages", async () => {
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const visit = async (path: string) => (await app.request(path)).status;
    for (let times = 0; times < 3; times += 1) expect(await visit("/collections?q=Zweihänder")).toBe(200);
    await visit("/3d?q=zweihander");
    for (let times = 0; times < 2; times += 1) await visit("/api/collections?q=qqqqqqq");
    // With results, narrowed by more than a library, a later page, an address, and a text that nobody would type.
    for (const query of [
      "fire",
      "fire&resolution=8k",
      "xyzzyx&access=free",
      "xyzzyx&starting_after=1",
      "me%40a.example",
    ])
      await visit(`/api/collections?q=${query}`);
    await visit(`/api/collections?q=${"xyz ".repeat(20)}`);
    expect(await report("searches?limit=5")).toEqual([
      { words: "zweihander", searches: 4, last_month: expect.stringMatching(/^20\d\d-\d\d$/) },
      { words: "qqqqqqq", searches: 2, last_month: expect.anything() },
    ]);
    expect(await report("searches?limit=1")).toHaveLength(1);
    // A search gets its response even if it can't be counted.
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(suite.store.database.kysely);
    await rename("empty_searches", "no_searches");
    expect(await visit("/api/collections?q=qqqqqqq")).toBe(200);
    await rename("no_searches", "empty_searches");
    // A single visitor can't fill the report.
    for (let times = 0; times < 70; times += 1)
      expect(
        await visit(`/api/collections?q=qqqqqq${"abcdefghij"[times % 10]}${"klmnopq"[Math.floor(times / 10)]}`),
      ).toBe(200);
    const all = (await report("searches?limit=100")) as readonly { readonly searches: number }[];
    expect(all.reduce((sum, { searches }) => sum + searches, 0)).toBeLessThanOrEqual(RATE_LIMITS.searches.attempts);
    expect(all.length).toBeGreaterThan(40);
    expect(await report("searches?from=2020-01&to=2020-12")).toEqual([]);
    await suite.store.database.kysely
      .insertInto("empty_searches")
      .values(Array.from({ length: 5_000 }, (_, place) => ({ month: "2020-01", words: `w${place}`, count: 1 })))
      .execute();
    const count = (words: string) =>
      runIn(suite.store.ports, transactional(Repositories.use(({ search }) => search.countEmpty("2020-01", words))));
    await count("new");
    await count("w7");
    const counted = await report("searches?from=2020-01&to=2020-01&limit=100");
    expect(counted[0]).toEqual({ words: "w7", searches: 2, last_month: "2020-01" });
    expect(counted.map(({ words }: { words: string }) => words)).not.toContain("new");
  });

  it("CLI-03 reject months that are reversed or too many, and name the field", async () => {
    for (const query of ["from=2027-03&to=2027-01", "from=2020-01&to=2027-01", "from=2027-13"]) {
      const { status, body } = await staff("GET", `/reports/months?${query}`);
      expect([status, body.error.issues[0].path], query).toEqual([400, "query.from"]);
    }
  });

  it("CLI-03 the command prints them for people, spreadsheets, and programs", async () => {
    await live();
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const one = await run(SUPPORT_KEY, "report", "month", "--from", "2027-01", "--to", "2027-01");
      expect(one.out).toMatch(/^New plans +\$74\.80$/m);
      expect(one.out).toMatch(/^Subscribers at the end +2$/m);
      const csv = await run(SUPPORT_KEY, "report", "month", "--from", "2027-01", "--to", "2027-03", "--csv");
      const [head, ...rows] = csv.out.trim().split("\n");
      expect(head?.split(",").slice(0, 3)).toEqual(["month", "plans", "renewals"]);
      expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
        ["2027-01", "74.80"],
        ["2027-02", "0.00"],
        ["2027-03", "0.00"],
      ]);
      const months = await run(SUPPORT_KEY, "report", "month", "--from", "2027-01", "--to", "2027-03");
      expect(months.out).toMatch(/^Month +Paid +Tax +Refunded +Net +Subscribers +Unused credits$/m);
      expect((await run(SUPPORT_KEY, "report", "plans")).out).toMatch(
        /^131 +Pro 50, monthly +Individual +1 +0 +\$99\.00$/m,
      );
      expect((await run(SUPPORT_KEY, "report", "items", "--from", "2027-01")).out).toMatch(/^Ground Fire +1 +\$/m);
      expect((await run(SUPPORT_KEY, "report", "searches", "--from", "2021-01", "--to", "2021-02")).out).toContain(
        "No searches without results in this period.",
      );
      await new TestClient(suite.store.app).get("/api/collections?q=zweihander");
      expect((await run(SUPPORT_KEY, "report", "searches")).out).toMatch(/^zweihander +1 +20\d\d-\d\d$/m);
      expect((await run(SUPPORT_KEY, "report", "tax", "--from", "2027-01")).out).toMatch(/^Unknown +\$\d+\.\d\d +\$/m);
      const taxes = await run(SUPPORT_KEY, "report", "tax", "--from", "2027-01", "--csv");
      expect(taxes.out).toMatch(/^country,paid,tax,refunded,tax_refunded\n,\d+\.\d\d,/);
      const json = await run(SUPPORT_KEY, "report", "plans", "--json");
      expect(JSON.parse(json.out)).toHaveLength(12);
      expect((await run(SUPPORT_KEY, "report", "month", "--from", "november")).err).toContain("Use a month such as");
    } finally {
      close();
    }
  });
});

import { someReceipt } from "@backlot/testing/contracts/transactions";
import { plainDatabase } from "@backlot/testing/databases";
import { cents, epochMs, instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestClient } from "@backlot/testing/client";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";

describe("what support asks of a running store", () => {
  const suite = useFreshStore(plainDatabase);
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());
  const as = (token: string | null) => {
    const client = new TestClient(suite.store.app);
    client.token = token;
    return client;
  };

  /** Creates a payment of 1 cent more than its order's quote. */
  const overpaid = async () => {
    const shopper = new TestClient(suite.store.app);
    await shopper.signUp();
    const { id: setup_intent_id } = await shopper.saveCard(suite.sandbox.url, "4242424242424242");
    await shopper.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id });
    const { payments } = suite.store.ports.transactions.read;
    const { id } = (await shopper.get("/api/users/me")).body.data;
    const [paid] = await Effect.runPromise(payments.ofAccount(id));
    if (paid === undefined) throw new Error("nothing was paid");
    const other = { ...paid, id: `${paid.id}-again`, provider_reference: null, amount: cents(paid.amount + 1) };
    await Effect.runPromise(payments.record(other, someReceipt(other)));
    return other;
  };

  it("CLI-02 lists unsettled money to the support key alone", async () => {
    const shopper = as(null);
    await shopper.signUp();
    expect((await as(null).get("/api/support/money")).status).toBe(401);
    expect((await as(`${SUPPORT_KEY}0`).get("/api/support/money")).status).toBe(401);
    expect((await shopper.get("/api/support/money")).status).toBe(403);
    expect(await as(SUPPORT_KEY).get("/api/support/money")).toMatchObject({
      status: 200,
      body: { data: { refunds: [], mismatched: [], disputes: [] } },
    });
    // Support is not an account, so the routes of accounts stay closed.
    expect((await as(SUPPORT_KEY).get("/api/users/me")).status).toBe(401);
    // The key is only accepted in a header, so that no browser sends it by itself.
    const cookie = { cookie: `backlot_session=${SUPPORT_KEY}` };
    expect((await suite.store.app.request("/api/support/money", { headers: cookie })).status).toBe(401);
  });

  it("CLI-02 CLI-03 the command keeps codes, lists payments and disputes, switches the sale", async () => {
    const paid = await overpaid();
    const { run: command, runBuilt, close } = await openSupportCommand(suite.store.app);
    const backlot = (key: string, ...more: readonly string[]) => command(key, "money", "list", ...more);
    try {
      const json = await backlot(SUPPORT_KEY, "--json");
      expect(json.code, json.err).toBe(0);
      expect(JSON.parse(json.out)).toMatchObject({
        refunds: [],
        mismatched: [{ payment_id: paid.id, order_id: paid.order_id, amount: 4_901, quoted: 4_900 }],
      });
      expect(await runBuilt(SUPPORT_KEY, "money", "list", "--json")).toEqual(json);
      const table = await backlot(SUPPORT_KEY);
      expect(table.out).toContain("There are no open disputes.");
      expect(table.out).toContain("No refunds are due or refused.");
      expect(table.out.replace(/ +/g, " ")).toContain("$49.00 $49.01");
      const { disputes } = suite.store.ports.transactions.read;
      const opened_at = suite.store.clock.now();
      const dispute = { id: "du_1", provider: "stripe", user_id: paid.user_id, payment_id: paid.id } as const;
      const open = { ...dispute, amount: cents(1_250), status: "open", opened_at, closed_at: null } as const;
      await Effect.runPromise(disputes.save(open));
      expect((await backlot(SUPPORT_KEY)).out.replace(/ +/g, " ")).toContain(
        `${opened_at.slice(0, 10)} du_1 ${paid.user_id} ${paid.id} $12.50`,
      );
      expect(JSON.parse((await backlot(SUPPORT_KEY, "--json")).out).disputes).toMatchObject([{ dispute_id: "du_1" }]);
      // Cart codes are added, changed and listed, and customers can enter them in any case.
      const added = await command(SUPPORT_KEY, "codes", "put", "Take10", "--value", "1000", "--max-uses", "5", ...WHY);
      expect([added.code, added.out.trim()]).toEqual([
        0,
        "Take10 takes $10.00 off a cart. Limits: once per account, 5 in total.",
      ]);
      // The code is the same in another case.
      const replace = ["codes", "put", "TAKE10", "--percent", "10", ...WHY];
      expect(await command(SUPPORT_KEY, ...replace)).toMatchObject({
        code: 2,
        err: expect.stringContaining("Take10 already exists. It takes $10.00 off a cart and was used 0 times."),
      });
      await command(SUPPORT_KEY, ...replace, "--replace");
      const listed = await command(SUPPORT_KEY, "codes", "list");
      expect(listed.out.replace(/ +/g, " ")).toContain("Take10 10% 0 none 1");
      expect(JSON.parse((await command(SUPPORT_KEY, "codes", "list", "--json")).out)).toEqual([
        { code: { code: "Take10", percent_off: 10 }, uses: 0 },
      ]);
      // A page has a limit, but the command lists all codes.
      const { discountCodes } = suite.store.ports.transactions.read;
      for (let n = 0; n < 101; n += 1)
        await Effect.runPromise(discountCodes.put({ code: `MANY${String(n).padStart(3, "0")}`, percent_off: 5 }));
      expect(JSON.parse((await command(SUPPORT_KEY, "codes", "list", "--json")).out)).toHaveLength(102);
      const support = new TestClient(suite.store.app);
      support.token = SUPPORT_KEY;
      const names = async (query: string) => {
        const { body } = await support.get(`/api/support/codes${query}`);
        return [body.data.map((each: { code: { code: string } }) => each.code.code), body.has_more];
      };
      expect(await names("?limit=2&starting_after=MANY002")).toEqual([["MANY003", "MANY004"], true]);
      expect(await names("?limit=2&starting_after=MANY100")).toEqual([["Take10"], false]);
      expect((await names(""))[0]).toHaveLength(100);
      expect((await support.get("/api/support/codes?limit=101")).status).toBe(400);
      // The sale of plans, and its banner.
      const sale = async (...words: readonly string[]) => (await command(SUPPORT_KEY, "sale", ...words)).out.trim();
      expect(await sale("show")).toBe("There's no sale right now.");
      expect(await sale("start", "--until", "2036-12-01T00:00:00Z", ...WHY)).toBe(
        "Current sale: 30% off new plans, until 2036-12-01 00:00 UTC.",
      );
      expect(JSON.parse(await sale("start", ...WHY, "--json"))).toEqual({ percent_off: 30, months: 6, ends_at: null });
      expect(await sale("show")).toBe("Current sale: 30% off new plans, with no end date.");
      expect(await sale("end", ...WHY)).toBe("There's no sale right now.");
      for (const never of ["someday", "2036-02-30", "12/1/2036"])
        expect(await command(SUPPORT_KEY, "sale", "start", "--until", never, ...WHY), never).toMatchObject({
          code: 1,
          err: expect.stringContaining("2026-11-21T10:00:00Z"),
        });
      const past = await command(SUPPORT_KEY, "sale", "start", "--until", "2020-01-01T00:00:00Z", ...WHY);
      expect(past).toMatchObject({ code: 1, err: expect.stringContaining("Choose a later time.") });
      // An item of an order is shown and refunded.
      const buyer = new TestClient(suite.store.app);
      await buyer.signUp();
      await buyer.saveCard(suite.sandbox.url, "4242424242424242");
      const [card] = (await buyer.post("/api/cards", {})).body.data;
      const { token } = (await buyer.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] })).body;
      const { id: intent } = (await buyer.post("/api/payment_intent", { token, payment_method_id: card.id })).body;
      await buyer.post("/api/payment_intent_confirm", { payment_intent_id: intent });
      const bought = await buyer.post("/api/purchases/cart", { token, payment_intent: intent });
      const { order_id } = bought.body.data;
      const shown = async () => (await command(SUPPORT_KEY, "orders", "show", order_id)).out.replace(/ +/g, " ");
      expect(await shown()).toContain("1011 Ground Fire 2K $24.00 yes");
      const revokeItem = (...more: readonly string[]) =>
        command(SUPPORT_KEY, "orders", "refund", order_id, "--item", "1011", "--reason", "wrong", ...more);
      expect(await revokeItem()).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(
          /^This refunds \$24\.00 of \$24\.00 to [\s\S]*The customer loses:\n- Ground Fire · 2K\n/,
        ),
      });
      expect(await shown()).toContain("Refunded $0.00");
      expect(await revokeItem("--yes")).toMatchObject({
        code: 0,
        out: "Refunded $24.00.\nThe customer loses:\n- Ground Fire · 2K\n",
      });
      expect(await shown()).toMatch(/Refunded \$24\.00[\s\S]*1011 Ground Fire 2K \$24\.00 no/);
      expect(await shown()).toMatch(
        /Time \(UTC\) By Key Action Reason\n\S+ \S+ \S+ shared refunded \$24\.00 for item 1011 of order \S+ wrong$/m,
      );
      expect(await revokeItem("--yes")).toMatchObject({
        code: 1,
        err: expect.stringContaining("doesn't have this item"),
      });
      const code = { code: "Free", value: 1 };
      const unknown = await command(SUPPORT_KEY, "orders", "revoke-links", "none", ...WHY);
      expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('No paid order has the ID "none".') });
      expect((await as(null).call("PUT", "/api/support/codes", code)).status).toBe(401);
      expect((await as(null).get("/api/support/codes")).status).toBe(401);

      const refused = await backlot("another key", "--json");
      expect([refused.code, JSON.parse(refused.out).error.code]).toEqual([4, "unauthorized"]);
    } finally {
      close();
    }
  });

  it("CLI-02 shows a customer by address or id: license, plan, credits, orders, downloads", async () => {
    const ada = new TestClient(suite.store.app);
    const email = `${crypto.randomUUID()}@example.com`;
    await ada.signUp(email.split("@")[0]);
    const { id: setup_intent_id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await ada.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id });
    const { data: premium } = (await ada.get("/api/collections?access=premium&limit=1")).body;
    const [item] = premium;
    expect((await ada.post("/api/purchases/collection", { collection_id: item.id })).status).toBe(200);
    const [variant] = item.collection_variants;
    const download = async (id: number) => (await ada.get(`/api/variant_downloads/${id}/download`)).status;
    expect(await download(variant.id)).toBe(200);
    const start = suite.store.clock.now();
    suite.store.clock.set(instant(epochMs(start) + 60_000));
    const other = item.collection_variants[1].id;
    expect(await download(other)).toBe(200);
    suite.store.clock.set(start);
    const { data: me } = (await ada.get("/api/users/me")).body;
    const spent = (await ada.get("/api/users/me/export")).body.data;
    const { run: command, close } = await openSupportCommand(suite.store.app);
    const show = (name: string, ...more: readonly string[]) => command(SUPPORT_KEY, "customers", "show", name, ...more);
    try {
      const shown = await show(email.toUpperCase());
      const said = shown.out.replace(/ +/g, " ");
      expect([shown.code, shown.err]).toEqual([0, ""]);
      expect(said).toMatch(
        new RegExp(`^Customer Ada Lens <${email}>\nAccount ${me.id}\n since .*, email not confirmed\n`),
      );
      expect(said).toMatch(
        /^Plan Pro · 20 credits · monthly · Individual · active\n since .*, renews .*, \$49\.00, by Stripe$/m,
      );
      expect(said).toMatch(
        new RegExp(`^Credits ${me.current_credit_balance}\n ${me.current_credit_balance} of 20 from the plan, `, "m"),
      );
      expect(said).toContain("\nDownloads 0 of 20 today\n");
      for (const line of shown.out.split("\n").slice(0, 12)) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(said).toMatch(
        /\(UTC\) Order For Total Refunded Paid\n\S+ \S+ \S{8} Pro · 20 credits · .* \$49\.00 \$0\.00 card$/m,
      );
      expect(said).toMatch(
        /Credits:\n ?Time \(UTC\) Credits Balance Reason About\n\S+ \S+ -\d+ \d+ spend Rusted Oil Drum$/m,
      );
      const [first, second] = [variant, item.collection_variants[1]].map(
        ({ resolution }) => `\\S+ \\S+ ${item.name} · ${resolution}\n`,
      );
      expect(said).toMatch(new RegExp(`Downloads:\n ?Time \\(UTC\\) File\n${second}${first}`));
      expect(said).toContain("Owns 1 item");
      const json = JSON.parse((await show(me.id, "--json")).out);
      expect(json.user).toMatchObject({ id: me.id, email, subscription: { plan_variant: { id: 130 } }, token: null });
      expect(json.credit_entries).toEqual(spent.credit_entries);
      expect(json).not.toHaveProperty("sessions");
      const missing = await show("nobody@example.com");
      expect(missing).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringContaining('No customer matches "nobody@example.com".'),
      });
      expect((await as(null).get(`/api/support/customers?customer=${me.id}`)).status).toBe(401);
      expect((await ada.get(`/api/support/customers?customer=${me.id}`)).status).toBe(403);
    } finally {
      await close();
    }
  });
});

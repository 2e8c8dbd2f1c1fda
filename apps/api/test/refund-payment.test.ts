import { TestClient } from "@backlot/testing/client";
import { checkupsOf } from "@backlot/testing/checkup";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY, closeDispute, eventsAt, openDispute } from "@backlot/testing/sandbox";
import { deliver, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

describe.each(scenarioDatabases)("refunds of payments by support on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);
  const staff = () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return client;
  };
  const preview = async (payment: string, amount?: number) =>
    staff().get(
      `/api/support/payments/refund_preview?payment=${payment}${amount === undefined ? "" : `&amount=${amount}`}`,
    );
  const refund = (payment: string, amount: number | null, idempotency_key: string = crypto.randomUUID()) =>
    staff().post("/api/support/payments/refunds", { payment, amount, idempotency_key, ...BY_STAFF });
  const customer = async (id: string) => (await staff().get(`/api/support/customers?customer=${id}`)).body.data;
  const buyItems = async ({ client }: { client: TestClient }) => {
    const { body: cart } = await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011, 1012] });
    const [card] = (await client.post("/api/cards", {})).body.data as readonly { readonly id: string }[];
    const { body: intent } = await client.post("/api/payment_intent", {
      token: cart.token,
      payment_method_id: card?.id,
    });
    await client.post("/api/payment_intent_confirm", { payment_intent_id: intent.id });
    const sold = await client.post("/api/purchases/cart", { token: cart.token, payment_intent: intent.id });
    return sold.body.data.order_id as string;
  };

  it("ORD-06 CLI-02 a plan is refunded whole, and the preview says what is taken back", async () => {
    const ada = await subscriber(130);
    const [receipt] = (await customer(ada.id)).receipts;
    const asked = (await preview(receipt.number)).body.data;
    expect(asked).toMatchObject({
      receipt: receipt.number,
      paid: 4_900,
      refunded: 0,
      amount: 4_900,
      takes: { credits: 20, items: [], ends_plan: true, unrecovered: 0 },
    });
    expect((await ada.me()).subscription).not.toBeNull();
    const key = crypto.randomUUID();
    expect((await refund(receipt.number, null, key)).body.data).toMatchObject({ amount: 4_900, status: "refunded" });
    const after = await customer(ada.id);
    expect(after.user).toMatchObject({ subscription: null, current_credit_balance: 0 });
    expect(after.receipts[0]).toMatchObject({ refunded: 4_900 });
    expect(after.support_actions[0]).toMatchObject({
      ...BY_STAFF,
      change: { kind: "refund_payment", payment_id: receipt.payment_id, amount: 4_900 },
    });
    // The same key refunds once.
    expect((await refund(receipt.number, null, key)).body.data).toMatchObject({ amount: 4_900, status: "refunded" });
    expect(await refund(receipt.number, null)).toMatchObject({
      status: 409,
      body: { error: { reason: "refund_unavailable", message: "Nothing is left to refund on this payment." } },
    });
    await ada.deliverWebhooks();
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
  });

  it("ORD-06 CRD-09 part of a pack takes back as many credits as it paid for, and spent ones are named", async () => {
    const bob = await subscriber(130);
    await bob.buyPack(20);
    const pack = (await customer(bob.id)).receipts[0];
    const half = Math.ceil(pack.total / 2);
    expect((await preview(pack.payment_id, half)).body.data.takes).toEqual({
      credits: 10,
      items: [],
      ends_plan: false,
      also_refunded: 0,
      unrecovered: 0,
    });
    expect((await preview(pack.number, pack.total + 1)).body.error.message).toContain(
      "of this payment can be refunded.",
    );
    expect((await refund(pack.number, half)).body.data).toMatchObject({ amount: half, status: "refunded" });
    expect((await bob.me()).current_credit_balance).toBe(30);
    expect((await preview(pack.number)).body.data).toMatchObject({ refunded: half, amount: pack.total - half });
    await bob.deliverWebhooks();
    expect(await checkupsOf(suite.store).faultsOf(bob.id)).toEqual([]);
  });

  it("ORD-06 CLI-02 an order is refunded whole by its ID, by one command after a look at what it takes", async () => {
    const eve = await subscriber(130);
    const order = await buyItems(eve);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const look = await run(SUPPORT_KEY, "payments", "refund", order, ...WHY);
      expect([look.code, look.out]).toEqual([2, ""]);
      const { email, receipts } = { email: (await eve.me()).email, receipts: (await customer(eve.id)).receipts };
      expect(look.err).toBe(
        [
          `This refunds $60.00 of $60.00 to ${email}, receipt ${receipts[0].number}: Ground Fire · 2K and ` +
            "Ground Fire · 4K.",
          "The customer loses:",
          "- Ground Fire · 2K",
          "- Ground Fire · 4K",
          "This can't be undone. Add --yes to continue.",
          "",
        ].join("\n"),
      );
      const done = await run(SUPPORT_KEY, "payments", "refund", order, "--yes", ...WHY);
      expect([done.code, done.out.split("\n")[0]]).toEqual([0, "Refunded $60.00."]);
      const { out } = await run(SUPPORT_KEY, "payments", "list", email);
      const at = expect.stringMatching(/^2027-01-05 12:0\d$/);
      expect(
        out
          .trim()
          .split("\n")
          .map((line) => line.split(/ {2,}/)),
      ).toEqual([
        ["Paid (UTC)", "Receipt", "Amount", "Via", "State", "For"],
        [at, receipts[0].number, "$60.00", "card", "refunded", "Ground Fire · 2K and Ground"],
        ["", "Fire · 4K"],
        [at, receipts[1].number, "$49.00", "card", "Pro · 20 credits · monthly"],
        ["", "· Individual"],
      ]);
      const none = await run(SUPPORT_KEY, "payments", "refund", "R9-000001", ...WHY);
      expect(none.err).toContain('Payment "R9-000001" doesn\'t exist');
    } finally {
      close();
    }
    await eve.deliverWebhooks();
    expect(await checkupsOf(suite.store).faultsOf(eve.id)).toEqual([]);
  });

  it("ORD-06 CLI-02 the history of credits names the lot, the receipt, the item, and the balance", async () => {
    const zoe = await subscriber(130);
    await zoe.buyPack(20);
    const { read } = suite.store.ports.transactions;
    const found = await Effect.runPromise(read.collections.bySlug("ground-fire"));
    const bought = await zoe.client.post("/api/purchases/collection", { collection_id: found?.id });
    expect(bought.status).toBe(200);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const [pack, plan] = (await customer(zoe.id)).receipts;
      const { email, current_credit_balance } = await zoe.me();
      const { out } = await run(SUPPORT_KEY, "credits", "history", email);
      const rows = out.trim().split("\n").slice(1);
      expect(rows.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
        [`${current_credit_balance - 40}`, `${current_credit_balance}`, "spend", `plan ${plan.number}`, "Ground Fire"],
        ["20", "40", "grant", `pack ${pack.number}`],
        ["20", "20", "grant", `plan ${plan.number}`],
      ]);
      expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    } finally {
      close();
    }
  });

  it("ORD-06 CLI-02 a refused refund that staff paid another way is settled, and nobody asks again", async () => {
    const max = await subscriber(130);
    const [receipt] = (await customer(max.id)).receipts;
    // The payment was refunded in the dashboard, and the store hasn't been told.
    const { read } = suite.store.ports.transactions;
    await max.refund({
      provider_reference: (await Effect.runPromise(read.payments.get(receipt.payment_id)))?.provider_reference ?? null,
    });
    expect((await refund(receipt.number, null)).body.data).toMatchObject({ amount: 4_900, status: "failed" });
    const { run, close } = await openSupportCommand(suite.store.app);
    // What a refused refund was to take back is kept.
    expect((await max.me()).subscription).not.toBeNull();
    const settle = (...more: readonly string[]) =>
      run(SUPPORT_KEY, "payments", "settle", receipt.number, ...WHY, ...more);
    try {
      const { email } = await max.me();
      expect((await run(SUPPORT_KEY, "payments", "list", email)).out).toMatch(/refund of \$49\.00 .*\n +failed/);
      expect(await settle()).toMatchObject({ code: 2, out: "" });
      expect((await settle("--yes")).out).toBe(`Settled refused refunds of $49.00 to ${email}.\n`);
      expect((await settle("--yes")).err).toContain("This payment has no refused refunds.");
      const unknown = await run(SUPPORT_KEY, "payments", "settle", "R9-000001", ...WHY, "--yes");
      expect(unknown.err).toContain('Payment "R9-000001" doesn\'t exist');
      expect((await run(SUPPORT_KEY, "money", "list")).out).not.toContain(receipt.payment_id);
      expect((await customer(max.id)).support_actions[0].change).toMatchObject({
        kind: "settle_refunds",
        amount: 4_900,
      });
    } finally {
      close();
    }
  });

  it("CLI-02 ORD-06 support is told why a payment was charged, and how its disputes ended", async () => {
    const kim = await subscriber(130);
    await kim.change(132);
    await kim.deliverWebhooks();
    const { email, receipts } = await customer(kim.id).then(({ user, ...more }) => ({ email: user.email, ...more }));
    const [upgrade, plan] = receipts;
    const { run, close } = await openSupportCommand(suite.store.app);
    const told = async (...words: readonly string[]) => {
      const { code, out, err } = await run(SUPPORT_KEY, ...words);
      expect([code, err]).toEqual([0, ""]);
      return out.replace(/ {2,}/g, "  ");
    };
    // Events of disputes don't name the customer.
    const heard = async () => {
      for (const event of (await eventsAt(suite.sandbox.url)).filter(({ type }) => type.startsWith("charge.dispute")))
        await deliver(suite.store, suite.sandbox.webhookSecret, event);
    };
    const dispute = async (of: { readonly payment_id: string }, how: "won" | "lost") => {
      const { read } = suite.store.ports.transactions;
      const payment = await Effect.runPromise(read.payments.get(of.payment_id));
      const id = await openDispute(suite.sandbox.url, "stripe", payment?.provider_reference ?? "");
      await heard();
      await closeDispute(suite.sandbox.url, "stripe", id, how);
      await heard();
      return id;
    };
    try {
      // The words and amounts match the receipt.
      const shown = await told("payments", "show", upgrade.number);
      expect(shown).toContain(`Customer  ${email}`);
      expect(shown).toMatch(/Pro · 240 credits · yearly · Individual {2}\$470\.00\nSubtotal {2}\$470\.00\n/);
      expect(shown).toMatch(/Unused part of your plan \(20 credits\) {2}-\$49\.00\n(?:.*\n)*Total {2}\$421\.00 USD/);
      expect(await told("orders", "show", upgrade.order_id)).toMatch(
        /calculated:\n- plan price, .*: \$470\.00\n- discount .*, Unused part of your plan \(20 credits\): -\$49\.00/,
      );
      expect(await told("payments", "show", plan.number)).toContain("Total  $49.00 USD");
      const won = await dispute(upgrade, "won");
      expect((await told("customer", email)).replace(/\s+/g, " ")).toMatch(
        new RegExp(`Disputes \\$421.00 of ${upgrade.number} at Stripe since .*, ${won}: won on .*, payment kept`),
      );
      expect(await told("payments", "list", email)).toContain("dispute won");
      const lost = await dispute(plan, "lost");
      expect((await told("payments", "show", plan.number)).replace(/\s+/g, " ")).toContain(`${lost}: lost on `);
      expect(await told("payments", "list", email)).toContain("dispute lost");
      expect((await run(SUPPORT_KEY, "payments", "show", "R9-000001")).err).toContain('Payment "R9-000001"');
    } finally {
      close();
    }
  });

  it("ORD-06 a refund of a disputed payment waits for the dispute", async () => {
    const dan = await subscriber(130);
    const [receipt] = (await customer(dan.id)).receipts;
    const { read } = suite.store.ports.transactions;
    const payment = await Effect.runPromise(read.payments.get(receipt.payment_id));
    await openDispute(suite.sandbox.url, "stripe", payment?.provider_reference ?? "");
    for (const event of (await eventsAt(suite.sandbox.url)).filter(({ type }) => type.startsWith("charge.dispute")))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    expect((await refund(receipt.number, 1_000)).body.data).toMatchObject({ amount: 1_000, status: "due" });
    expect((await preview(receipt.number)).body.data).toMatchObject({ amount: 3_900 });
  });
});

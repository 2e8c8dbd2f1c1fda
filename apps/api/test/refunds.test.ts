import { refundDue } from "@backlot/application";
import { EVERYTHING, accountCreditChange, cents, instant, moneyBehind } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { SUPPORT_KEY, eventsAt } from "@backlot/testing/sandbox";
import { fundingStateIn } from "@backlot/testing/funding-state";
import { advance, deliver, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { beforeEach, describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const run = Effect.runPromise;

/**
 * Sets a store's clock a minute behind its provider's, which counts in whole seconds. A period that begins in the test
 * then has no used time, and all of its credits are returned.
 */
const stayBehind = async ({ sandbox, store }: ReturnType<typeof useTestStore>): Promise<void> => {
  const now = await advance(sandbox.url, store, { days: 0 });
  store.clock.set(instant(Date.parse(now) - 60_000));
};

/** A higher license, which is an upgrade under the other license rule. */
const RAISED = 3;

describe.each(scenarioDatabases)("refunds on $kind", (databases) => {
  const suite = useTestStore(databases);
  beforeEach(() => stayBehind(suite));
  const subscriber = subscribersOf(suite);
  const read = () => suite.store.ports.transactions.read;

  /** Refunds cents of the payment for a plan, a change or a pack at the provider, and delivers the event. */
  const refunded = async (
    ada: Awaited<ReturnType<typeof subscriber>>,
    amount: number,
    reason: "plan" | "change" | "pack" = "plan",
  ) => {
    const payment = (await ada.ledgerSnapshot()).payments.find((each) => each.reason === reason);
    if (payment === undefined) throw new Error(`there is no payment of a ${reason}`);
    expect(await ada.refund(payment, amount)).toBe(200);
    await ada.deliverWebhooks();
  };
  const balanceAt = async (customer: string) => (await run(suite.store.ports.cards.customer(customer))).balance;
  const support = async () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return (await client.get("/api/support/money")).body.data;
  };

  /** Orders a plan with a card whose bank has yet to approve. */
  const waitsForTheBank = async (ada: Awaited<ReturnType<typeof subscriber>>, plan_variant_id: number) => {
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    const endChallenge = (intent: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    await endChallenge(asks.id);
    const order = { plan_variant_id, license_id: 1, setup_intent_id: asks.id };
    const waiting = await ada.client.post("/api/subscriptions", order);
    expect(waiting).toMatchObject({ status: 402, body: { error: { code: "payment_needs_confirmation" } } });
    const intent = String(waiting.body.error.client_secret).split("_secret_")[0] ?? "";
    return { saysYes: () => endChallenge(intent) };
  };

  it("ORD-06 money that was refunded pays no upgrade again", async () => {
    const ada = await subscriber(131);
    await refunded(ada, 4_949);
    expect(await ada.me()).toMatchObject({ current_credit_balance: 25, subscription: { plan_variant: { id: 131 } } });
    const preview = await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=133&license_id=1");
    expect(preview.body.data).toMatchObject({ credits_returned: 25, credit_for_unused: 4_950, charge_today: 90_050 });
    await refunded(ada, 4_949);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
  });

  it("ORD-06 a refund of what an upgrade replaced takes its share of the new credits, and no more", async () => {
    const ada = await subscriber(132);
    await ada.change(133);
    expect((await ada.ledgerSnapshot()).charged).toBe(47_000 + 48_000);
    await refunded(ada, 47_000);
    expect(await ada.me()).toMatchObject({ current_credit_balance: 303, subscription: { plan_variant: { id: 133 } } });
    await refunded(ada, 48_000, "change");
    expect(await ada.me()).toMatchObject({ current_credit_balance: 0, subscription: null });
    await ada.expectLedgerToMatchProvider();
  });

  it("ORD-06 a refund of an upgrade ends the plan, and leaves the credits that older money paid", async () => {
    const ada = await subscriber(132);
    await ada.change(133);
    await refunded(ada, 48_000, "change");
    expect(await ada.me()).toMatchObject({ current_credit_balance: 296, subscription: null });
    const plan = await fetch(`${suite.sandbox.url}/v1/subscriptions?customer=${ada.customer}&status=all`, {
      headers: { authorization: "Bearer sk_test_dashboard" },
    }).then((answer) => answer.json() as Promise<{ data: readonly { readonly status: string }[] }>);
    expect(plan.data.map((each) => each.status)).toEqual(["canceled"]);
  });

  it("ORD-06 a pack that is refunded but for one cent keeps no credit", async () => {
    const ada = await subscriber(130);
    await ada.buyPack(100);
    await ada.deliverWebhooks();
    const pack = (await ada.ledgerSnapshot()).payments.find((payment) => payment.reason === "pack")?.amount ?? 0;
    expect((await ada.me()).current_credit_balance).toBe(120);
    await refunded(ada, pack - 1, "pack");
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, subscription: { status: "active" } });
  });

  it("ORD-06 an item goes with the money of its credits, and until then the rest is listed", async () => {
    const ada = await subscriber(130);
    const premium = (
      await run(read().collections.page({ filter: EVERYTHING, sort: "newest", starting_after: null, limit: 100 }))
    ).find((each) => each.access === "premium" && (each.credit_price ?? 99) <= 20);
    const cost = premium?.credit_price ?? 0;
    const buy = async () => ada.client.post("/api/purchases/collection", { collection_id: premium?.id });
    expect((await buy()).status).toBe(200);
    const owned = async () =>
      (await run(read().collections.entitlementsOf(ada.id))).map((owned) => owned.collection_id);
    expect(await owned()).toEqual([premium?.id]);
    await refunded(ada, Math.ceil(((20 - cost) * 4_900) / 20) + 1);
    expect(await owned()).toEqual([premium?.id]);
    const mine = async () =>
      ((await support()).unrecovered as readonly { user_id: string; amount: number }[]).filter(
        (row) => row.user_id === ada.id,
      );
    expect(await mine()).toMatchObject([{ amount: expect.any(Number) }]);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await refunded(ada, 4_900 - (payment?.refunded ?? 0));
    expect(await owned()).toEqual([]);
    expect(await mine()).toEqual([]);
  });

  it("ORD-06 an item that a refund took may be bought again, by the credits that came back", async () => {
    const ada = await subscriber(130);
    await ada.buyPack(20);
    const [premium] = (
      await run(read().collections.page({ filter: EVERYTHING, sort: "newest", starting_after: null, limit: 100 }))
    ).filter((each) => each.access === "premium" && (each.credit_price ?? 99) <= 20);
    const cost = premium?.credit_price ?? 0;
    const buy = async () => ada.client.post("/api/purchases/collection", { collection_id: premium?.id });
    const owned = async () =>
      (await run(read().collections.entitlementsOf(ada.id))).map((owned) => owned.collection_id);
    // The plan has one credit left. The item uses it, and the rest comes from the pack.
    await refunded(ada, 19 * 245);
    expect((await buy()).status).toBe(200);
    expect((await ada.me()).current_credit_balance).toBe(21 - cost);
    await refunded(ada, 245);
    expect(await owned()).toEqual([]);
    expect((await ada.me()).current_credit_balance).toBe(20);
    expect((await buy()).status).toBe(200);
    expect([await owned(), (await ada.me()).current_credit_balance]).toEqual([[premium?.id], 20 - cost]);
  });

  it("ORD-06 Essentials goes on with half of its price, and returns by what is left of it", async () => {
    const ada = await subscriber(128);
    await refunded(ada, 950);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 128 }, status: "active" });
    const preview = await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=130&license_id=1");
    expect(preview.body.data).toMatchObject({ credit_for_unused: 950, charge_today: 3_950 });
    await refunded(ada, 50);
    expect((await ada.me()).subscription).toBeNull();
    // The unused time becomes account credit, minus what was refunded beyond the amount that ended the plan.
    expect(moneyBehind((await fundingStateIn(suite.store, ada.id)).account)).toBe(900);
    await runIn(suite.store.ports, refundDue);
    expect(await balanceAt(ada.customer)).toBe(-900);
  });

  it("ORD-06 a refund while an upgrade waits for the bank cancels the upgrade first", async () => {
    const ada = await subscriber(131);
    const bank = await waitsForTheBank(ada, 133);
    await refunded(ada, 9_900);
    expect((await ada.me()).subscription).toBeNull();
    expect(await run(read().orders.openSubscriptionOrder(ada.id))).toBeNull();
    // The bank approves anyway, but there is nothing left to pay.
    await bank.saysYes();
    await ada.deliverWebhooks();
    const { payments, charged } = await ada.ledgerSnapshot();
    expect(payments).toHaveLength(1);
    expect(charged).toBe(9_900);
  });

  it("CHG-07 an upgrade that the bank pays after a refund of proration credit has fewer credits", async () => {
    const ada = await subscriber(131);
    const bank = await waitsForTheBank(ada, 133);
    await bank.saysYes();
    // Both events arrive at once, and the refund is handled first: the order to cancel is already paid.
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await run(read().payments.setRefunded(payment?.id ?? "", cents(2_000), suite.store.clock.now()));
    await run(
      read().funding.post(ada.id, [
        {
          holder: payment?.id ?? "",
          payment: payment?.id ?? "",
          cents: -2_000,
          reason: "refund",
          reference: "refund:meanwhile",
          at: suite.store.clock.now(),
        },
      ]),
    );
    await ada.deliverWebhooks();
    // 2,000 of 95,000 cents are missing: 13 of 600 credits.
    expect(await ada.me()).toMatchObject({ current_credit_balance: 587, subscription: { plan_variant: { id: 133 } } });
    const state = await fundingStateIn(suite.store, ada.id);
    const running = state.grants.find((grant) => grant.source === state.running);
    expect(running).toMatchObject({ price: 95_000, removed: 2_000, taken: 13 });
    expect(moneyBehind(running?.allocations ?? [])).toBe(93_000);
  });

  it("ORD-06 a pending plan that uses account credit is canceled when its money is refunded", async () => {
    const ada = await subscriber(128);
    await refunded(ada, 1_000);
    expect(await balanceAt(ada.customer)).toBe(-900);
    const bank = await waitsForTheBank(ada, 130);
    await refunded(ada, 900);
    await bank.saysYes();
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toBeNull();
    expect((await balanceAt(ada.customer)) + 0).toBe(0);
    expect((await ada.ledgerSnapshot()).payments.map((payment) => payment.refunded)).toEqual([1_900]);
  });
});

describe.each(scenarioDatabases)("account credit that a waiting order holds on $kind", (databases) => {
  const suite = useTestStore(databases);
  beforeEach(() => stayBehind(suite));
  const subscriber = subscribersOf(suite);

  /** Signs up a customer whose account credit of $9.00 pays part of a plan that waits for the bank. */
  const waitsWithCredit = async () => {
    const ada = await subscriber(128);
    const [paid] = (await ada.ledgerSnapshot()).payments;
    expect(await ada.refund(paid ?? { provider_reference: null }, 1_000)).toBe(200);
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, refundDue);
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const plan = { plan_variant_id: 130, license_id: 1, setup_intent_id: asks.id };
    const waiting = await ada.client.post("/api/subscriptions", plan);
    expect(waiting).toMatchObject({ status: 402, body: { error: { code: "payment_needs_confirmation" } } });
    const balance = async () => (await run(suite.store.ports.cards.customer(ada.customer))).balance + 0;
    expect(await balance()).toBe(0);
    return { ada, balance };
  };

  it("DSC-06 CHK-03 is in the quote of another plan, which is charged as quoted", async () => {
    const { ada, balance } = await waitsWithCredit();
    const page = await ada.client.get("/api/checkout?plan_variant_id=131&license_id=1&license_chosen=true");
    const { quote } = page.body.data;
    expect(quote).toMatchObject({ account_credit: 900, total: 9_000 });
    const quoted = await ada.client.get("/api/subscriptions/quote?plan_variant_id=131&license_id=1");
    expect(quoted.body.data).toMatchObject({ account_credit: 900, total: 9_000 });
    const before = (await ada.ledgerSnapshot()).charged;
    const bought = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 131,
      license_id: 1,
      setup_intent_id: await ada.setup(),
      expected_kind: "new-plan",
      expected_total: quote.total,
    });
    expect(bought.status).toBe(200);
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).charged - before).toBe(9_000);
    expect(await balance()).toBe(0);
  });

  it("DSC-06 CHK-03 is in the quote of the same plan, which is charged once", async () => {
    const { ada, balance } = await waitsWithCredit();
    const page = await ada.client.get("/api/checkout?plan_variant_id=130&license_id=1&license_chosen=true");
    const { quote } = page.body.data;
    expect(quote).toMatchObject({ account_credit: 900, total: 4_000 });
    const before = (await ada.ledgerSnapshot()).charged;
    const again = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id: await ada.setup(),
      expected_kind: "new-plan",
      expected_total: quote.total,
    });
    expect(again.status).toBe(200);
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).charged - before).toBe(4_000);
    expect(await balance()).toBe(0);
  });
});

describe.each(scenarioDatabases)("refunds under the other license rule on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ LICENSE_RULE: "raise-is-upgrade" }));
  beforeEach(() => stayBehind(suite));
  const subscriber = subscribersOf(suite);
  const read = () => suite.store.ports.transactions.read;

  it("ORD-06 account credit that an upgrade left goes with the money that it came from", async () => {
    const ada = await subscriber(133);
    const changed = await ada.change(134, undefined, RAISED);
    expect(changed.body.data.change).toBe("upgrade");
    await ada.deliverWebhooks();
    const balance = async () => (await run(suite.store.ports.cards.customer(ada.customer))).balance;
    const before = -(await balance());
    expect(before).toBeGreaterThan(80_000);
    const payment = (await ada.ledgerSnapshot()).payments.find((each) => each.amount === 95_000);
    expect(await ada.refund(payment ?? { provider_reference: null }, 95_000)).toBe(200);
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, refundDue);
    expect(await balance()).toBe(0);
    expect((await ada.me()).subscription).toBeNull();
    expect((await run(read().funding.entries(ada.id))).reduce((sum, entry) => sum + entry.cents, 0)).toBe(0);
  });

  it("CHG-07 an upgrade leaves no account credit of a proration credit that was refunded since", async () => {
    const ada = await subscriber(133);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    const id = payment?.id ?? "";
    await run(read().payments.setRefunded(id, cents(2_000), suite.store.clock.now()));
    const refund = { holder: id, payment: id, cents: -2_000, reason: "refund", reference: "refund:meanwhile" } as const;
    await run(read().funding.post(ada.id, [{ ...refund, at: suite.store.clock.now() }]));
    expect((await ada.change(134, undefined, RAISED)).body.data.change).toBe("upgrade");
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, refundDue);
    const credit = 0 - (await run(suite.store.ports.cards.customer(ada.customer))).balance;
    expect(credit).toBe(95_000 - 2_000 - 3_230);
    expect(accountCreditChange(await run(read().funding.entries(ada.id)))).toBe(credit);
  });

  it("ORD-06 a renewal that account credit paid counts before the refund of its money leaves a debt", async () => {
    const ada = await subscriber(133);
    await ada.change(134, undefined, RAISED);
    await ada.deliverWebhooks();
    const balance = async () => (await run(suite.store.ports.cards.customer(ada.customer))).balance;
    const credit = -(await balance());
    const payment = (await ada.ledgerSnapshot()).payments.find((each) => each.amount === 95_000);
    await ada.time({ months: 1 });
    expect(await ada.refund(payment ?? { provider_reference: null }, credit)).toBe(200);
    const event = (await eventsAt(suite.sandbox.url, ada.customer)).findLast(
      (event) => event.type === "charge.refunded",
    );
    if (event === undefined) throw new Error("no event of a refund was sent");
    // The refund arrives before the renewal.
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    await ada.deliverWebhooks();
    expect((await balance()) + 0).toBe(0);
    expect(accountCreditChange(await run(read().funding.entries(ada.id)))).toBe(0);
  });
});

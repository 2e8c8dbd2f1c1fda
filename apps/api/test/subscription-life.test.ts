import { scenarioDatabases } from "@backlot/testing/databases";
import {
  expireSubscriptions,
  handleWebhook,
  reconcileEvents,
  resumeOrders,
  terminateReplacedSubscriptions,
  ensureJobs,
  leaseDueJobs,
} from "@backlot/application";
import { NO_TAX, cents, instant } from "@backlot/domain";
import { type Charge, type Lease, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { TEST_SCALE, ordersOfSix } from "@backlot/testing/scale";
import { TestClient } from "@backlot/testing/client";
import { startFaultyProxy } from "@backlot/testing/faulty-proxy";
import { chargesAt, createPromoCode, eventsAt, requestsAt } from "@backlot/testing/sandbox";
import { advance, deliver, openTestStore, proofsOn, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const run = Effect.runPromise;

describe.each(scenarioDatabases)("two years of a subscription on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  it("CHK-07 two years: renewals, an expired card, a recovery, changes, an end; the books agree", async () => {
    const ada = await subscriber(130);
    const months = async (n: number): Promise<void> => {
      for (let month = 0; month < n; month += 1) {
        await ada.time({ months: 1 });
        await ada.deliverWebhooks();
      }
    };
    await months(6);
    expect(await ada.me()).toMatchObject({ current_credit_balance: 140, subscription: { status: "active" } });
    await ada.expireCards();
    await months(1);
    expect((await ada.me()).subscription.status).toBe("past_due");
    await ada.client.post("/api/subscriptions/pay_overdue", { setup_intent_id: await ada.setup() });
    await months(3);
    expect((await ada.change(131)).body.data.change).toBe("upgrade");
    await months(6);
    expect((await ada.change(130)).body.data.change).toBe("downgrade");
    await months(6);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 130 }, status: "active" });
    const { payments } = await ada.ledgerSnapshot();
    expect(payments.filter((payment) => payment.reason === "renewal")).toHaveLength(22);
    await months(2);
    const before = await ada.ledgerSnapshot();
    expect(before.payments.filter((payment) => payment.reason === "renewal")).toHaveLength(24);
    expect(before.granted).toBe(26);
    await ada.client.post("/api/subscriptions/cancel", {});
    await months(1);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    expect((await ada.ledgerSnapshot()).payments).toHaveLength(26);
    await ada.expectLedgerToMatchProvider();
    const since = instant(Date.parse(suite.store.clock.now()) - 3 * 365 * 86_400_000);
    const found = await runIn(suite.store.ports, reconcileEvents(since, "stripe"));
    await ada.expectLedgerToMatchProvider();
    expect((await runIn(suite.store.ports, reconcileEvents(since, "stripe"))).missed).toBe(0);
    expect(found.until).toBe(suite.store.clock.now());
  });
});

describe.each(scenarioDatabases)("a subscription's life on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  it("CHK-07 a renewal grants its credits once, however often its event comes", async () => {
    const ada = await subscriber(130);
    expect(ada.first.status).toBe(200);
    await ada.time({ months: 1 });
    const events = await eventsAt(suite.sandbox.url, ada.customer);
    for (let times = 0; times < 3; times += 1)
      for (const event of events) await deliver(suite.store, suite.sandbox.webhookSecret, event);
    const me = await ada.me();
    expect(me.current_credit_balance).toBe(40);
    expect(me.subscription).toMatchObject({ status: "active", plan_variant: { id: 130 } });
    expect((await ada.ledgerSnapshot()).payments.map((payment) => [payment.reason, payment.amount])).toEqual([
      ["plan", 4_900],
      ["renewal", 4_900],
    ]);
    await ada.expectLedgerToMatchProvider();
    for (let month = 0; month < 2; month += 1) {
      await ada.time({ months: 1 });
      await ada.deliverWebhooks();
    }
    // Renewals of past periods are not excess payments.
    const own = (await ada.ledgerSnapshot()).payments.map((payment) => payment.id);
    const due = await run(suite.store.ports.transactions.read.refunds.due());
    expect([own.length, due.filter((refund) => own.includes(refund.payment_id))]).toEqual([4, []]);
  });

  it("CHG-02 an upgrade is charged as previewed, counts now, and is one charge however often sent", async () => {
    const ada = await subscriber(130);
    await ada.time({ days: 10 });
    await ada.deliverWebhooks();
    const preview = (await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=132&license_id=1")).body
      .data;
    expect(preview).toMatchObject({ kind: "upgrade", credits_gained: 240 });
    expect(preview.credits_returned).toBeGreaterThan(10);
    const order = { plan_variant_id: 132, license_id: 1, setup_intent_id: await ada.setup() };
    const sent = await Promise.all(Array.from({ length: 8 }, () => ada.client.post("/api/subscriptions", order)));
    expect(new Set(sent.map((each) => each.status))).toEqual(new Set([200]));
    expect(sent[0]?.body.data).toMatchObject({
      change: "upgrade",
      subscription: { plan_variant: { id: 132 }, status: "active" },
    });
    const { payments } = await ada.ledgerSnapshot();
    expect(payments.map((payment) => [payment.reason, payment.amount])).toEqual([
      ["plan", 4_900],
      ["change", preview.charge_today],
    ]);
    expect((await ada.me()).current_credit_balance).toBe(20 - preview.credits_returned + 240);
    await ada.deliverWebhooks();
    expect((await ada.me()).current_credit_balance).toBe(20 - preview.credits_returned + 240);
    await ada.expectLedgerToMatchProvider();
    await ada.time({ months: 12 });
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).payments.at(-1)).toMatchObject({ reason: "renewal", amount: 47_000 });
  });

  it("CHG-07 an upgrade that the card refuses gives back what it held, and another card makes it", async () => {
    const ada = await subscriber(130);
    const refused = await ada.change(131, "4000000000000341");
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { code: "payment_declined", message: "Your card was declined." } },
    });
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, subscription: { plan_variant: { id: 130 } } });
    await ada.deliverWebhooks();
    expect((await ada.change(131)).body.data).toMatchObject({
      change: "upgrade",
      subscription: { plan_variant: { id: 131 }, current_credit_balance: 50 },
    });
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 50 });
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-07 an upgrade that the bank asks about waits, holds its credits, and counts once it is paid", async () => {
    const ada = await subscriber(130);
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    const endChallenge = (intent: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    await endChallenge(asks.id);
    const order = { plan_variant_id: 131, license_id: 1, setup_intent_id: asks.id };
    const waiting = await ada.client.post("/api/subscriptions", order);
    expect(waiting).toMatchObject({ status: 402, body: { error: { code: "payment_needs_confirmation" } } });
    expect(await ada.me()).toMatchObject({ current_credit_balance: 0, subscription: { plan_variant: { id: 130 } } });
    // The order waits for the bank, not for PayPal.
    expect(await ada.me()).toMatchObject({ pending_order: { provider: "stripe" } });
    await endChallenge(String(waiting.body.error.client_secret).split("_secret_")[0] ?? "");
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 50, subscription: { plan_variant: { id: 131 } } });
    expect((await ada.client.post("/api/subscriptions", order)).status).toBe(200);
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-08 an upgrade that the bank asks about, and that ends unpaid, leaves a downgrade that waits", async () => {
    const ada = await subscriber(131);
    const scheduled = async () => (await ada.me()).subscription.scheduled_plan_variant?.id;
    expect((await ada.change(130)).body.data.change).toBe("downgrade");
    await ada.deliverWebhooks();
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    const endChallenge = (intent: string, outcome: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: `outcome=${outcome}` });
    await endChallenge(asks.id, "complete");
    const order = { plan_variant_id: 132, license_id: 1, setup_intent_id: asks.id };
    const waiting = await ada.client.post("/api/subscriptions", order);
    expect(waiting.body.error.code).toBe("payment_needs_confirmation");
    await ada.deliverWebhooks();
    expect(await scheduled()).toBe(130);
    await endChallenge(String(waiting.body.error.client_secret).split("_secret_")[0] ?? "", "fail");
    await ada.time({ days: 2 });
    await runIn(suite.store.ports, resumeOrders("all"));
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ pending_order: null });
    expect(await scheduled()).toBe(130);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 130 }, scheduled_plan_variant: null });
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-02 a downgrade waits for the end of the period, and is undone by keeping the plan", async () => {
    const ada = await subscriber(131);
    const changed = await ada.change(130);
    expect(changed.body.data).toMatchObject({
      change: "downgrade",
      subscription: { plan_variant: { id: 131 }, scheduled_plan_variant: { id: 130 } },
    });
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription.scheduled_plan_variant.id).toBe(130);
    const same = await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=131&license_id=1");
    expect(same.body.data).toMatchObject({ kind: "no-change", next_renewal: { price: 4_900 } });
    const kept = await ada.client.post("/api/subscriptions/resume", {});
    expect(kept.body.data.subscription).toMatchObject({ scheduled_plan_variant: null });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 100, subscription: { plan_variant: { id: 131 } } });
    expect((await ada.change(130)).body.data.change).toBe("downgrade");
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({
      current_credit_balance: 120,
      subscription: { plan_variant: { id: 130 }, scheduled_plan_variant: null },
    });
    expect((await ada.ledgerSnapshot()).payments.map((payment) => payment.amount)).toEqual([9_900, 9_900, 4_900]);
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-08 a canceled plan and its credits last to the end of its period; undone, it renews", async () => {
    const ada = await subscriber(130);
    expect((await ada.client.post("/api/subscriptions/cancel", {})).body.data.subscription).toMatchObject({
      cancel_at_period_end: true,
      next_payment_date: null,
      active: true,
    });
    expect((await ada.client.post("/api/subscriptions/resume", {})).body.data.subscription).toMatchObject({
      cancel_at_period_end: false,
    });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await ada.me()).current_credit_balance).toBe(40);
    await ada.client.post("/api/subscriptions/cancel", {});
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription.cancel_at_period_end).toBe(true);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, free_subscriber: true });
    expect((await ada.client.post("/api/subscriptions/cancel", {})).status).toBe(404);
    await ada.expectLedgerToMatchProvider();
    const again = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id: await ada.setup(),
    });
    expect(again.body.data).toMatchObject({ change: null, subscription: { current_credit_balance: 20 } });
  });

  it("CHK-07 a refused renewal keeps its access for seven days; another card within them keeps the plan", async () => {
    const ada = await subscriber(130);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    const upgraded = await ada.change(131);
    expect(upgraded.status).toBe(200);
    const paid = (await ada.ledgerSnapshot()).charged;
    await ada.refuseRenewal();
    const late = (await ada.me()).subscription;
    expect(late).toMatchObject({ status: "past_due", active: true });
    expect(late.grace_ends > suite.store.clock.now()).toBe(true);
    expect((await ada.ledgerSnapshot()).charged).toBe(paid);
    expect(await ada.change(133)).toMatchObject({ status: 409, body: { error: { reason: "invoice_past_due" } } });
    const wrong = await ada.client.post("/api/subscriptions/pay_overdue", {
      setup_intent_id: await ada.setup("4000000000000341"),
    });
    expect(wrong.status).toBe(402);
    expect((await ada.me()).subscription.status).toBe("past_due");
    const saved = await ada.client.post("/api/subscriptions/pay_overdue", { setup_intent_id: await ada.setup() });
    expect(saved.body.data.subscription).toMatchObject({ status: "active", grace_ends: null });
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).charged).toBe(paid + 9_900);
    await ada.expectLedgerToMatchProvider();
  });

  it("CHK-07 a renewal that is never paid ends the plan when the grace is over, without any event", async () => {
    const ada = await subscriber(130);
    await ada.refuseRenewal();
    expect((await ada.me()).subscription.status).toBe("past_due");
    await ada.time({ days: 6 });
    await runIn(suite.store.ports, expireSubscriptions);
    expect((await ada.me()).subscription.status).toBe("past_due");
    await ada.time({ days: 2 });
    await runIn(suite.store.ports, expireSubscriptions);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, free_subscriber: true });
    await ada.deliverWebhooks();
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-08 a renewal that could not be voided with its cancellation is voided later", async () => {
    const proxy = await startFaultyProxy(suite.sandbox.url, /^POST \/v1\/invoices\/[^/]+\/void/, "down");
    const store = await openTestStore(databases, { ...suite.sandbox, url: proxy.url });
    try {
      const ada = await subscribersOf({ sandbox: suite.sandbox, store })(130);
      await ada.refuseRenewal();
      expect((await ada.client.post("/api/subscriptions/cancel", {})).status).toBe(503);
      const open = async () => {
        const headers = { authorization: "Bearer sk_test_dashboard" };
        const answer = await fetch(`${suite.sandbox.url}/v1/invoices?limit=100`, { headers });
        const { data } = (await answer.json()) as { data: { customer: string; status: string }[] };
        return data.filter((each) => each.customer === ada.customer && each.status === "open").length;
      };
      expect(await open()).toBe(1);
      proxy.mend();
      await ada.deliverWebhooks();
      expect(await open()).toBe(0);
      expect((await ada.me()).subscription).toMatchObject({ status: "past_due", cancel_at_period_end: true });
    } finally {
      await store.close();
      proxy.stop();
    }
  });

  it("CHG-08 a plan canceled while it is overdue works until its grace ends, and is never charged", async () => {
    const ada = await subscriber(130);
    await ada.refuseRenewal();
    const { grace_ends } = (await ada.me()).subscription;
    const canceled = await ada.client.post("/api/subscriptions/cancel", {});
    const still = { status: "past_due", active: true, cancel_at_period_end: true, grace_ends };
    expect(canceled.body.data.subscription).toMatchObject({ ...still, next_payment_amount: null });
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject(still);
    expect(await ada.client.post("/api/subscriptions/resume", {})).toMatchObject({
      status: 409,
      body: { error: { reason: "subscription_ended" } },
    });
    const paying = { setup_intent_id: await ada.setup() };
    expect((await ada.client.post("/api/subscriptions/pay_overdue", paying)).status).toBe(409);
    // The store does not ask for a payment that is no longer possible.
    const change = { plan_variant_id: 131, license_id: 1, setup_intent_id: await ada.setup() };
    expect((await ada.client.post("/api/subscriptions", change)).body.error.reason).toBe("subscription_ended");
    await ada.time({ days: 6 });
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, expireSubscriptions);
    expect((await ada.me()).subscription).toMatchObject(still);
    await ada.time({ days: 2 });
    await runIn(suite.store.ports, expireSubscriptions);
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    await ada.time({ months: 2 });
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).charged).toBe(4_900);
    await ada.expectLedgerToMatchProvider();
  });

  it("ORD-06 a payment given back takes its unspent credits along and ends the plan that it had paid", async () => {
    const ada = await subscriber(130);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    const give = (amount: number) =>
      fetch(`${suite.sandbox.url}/v1/refunds`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_dashboard" },
        body: new URLSearchParams({ payment_intent: payment?.provider_reference ?? "", amount: String(amount) }),
      });
    await give(900);
    await ada.deliverWebhooks();
    // 900 of 4,900 cents are worth 3.67 of 20 credits.
    expect(await ada.me()).toMatchObject({ current_credit_balance: 16, subscription: { status: "active" } });
    await give(4_000);
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 0, subscription: null });
    expect((await ada.ledgerSnapshot()).payments).toMatchObject([{ amount: 4_900, refunded: 4_900 }]);
    await ada.deliverWebhooks();
    await ada.expectLedgerToMatchProvider();
    const more = (await give(1)).status;
    expect(more).toBe(400);
  });

  it("CHK-07 events that never came are found by the reconciling, once", async () => {
    const ada = await subscriber(130);
    const since = suite.store.clock.now();
    await ada.time({ months: 1 });
    expect((await ada.me()).current_credit_balance).toBe(20);
    const first = await runIn(suite.store.ports, reconcileEvents(since, "stripe"));
    expect(first.missed).toBeGreaterThan(0);
    expect((await ada.me()).current_credit_balance).toBe(40);
    expect((await runIn(suite.store.ports, reconcileEvents(since, "stripe"))).missed).toBe(0);
    await ada.expectLedgerToMatchProvider();
  });

  it("CHK-07 a job is done by one process at a time, and its failures are counted until it succeeds", async () => {
    const { jobs, leases, records } = suite.store.ports.transactions.read;
    await runIn(suite.store.ports, ensureJobs);
    const taken: Lease[] = [];
    const leaseAll = leaseDueJobs((lease) => Effect.sync(() => taken.push(lease)));
    await Promise.all(Array.from({ length: 6 }, () => runIn(suite.store.ports, leaseAll)));
    expect(new Set(taken.map(({ name }) => name)).size).toBe(taken.length);
    expect(taken.map(({ name }) => name)).toContain("remove-old-carts");
    for (const lease of taken) await run(leases.release(lease));
    const at = (ms: number) => instant(Date.UTC(2050, 0, 1) + ms);
    await run(jobs.ensure(["trial"], at(0)));
    const due = (ms: number) => run(jobs.due(["trial"], at(ms)));
    expect([await due(-1), await due(1)]).toEqual([[], ["trial"]]);
    const lease = { name: "trial", holder: "a", milliseconds: 60_000 };
    await run(leases.take(lease));
    expect(await due(1)).toEqual([]);
    await run(leases.release(lease));
    expect([await run(jobs.begin("trial", at(-1))), await run(jobs.begin("trial", at(0)))]).toEqual([false, true]);
    await run(jobs.finish("trial", at(5_000), "seen"));
    await run(jobs.hasten("trial", at(6_000)));
    expect([await due(4_000), await run(jobs.cursor("trial"))]).toEqual([[], "seen"]);
    for (const count of [1, 2]) {
      await run(jobs.fail("trial", at(6_000), "out of disk"));
      expect(await run(jobs.failures("trial"))).toBe(count);
    }
    expect(await run(records.jobsFailingSince(at(0)))).toMatchObject([{ name: "trial", last_error: "out of disk" }]);
    await run(jobs.finish("trial", at(9_000_000), null));
    expect([await run(jobs.failures("trial")), await run(records.jobsFailingSince(at(0)))]).toEqual([0, []]);
    expect(await run(jobs.cursor("trial"))).toBe("seen");
  });

  const promoCode = (code: string, percent_off: number, months: number, uses_per_account?: number) =>
    createPromoCode(suite.sandbox.url, {
      code,
      percent_off,
      months,
      ...(uses_per_account === undefined ? {} : { uses_per_account }),
    });
  const newcomer = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const { id } = await client.saveCard(suite.sandbox.url, VISA);
    return { client, setup_intent_id: id };
  };

  it("ORD-06 a refund that is received before its renewal comes to the same; a stranger's is ignored", async () => {
    const ada = await subscriber(130);
    await ada.time({ months: 1 });
    const plan = await planAt(ada.customer);
    const { data: invoices } = await provider(`/v1/invoices?subscription=${plan.id}`);
    const renewal = await run(suite.store.ports.providers.stripe.billing.retrieve(plan.id)).then(
      (read) => read?.invoices.at(-1)?.payment_id ?? "",
    );
    expect(invoices).toHaveLength(2);
    await provider("/v1/refunds", { payment_intent: renewal });
    const events = await eventsAt(suite.sandbox.url, ada.customer);
    for (const event of [...events].reverse())
      expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    // The first period keeps its credits, because its payment was not refunded.
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 20 });
    expect((await ada.ledgerSnapshot()).payments.map((payment) => payment.refunded)).toEqual([0, 4_900]);
    const refund = events.find((event) => event.type === "charge.refunded");
    if (refund === undefined) throw new Error("no event of a refund was sent");
    const foreign = {
      ...refund,
      id: "evt_foreign",
      data: { object: { ...refund.data.object, customer: "cus_foreign", payment_intent: "pi_foreign" } },
    };
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, foreign)).toBe(204);
  });

  it("CHK-05 a card that pays the plan says so; once forgotten, another pays, and the last one stays", async () => {
    const { client, setup_intent_id } = await newcomer();
    await client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id });
    type Saved = { readonly id: string; readonly pays_plan: boolean; readonly is_default: boolean };
    const cards = async () => (await client.post("/api/cards", {})).body.data as Saved[];
    const [first] = await cards();
    expect(first).toMatchObject({ pays_plan: true, is_default: true });
    const removeCard = (payment_method_id: string | undefined) =>
      client.post("/api/delete_payment_method", { payment_method_id });
    expect(await removeCard(first?.id)).toMatchObject({
      status: 409,
      body: { error: { reason: "payment_method_in_use" } },
    });
    await client.saveCard(suite.sandbox.url, "5555555555554444");
    const other = (await cards()).find((card) => card.id !== first?.id);
    expect(
      (await client.post("/api/default_payment_method", { payment_method_id: other?.id })).body.data,
    ).toContainEqual(expect.objectContaining({ id: other?.id, is_default: true }));
    expect((await removeCard(first?.id)).body.data).toMatchObject([
      { id: other?.id, pays_plan: true, is_default: true },
    ]);
    expect(await cards()).toMatchObject([{ id: other?.id, pays_plan: true }]);
    const { stripe_customer_token } = (await client.get("/api/users/me")).body.data;
    const body = new URLSearchParams({ customer: stripe_customer_token });
    await fetch(`${suite.sandbox.url}/cards/expire`, { method: "POST", body });
    expect(await client.post("/api/default_payment_method", { payment_method_id: other?.id })).toMatchObject({
      status: 409,
      body: { error: { reason: "card_expired" } },
    });
    const stranger = await newcomer();
    expect((await stranger.client.post("/api/default_payment_method", { payment_method_id: other?.id })).status).toBe(
      403,
    );
  });

  it("DSC-01 a code is checked by its name; an empty one asks for nothing, an unknown one is refused", async () => {
    await promoCode("CHECKED", 10, 2);
    const { client } = await newcomer();
    const check = (code: string) => client.get(`/api/subscriptions/check_discount?discount_code=${code}`);
    expect((await check("CHECKED")).body).toEqual({
      data: { discount: { code: "CHECKED", percent_off: 10, duration_in_months: 2 } },
    });
    expect((await check("")).body).toEqual({ data: { discount: null } });
    const asked = () => requestsAt(suite.sandbox.url);
    const refused = { status: 409, body: { error: { reason: "promo_code_invalid" } } };
    expect(await check("nope")).toMatchObject(refused);
    expect(await asked()).toContain("GET /v1/promotion_codes");
    // The provider is not asked about a malformed code.
    for (const wrong of ["%20..%2F", "a%20b"]) expect(await check(wrong)).toMatchObject(refused);
    expect(await asked()).toEqual([]);
  });

  it("PLN-10 a subscription's answer carries every field that is known of it", async () => {
    const ada = await subscriber(130);
    expect((await ada.me()).subscription).toEqual({
      id: expect.any(String),
      plan_variant: expect.objectContaining({
        id: 130,
        interval: "month",
        recurring_credits: 20,
        plan: { name: "Pro" },
      }),
      license: { id: 1, type: { id: 1, name: "Individual" } },
      active: true,
      status: "active",
      current_credit_balance: 20,
      legacy_current_credit_balance: 0,
      plan_credits: 20,
      current_period_start: expect.any(String),
      current_period_end: expect.any(String),
      period_elapsed: 0,
      next_payment_date: expect.any(String),
      cancel_at_period_end: false,
      scheduled_plan_variant: null,
      grace_ends: null,
      stripe_subscription_token: expect.stringMatching(/^sub_/),
      is_avfx_plus: false,
      is_credit_based_legacy: false,
      churnkey_hmac: null,
      billed_by: "stripe",
      next_payment_amount: 4_900,
      discount: null,
      price_after_discount: null,
    });
  });

  it("DSC-03 a promo code lowers its months at the provider as quoted, no more; invalid ones are refused", async () => {
    await promoCode("TEN", 10, 2);
    await promoCode("LONG", 20, 13);
    const { client, setup_intent_id } = await newcomer();
    const refused = await client.post("/api/subscriptions", {
      plan_variant_id: 132,
      license_id: 1,
      setup_intent_id,
      discount_code: "LONG",
    });
    expect(refused.body.error.message).toContain("longer than 12 months");
    const { body: quote } = await client.get(
      "/api/subscriptions/quote?plan_variant_id=130&license_id=1&discount_code=TEN",
    );
    expect(quote.data).toMatchObject({ total: 4_410, renewal: { price: 4_410 } });
    const placed = await client.post("/api/subscriptions", {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id,
      discount_code: "TEN",
    });
    expect(placed.status).toBe(200);
    const same = (await client.get("/api/subscriptions/change_preview?plan_variant_id=130&license_id=1")).body.data;
    expect(same).toMatchObject({ kind: "no-change", next_renewal: { price: 4_410 } });
    const me = (await client.get("/api/users/me")).body.data;
    for (let month = 0; month < 2; month += 1) await advance(suite.sandbox.url, suite.store, { months: 1 });
    for (const event of await eventsAt(suite.sandbox.url, me.stripe_customer_token))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    const { read } = suite.store.ports.transactions;
    expect((await run(read.payments.ofAccount(me.id))).map((payment) => payment.amount)).toEqual([4_410, 4_410, 4_900]);
    const changed = await client.post("/api/subscriptions", {
      plan_variant_id: 131,
      license_id: 1,
      setup_intent_id: (await client.saveCard(suite.sandbox.url, VISA)).id,
      discount_code: "TEN",
    });
    expect(changed).toMatchObject({ status: 409, body: { error: { reason: "promo_code_invalid" } } });
  });

  it("DSC-02 a promo code counts once an account, or as often as it says", async () => {
    await promoCode("ONCE", 50, 1);
    await promoCode("TWICE", 50, 1, 2);
    const { client } = await newcomer();
    const buy = async (discount_code: string) => {
      const { id } = await client.saveCard(suite.sandbox.url, VISA);
      const order = { plan_variant_id: 130, license_id: 1, setup_intent_id: id, discount_code };
      const placed = await client.post("/api/subscriptions", order);
      if (placed.status !== 200) return placed.body.error;
      // Cancel the plan and let its period end, so that the account can buy a plan again.
      await client.post("/api/subscriptions/cancel", {});
      await advance(suite.sandbox.url, suite.store, { months: 1, days: 1 });
      await runIn(suite.store.ports, expireSubscriptions);
      return placed.status;
    };
    const used = { reason: "promo_code_invalid", message: "You've already used this promo code." };
    expect(await buy("ONCE")).toBe(200);
    expect(await buy("ONCE")).toMatchObject(used);
    const check = (code: string) => client.get(`/api/subscriptions/check_discount?discount_code=${code}`);
    expect((await check("ONCE")).body.error).toMatchObject(used);
    await client.post("/api/users/update_min_license", { license_id: 1 });
    const view = (await client.get("/api/checkout?plan_variant_id=130&discount_code=ONCE")).body.data;
    expect(view).toMatchObject({ discount_code: null, options_error: used.message });
    expect([await buy("TWICE"), await buy("TWICE")]).toEqual([200, 200]);
    expect(await buy("TWICE")).toMatchObject(used);
    const { client: another } = await newcomer();
    const own = await another.get("/api/subscriptions/check_discount?discount_code=ONCE");
    expect(own.body.data.discount).toMatchObject({ code: "ONCE" });
  });

  it("DSC-02 a promo code ignores case, and ends when it was used as often as it may be", async () => {
    await createPromoCode(suite.sandbox.url, { code: "OneUse", percent_off: 50, months: 1, max_uses: 1 });
    const buyers = [await newcomer(), await newcomer()];
    const check = async ({ client }: (typeof buyers)[number], code: string) =>
      (await client.get(`/api/subscriptions/check_discount?discount_code=${code}`)).body;
    for (const code of ["oneuse", "ONEUSE", "OneUse"])
      expect((await check(await newcomer(), code)).data.discount).toMatchObject({ code: "OneUse", percent_off: 50 });
    const answers = await Promise.all(
      buyers.map(({ client, setup_intent_id }) =>
        client.post("/api/subscriptions", {
          plan_variant_id: 130,
          license_id: 1,
          setup_intent_id,
          discount_code: "oneUSE",
        }),
      ),
    );
    // The other order is refused when its code is read, or when it is placed.
    expect([
      [200, 402],
      [200, 409],
    ]).toContainEqual(answers.map((answer) => answer.status).sort());
    expect((await check(await newcomer(), "ONEUSE")).error.reason).toBe("promo_code_invalid");
    const charges = await Promise.all(
      buyers.map(async ({ client }) => {
        const { stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
        return (await chargesAt(suite.sandbox.url, customer)).map((charge) => charge.amount);
      }),
    );
    expect(charges.flat()).toEqual([2_450]);
  });

  for (const [failed, then] of [
    ["4000000000000341", "is declined"],
    ["4000002760003184", "is left at the bank"],
  ] as const)
    it(`DSC-02 a code for one purchase in all is still good after a payment that ${then}`, async () => {
      const discount_code = `LAST${failed.slice(-4)}`;
      await createPromoCode(suite.sandbox.url, { code: discount_code, percent_off: 50, months: 1, max_uses: 1 });
      const ada = await newcomer();
      const plan = { plan_variant_id: 130, license_id: 1, discount_code };
      const { id } = await ada.client.saveCard(suite.sandbox.url, failed);
      await fetch(`${suite.sandbox.url}/3ds/${id}`, { method: "POST", body: "outcome=complete" });
      expect((await ada.client.post("/api/subscriptions", { ...plan, setup_intent_id: id })).status).toBe(402);
      const again = await ada.client.post("/api/subscriptions", { ...plan, setup_intent_id: ada.setup_intent_id });
      expect(again.status).toBe(200);
      const bob = await newcomer();
      const late = await bob.client.post("/api/subscriptions", { ...plan, setup_intent_id: bob.setup_intent_id });
      expect(late.body.error).toMatchObject({ reason: "promo_code_invalid" });
    });

  it("DSC-02 codes of one coupon share its limit", async () => {
    await createPromoCode(suite.sandbox.url, {
      code: "ANNA1",
      percent_off: 50,
      months: 1,
      coupon_uses: 1,
      also: "BEN1",
    });
    const [ada, bob] = [await newcomer(), await newcomer()];
    const buy = ({ client, setup_intent_id }: typeof ada, discount_code: string) =>
      client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id, discount_code });
    expect((await buy(ada, "ANNA1")).status).toBe(200);
    expect((await buy(bob, "BEN1")).body.error).toMatchObject({ reason: "promo_code_invalid" });
  });

  it("DSC-02 of twelve buyers at once, one gets the last use of a code", async () => {
    await createPromoCode(suite.sandbox.url, { code: "ONLYONE", percent_off: 50, months: 1, max_uses: 1 });
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newcomer()));
    const answers = await Promise.all(
      buyers.map(({ client, setup_intent_id }) =>
        client.post("/api/subscriptions", {
          plan_variant_id: 130,
          license_id: 1,
          setup_intent_id,
          discount_code: "ONLYONE",
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("CHK-03 a plan with credits is one order; a code lowers the plan, a refund revokes both", async () => {
    await promoCode("FIFTH", 20, 1);
    const { client, setup_intent_id } = await newcomer();
    const { body: quote } = await client.get(
      "/api/subscriptions/quote?plan_variant_id=130&license_id=1&discount_code=FIFTH&add_on_credits=5",
    );
    expect(quote.data).toMatchObject({ total: 3_920 + 1_500, renewal: { price: 4_900 } });
    const order = {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id,
      discount_code: "FIFTH",
      credit_pack_variant: { credit_pack_variant_id: 5 },
    };
    const placed = await Promise.all([
      client.post("/api/subscriptions", order),
      client.post("/api/subscriptions", order),
    ]);
    for (const each of placed) expect(each.body.data.subscription.current_credit_balance).toBe(25);
    const me = (await client.get("/api/users/me")).body.data;
    expect((await chargesAt(suite.sandbox.url, me.stripe_customer_token)).map((charge) => charge.amount)).toEqual([
      5_420,
    ]);
    const { read } = suite.store.ports.transactions;
    const lots = await run(read.credits.lots(me.id));
    expect(lots.map((lot) => [lot.kind, lot.remaining])).toEqual([
      ["plan", 20],
      ["pack", 5],
    ]);
    const [payment] = await run(read.payments.ofAccount(me.id));
    await fetch(`${suite.sandbox.url}/v1/refunds`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_intent: payment?.provider_reference ?? "" }),
    });
    for (const event of await eventsAt(suite.sandbox.url, me.stripe_customer_token))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    expect((await client.get("/api/users/me")).body.data).toMatchObject({
      current_credit_balance: 0,
      subscription: null,
    });
  });

  const provider = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(`${suite.sandbox.url}${path}`, {
      headers: { authorization: "Bearer sk_test_dashboard" },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire as it comes
    return (await answer.json()) as any;
  };
  const planAt = async (customer: string) =>
    (await provider(`/v1/subscriptions?customer=${customer}&status=all`)).data[0];

  it("CHG-08 an upgrade that fails leaves the cancellation, the downgrade and the card as they were", async () => {
    const ada = await subscriber(131);
    const before = await planAt(ada.customer);
    await ada.change(130);
    expect((await ada.change(132, "4000000000000341")).status).toBe(402);
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription.scheduled_plan_variant).toMatchObject({ id: 130 });
    expect(await planAt(ada.customer)).toMatchObject({
      default_payment_method: before.default_payment_method,
      schedule: expect.stringMatching(/^sub_sched_/),
    });
    await ada.client.post("/api/subscriptions/cancel", {});
    expect((await ada.change(132, "4000000000000341")).status).toBe(402);
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ cancel_at_period_end: true });
    expect(await planAt(ada.customer)).toMatchObject({
      default_payment_method: before.default_payment_method,
      cancel_at_period_end: true,
    });
    expect((await provider(`/v1/invoiceitems?customer=${ada.customer}&pending=true`)).data).toEqual([]);
    expect((await ada.me()).current_credit_balance).toBe(50);
  });

  it("CHG-02 an upgrade takes a cancellation back, at the provider too", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/subscriptions/cancel", {});
    expect((await planAt(ada.customer)).cancel_at_period_end).toBe(true);
    expect((await ada.change(131)).body.data.subscription).toMatchObject({ cancel_at_period_end: false });
    expect((await planAt(ada.customer)).cancel_at_period_end).toBe(false);
  });

  it("CHG-08 a cancellation outdoes an upgrade that waits for the bank, for good", async () => {
    const ada = await subscriber(130);
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const before = await planAt(ada.customer);
    expect(
      (await ada.client.post("/api/subscriptions", { plan_variant_id: 131, license_id: 1, setup_intent_id: asks.id }))
        .status,
    ).toBe(402);
    expect((await planAt(ada.customer)).default_payment_method).toBe(before.default_payment_method);
    expect((await ada.client.post("/api/subscriptions/cancel", {})).body.data.subscription).toMatchObject({
      cancel_at_period_end: true,
      current_credit_balance: 20,
    });
    const invoices: readonly { readonly status: string }[] = (await provider(`/v1/invoices?subscription=${before.id}`))
      .data;
    expect(invoices.map(({ status }) => status).sort()).toEqual(["paid", "void"]);
    await runIn(suite.store.ports, resumeOrders("all"));
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ cancel_at_period_end: true, plan_variant: { id: 130 } });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    await ada.expectLedgerToMatchProvider();
  });

  /** Returns the charge for a change to plan 131, as the gateway receives it. */
  const changeOf = (order_id: string, customer_id: string, reference: string, payment_method_id: string): Charge => ({
    order_id,
    reference: null,
    customer_id,
    payment_method_id,
    attempt: 0,
    return_urls: { return_url: "http://127.0.0.1:1/back", cancel_url: "http://127.0.0.1:1/no" },
    spec: {
      _tag: "plan-change",
      plan: { plan_variant_id: 131, plan_name: "Pro", interval: "month", amount: cents(9_900) },
      due_today: cents(9_800),
      next_billing_at: suite.store.clock.now(),
      tax: NO_TAX,
      subscription_reference: reference,
      unused: cents(100),
      scheduled: null,
      discount: null,
    },
  });

  it("CHG-07 a sum that was left for a change is no payment of it when a renewal picks it up", async () => {
    const ada = await subscriber(130);
    const plan = await planAt(ada.customer);
    const form = {
      customer: ada.customer,
      subscription: plan.id,
      currency: "usd",
      "metadata[order_id]": "left-behind",
    };
    await provider("/v1/invoiceitems", { ...form, amount: "-1000" });
    await ada.time({ months: 1 });
    const { gateway } = suite.store.ports.providers.stripe;
    expect(await run(gateway.find(changeOf("left-behind", ada.customer, plan.id, "pm_1")))).toBeNull();
  });

  it("CHG-02 an upgrade, a downgrade and a cancellation at once are serial, and store and provider agree", async () => {
    const ada = await subscriber(131);
    await fetch(`${suite.sandbox.url}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ delay: 60 }),
    });
    const setups = [await ada.setup(), await ada.setup()];
    const order = (plan_variant_id: number, setup_intent_id: string | undefined) =>
      ada.client.post("/api/subscriptions", { plan_variant_id, license_id: 1, setup_intent_id });
    const answers = await Promise.all([
      order(132, setups[0]),
      order(130, setups[1]),
      ada.client.post("/api/subscriptions/cancel", {}),
    ]);
    await fetch(`${suite.sandbox.url}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ all: "off" }),
    });
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await ada.deliverWebhooks();
    const [mine, theirs] = [(await ada.me()).subscription, await planAt(ada.customer)];
    expect(theirs.items.data[0].price.product).toBe(`plan_${mine.plan_variant.id}`);
    expect(theirs.cancel_at_period_end).toBe(mine.cancel_at_period_end);
    expect(theirs.schedule === null).toBe(mine.scheduled_plan_variant === null);
    expect((await provider(`/v1/invoiceitems?customer=${ada.customer}&pending=true`)).data).toEqual([]);
    await ada.expectLedgerToMatchProvider();
  });

  it("CHG-07 an upgrade by a card that was forgotten meanwhile charges no other", async () => {
    const ada = await subscriber(130);
    const { gateway } = suite.store.ports.providers.stripe;
    const plan = await planAt(ada.customer);
    const change = changeOf(crypto.randomUUID(), ada.customer, plan.id, "pm_forgotten");
    const refused = await run(gateway.capture(change, await run(gateway.create(change))));
    expect(refused).toMatchObject({ _tag: "Canceled", message: expect.stringContaining("card") });
    await run(gateway.finalize(change, "ended"));
    expect((await ada.ledgerSnapshot()).charged).toBe(4_900);
  });

  it("ORD-06 a refund ends the plan at the provider too, however often that has to be tried", async () => {
    const ada = await subscriber(130);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await provider("/v1/refunds", { payment_intent: payment?.provider_reference ?? "" });
    const refunded = (await eventsAt(suite.sandbox.url, ada.customer)).find(
      (event) => event.type === "charge.refunded",
    );
    const payload = JSON.stringify(refunded);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: suite.sandbox.webhookSecret });
    const { ports } = suite.store;
    const { stripe } = ports.providers;
    const cancelNow = () => Effect.fail(new PaymentProviderUnavailable({ cause: "down" }));
    const billing = { ...stripe.billing, cancelNow };
    const down = { ...ports, providers: { ...ports.providers, stripe: { ...stripe, billing } } };
    await runIn(down, handleWebhook("stripe", payload, { "stripe-signature": signature }));
    expect((await planAt(ada.customer)).status).toBe("active");
    await runIn(ports, terminateReplacedSubscriptions);
    expect((await planAt(ada.customer)).status).toBe("canceled");
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
  });

  it("CHK-07 six events in any order, each one to three times, end the same", async () => {
    const orders = ordersOfSix(proofsOn(databases, TEST_SCALE.webhookOrders));
    /**
     * Creates a customer whose first payment succeeded at the bank, but who never returned. The store does not know of
     * the payment yet.
     */
    const away = async () => {
      const client = new TestClient(suite.store.app);
      await client.signUp();
      const asks = await client.saveCard(suite.sandbox.url, "4000002760003184");
      await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
      const waiting = await client.post("/api/subscriptions", {
        plan_variant_id: 130,
        license_id: 1,
        setup_intent_id: asks.id,
      });
      await client.saveCard(suite.sandbox.url, VISA);
      const { stripe_customer_token: customer, id } = (await client.get("/api/users/me")).body.data;
      const cards = (await client.post("/api/cards", {})).body.data as { id: string; card: { last4: string } }[];
      const order = await run(suite.store.ports.transactions.read.orders.openSubscriptionOrder(id));
      const plan = order?.payment_reference ?? "";
      await provider(`/v1/subscriptions/${plan}`, {
        default_payment_method: cards.find((card) => card.card.last4 === "4242")?.id ?? "",
      });
      await fetch(`${suite.sandbox.url}/3ds/${String(waiting.body.error.client_secret).split("_secret_")[0]}`, {
        method: "POST",
        body: "outcome=complete",
      });
      return { client, customer, id };
    };
    const shoppers = [];
    for (const _ of orders) shoppers.push(await away());
    await advance(suite.sandbox.url, suite.store, { months: 1 });
    const events = await eventsAt(suite.sandbox.url);
    const ends = new Set<string>();
    for (const [index, order] of orders.entries()) {
      const shopper = shoppers[index];
      if (shopper === undefined) throw new Error("too few shoppers");
      const own = events.filter((event) => event.data.object.customer === shopper.customer);
      const begun = own.filter((event) =>
        /^(invoice\.paid|payment_intent\.succeeded|customer\.subscription\.created)$/.test(event.type),
      );
      const six = [...begun, ...own.filter((event) => event.type === "customer.subscription.updated").slice(-1)];
      expect(six).toHaveLength(6);
      for (const [place, which] of order.entries()) {
        const event = six[which];
        for (let times = 0; event !== undefined && times <= (place + which) % 3; times += 1) {
          expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
        }
      }
      const { read } = suite.store.ports.transactions;
      const payments = (await run(read.payments.ofAccount(shopper.id))).map((payment) => [
        payment.reason,
        payment.amount,
      ]);
      const entries = (await run(read.credits.entries(shopper.id))).map((entry) => [entry.reason, entry.amount]);
      const me = (await shopper.client.get("/api/users/me")).body.data;
      ends.add(JSON.stringify([payments, entries, me.current_credit_balance, me.subscription.status]));
    }
    expect([...ends]).toEqual([
      JSON.stringify([
        [
          ["plan", 4_900],
          ["renewal", 4_900],
        ],
        [
          ["grant", 20],
          ["grant", 20],
        ],
        40,
        "active",
      ]),
    ]);
  });
});

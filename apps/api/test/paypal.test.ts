import { scenarioDatabases } from "@backlot/testing/databases";
import { expireSubscriptions, reconcileEvents, refundDue, resumeOrders, runDueJobs } from "@backlot/application";
import { cents, instant, message, payerRefusalText } from "@backlot/domain";
import { PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { TEST_SCALE } from "@backlot/testing/scale";
import { chargesAt, createPromoCode, eventsAt, payPalPaymentsAt } from "@backlot/testing/sandbox";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { proofsOn, deliver, useFreshStore } from "@backlot/testing/store";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const run = Effect.runPromise;

describe.each(scenarioDatabases)("PayPal on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const { buyer, orderIn, createShopper, newEvents, send, deliverWebhooks, time, port, referenceOf, captureAt } =
    payPalShoppersOf(suite);

  it("CHK-04 a plan waits for its buyer, opens when they are back, and asks for nothing twice", async () => {
    const ada = await createShopper();
    const asked = await Promise.all(Array.from({ length: 5 }, () => ada.startPayPalPlan(130)));
    expect(new Set(asked.map((each) => each.body.redirect_url)).size).toBe(1);
    expect(await ada.me()).toMatchObject({ subscription: null, pending_order: { provider: "paypal" } });
    const [first] = asked;
    if (first === undefined) throw new Error("nothing was asked");
    const sent = await buyer().approve(first.body.redirect_url);
    expect((await ada.me()).subscription).toBeNull();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.returns(orderIn(sent))));
    for (const each of answers)
      expect(each.body.data).toMatchObject({ kind: "plan", status: "paid", plan_variant_id: 130 });
    expect(await ada.me()).toMatchObject({
      current_credit_balance: 20,
      pending_order: null,
      subscription: { plan_variant: { id: 130 }, stripe_subscription_token: null, status: "active" },
    });
    expect(await ada.ledgerSnapshot()).toMatchObject({
      charged: 4_900,
      recorded: 4_900,
      payments: [{ provider: "paypal", reason: "plan" }],
    });
    await deliverWebhooks();
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 4_900, recorded: 4_900 });
  });

  it("CRD-05 a pack by PayPal: the store's price, its credits once, whoever comes first", async () => {
    const ada = await createShopper();
    const asked = await Promise.all(
      Array.from({ length: proofsOn(databases, TEST_SCALE.doubleSubmits) }, () => ada.pack(23)),
    );
    expect(new Set(asked.map((each) => each.body.redirect_url)).size).toBe(1);
    const url = asked[0]?.body.redirect_url;
    const sent = await buyer().approve(url);
    await Promise.all([deliverWebhooks(), ...Array.from({ length: 5 }, () => ada.returns(orderIn(sent)))]);
    expect((await ada.returns(orderIn(sent))).body.data).toMatchObject({
      kind: "credit-pack",
      status: "paid",
      credits: 23,
    });
    expect((await ada.me()).current_credit_balance).toBe(23);
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 6_785, recorded: 6_785 });
  });

  it("CRD-11 the return page confirms a purchase only where the store knows it", async () => {
    const ada = await createShopper();
    const knows = async (credits: number) =>
      (await ada.client.get(`/api/purchases/credit-pack-variant?purchased_credits=${credits}`)).body.data;
    expect(await knows(20)).toBeNull();
    await ada.pack(20);
    expect(await knows(20)).toBeNull();
    await ada.approveAndReturn(await ada.pack(20));
    expect(await knows(20)).toEqual({ credits: 20 });
    expect(await knows(5_000)).toBeNull();
    await time({ days: 1 / 24 });
    await ada.approveAndReturn(await ada.pack(5));
    // Only the latest purchase is confirmed.
    expect([await knows(20), await knows(5)]).toEqual([null, { credits: 5 }]);
    const eve = await createShopper();
    expect((await eve.client.get("/api/purchases/credit-pack-variant?purchased_credits=20")).body.data).toBeNull();
  });

  it("CHK-04 credits wait in PayPal beside a plan: two agreements of one purchase", async () => {
    const ada = await createShopper();
    const [plan, credits] = [await ada.startPayPalPlan(130), await ada.pack(5)];
    await ada.approveAndReturn(credits);
    await ada.approveAndReturn(plan);
    expect((await ada.me()).current_credit_balance).toBe(25);
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 6_400, recorded: 6_400 });
  });

  it("CHK-04 what is refused or left at PayPal ends the order, charges nothing, and can be asked again", async () => {
    const ada = await createShopper();
    const refused = await ada.approveAndReturn(await ada.startPayPalPlan(130), "insufficient");
    expect(refused.answer.body.data).toMatchObject({ status: "failed", message: expect.stringContaining("PayPal") });
    const pack = await ada.approveAndReturn(await ada.pack(5), "insufficient");
    expect(pack.answer.body.data).toMatchObject({ status: "failed", message: expect.stringContaining("PayPal") });
    const left = await ada.startPayPalPlan(131);
    const sent = await buyer().cancel(left.body.redirect_url);
    expect(sent.searchParams.get("canceled")).toBe("1");
    const given = await ada.client.post("/api/orders/leave", { order_id: orderIn(sent) });
    expect(given.body.data).toMatchObject({ status: "canceled", plan_variant_id: 131 });
    // If it is approved afterwards, in the tab that stayed open, the plan no longer starts.
    await buyer().approve(left.body.redirect_url);
    expect((await ada.returns(orderIn(sent))).body.data).toMatchObject({ status: "canceled" });
    await runIn(suite.store.ports, resumeOrders("all"));
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, pending_order: null });
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 4_900, recorded: 4_900 });
  });

  it("CHK-04 another choice takes the place of an order that waits; by card too", async () => {
    const ada = await createShopper();
    const first = await ada.startPayPalPlan(130);
    const second = await ada.startPayPalPlan(131);
    expect(second.body.redirect_url).not.toBe(first.body.redirect_url);
    await buyer().approve(first.body.redirect_url);
    const { id } = await ada.client.saveCard(suite.sandbox.url, VISA);
    const placed = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 132,
      license_id: 1,
      setup_intent_id: id,
    });
    expect(placed.body.data.subscription).toMatchObject({
      plan_variant: { id: 132 },
      stripe_subscription_token: expect.stringMatching(/^sub_/),
    });
    await buyer().approve(second.body.redirect_url);
    await deliverWebhooks();
    await runIn(suite.store.ports, resumeOrders("all"));
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 132 } });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 0, recorded: 47_000 });
  });

  it("CHK-04 an order that nobody approves in time gives back what it held", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await ada.startPayPalPlan(131);
    const held = await ada.me();
    expect(held.current_credit_balance).toBeLessThan(20);
    expect(held.pending_order).toMatchObject({ id: expect.any(String), provider: "paypal" });
    await runIn(suite.store.ports, resumeOrders("all"));
    expect((await ada.me()).pending_order).toEqual(held.pending_order);
    await time({ days: 1 });
    await runIn(suite.store.ports, resumeOrders("all"));
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, pending_order: null });
  });

  it("LIC-14 Enterprise pays by card alone, by its minimum, its plan or the purchase", async () => {
    const big = await createShopper(3);
    expect(await big.startPayPalPlan(136)).toMatchObject({
      status: 409,
      body: { error: { reason: "payer_unavailable" } },
    });
    expect(await big.pack(5)).toMatchObject({ status: 409, body: { error: { reason: "payer_unavailable" } } });
    const small = await createShopper();
    expect(await small.startPayPalPlan(136, { license_id: 4 })).toMatchObject({
      status: 409,
      body: { error: { reason: "payer_unavailable" } },
    });
  });

  it("LIC-14 CHG-09 a plan that PayPal bills becomes no Enterprise one, for its page and for the API", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(131));
    const enterprise = { license_id: 3 };
    const { body: plans } = await ada.client.get("/api/plan_variants?license_id=3");
    const monthly = plans.filter((each: { interval: string }) => each.interval === "month");
    expect(monthly.length).toBeGreaterThan(0);
    for (const { id } of monthly) {
      const view = (await ada.client.get(`/api/checkout?plan_variant_id=${id}&license_id=3`)).body.data;
      expect(view._tag).toBe("refused");
      expect([
        payerRefusalText("paypal", "no-enterprise", "paypal"),
        payerRefusalText("paypal", "no-downgrade", "paypal"),
      ]).toContain(view.message);
      expect(await ada.startPayPalPlan(id, enterprise)).toMatchObject({
        status: 409,
        body: {
          error: { reason: "payer_unavailable", message: payerRefusalText("paypal", "no-enterprise", "paypal") },
        },
      });
    }
  });

  it("DSC-08 PayPal takes no promo code", async () => {
    await createPromoCode(suite.sandbox.url, { code: "PAYPAL10", percent_off: 10, months: 3 });
    const ada = await createShopper();
    expect(await ada.startPayPalPlan(130, { discount_code: "PAYPAL10" })).toMatchObject({
      status: 409,
      body: {
        error: {
          reason: "promo_code_invalid",
          message: expect.stringContaining("we do not support promo codes with PayPal checkout"),
        },
      },
    });
    expect((await ada.me()).pending_order).toBeNull();
  });

  it("CHK-04 an order of someone else is neither seen, nor finished, nor canceled", async () => {
    const [ada, eve] = [await createShopper(), await createShopper()];
    const asked = await ada.startPayPalPlan(130);
    const sent = await buyer().approve(asked.body.redirect_url);
    for (const path of ["return", "leave"]) {
      expect((await eve.client.post(`/api/orders/${path}`, { order_id: orderIn(sent) })).status).toBe(403);
      expect((await eve.client.post(`/api/orders/${path}`, { order_id: "nothing" })).status).toBe(404);
    }
    expect((await ada.me()).subscription).toBeNull();
    expect((await ada.returns(orderIn(sent))).body.data.status).toBe("paid");
  });

  it("CHK-07 a buyer who never comes back gets what they paid for, by webhook or by recovery", async () => {
    const [ada, eve] = [await createShopper(), await createShopper()];
    await buyer().approve((await ada.pack(5)).body.redirect_url);
    await deliverWebhooks();
    expect((await ada.me()).current_credit_balance).toBe(5);
    await buyer().approve((await eve.startPayPalPlan(130)).body.redirect_url);
    await runIn(suite.store.ports, resumeOrders("all"));
    expect((await eve.me()).subscription).toMatchObject({ plan_variant: { id: 130 } });
  });

  it("CHK-07 a webhook that is not PayPal's own is refused", async () => {
    const answer = await suite.store.app.request("/api/webhooks/paypal", { method: "POST", body: '{"id":"WH-1"}' });
    expect(answer.status).toBe(400);
  });

  it("CHK-07 a webhook of a provider that the store doesn't know is not found", async () => {
    const answers = ["klarna", "Stripe", "toString"].map((name) =>
      suite.store.app.request(`/api/webhooks/${name}`, { method: "POST", body: "{}" }),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    }
  });

  it("CHG-02 CHG-09 keeping a plan that PayPal bills places no order and returns to the subscription", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const before = await ada.ledgerSnapshot();
    const kept = await ada.startPayPalPlan(130, { expected_kind: "no-change", expected_total: 0 });
    expect(kept).toMatchObject({ status: 200, body: { error: null } });
    expect(new URL(kept.body.redirect_url).pathname).toBe("/accounts/subscriptions");
    expect(await ada.ledgerSnapshot()).toEqual(before);
    expect((await ada.me()).pending_order).toBeNull();
  });

  it("CHK-07 periods are paid, granted once, refused, and recovered; reconciling finds what was missed", async () => {
    const ada = await createShopper();
    const { order } = await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const agreement = (await payPalPaymentsAt(suite.sandbox.url)).find((each) => each.custom_id === order);
    for (let month = 0; month < 2; month += 1) await time({ months: 1 });
    const since = instant(0);
    expect((await runIn(suite.store.ports, reconcileEvents(since, "paypal"))).missed).toBeGreaterThan(0);
    expect((await runIn(suite.store.ports, reconcileEvents(since, "paypal"))).missed).toBe(0);
    expect((await ada.me()).current_credit_balance).toBe(60);
    await buyer().setFunding(agreement?.subscription ?? "", "insufficient");
    await time({ months: 1 });
    await deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ status: "past_due", grace_ends: expect.any(String) });
    expect((await ada.me()).current_credit_balance).toBe(60);
    expect(await ada.client.post("/api/subscriptions/pay_overdue", { setup_intent_id: "seti_1" })).toMatchObject({
      status: 409,
      body: { error: { reason: "billed_elsewhere" } },
    });
    await buyer().setFunding(agreement?.subscription ?? "", "ok");
    await time({ days: 6 });
    await runIn(suite.store.ports, reconcileEvents(since, "paypal"));
    expect(await ada.me()).toMatchObject({
      current_credit_balance: 80,
      subscription: { status: "active", grace_ends: null },
    });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 4 * 4_900, recorded: 4 * 4_900 });
    await buyer().setFunding(agreement?.subscription ?? "", "insufficient");
    await time({ months: 1 });
    await deliverWebhooks();
    await time({ days: 8 });
    await runIn(suite.store.ports, expireSubscriptions);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 4 * 4_900, recorded: 4 * 4_900 });
  });

  it("CHG-08 a plan canceled while it is overdue works until its grace ends, and is never charged", async () => {
    const ada = await createShopper();
    const { order } = await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const agreement = (await payPalPaymentsAt(suite.sandbox.url)).find((each) => each.custom_id === order);
    await buyer().setFunding(agreement?.subscription ?? "", "insufficient");
    await time({ months: 1 });
    await deliverWebhooks();
    const { grace_ends } = (await ada.me()).subscription;
    const still = { status: "past_due", cancel_at_period_end: true, grace_ends };
    expect((await ada.client.post("/api/subscriptions/cancel", {})).body.data.subscription).toMatchObject(still);
    await buyer().setFunding(agreement?.subscription ?? "", "ok");
    await time({ days: 6 });
    await deliverWebhooks();
    await runIn(suite.store.ports, expireSubscriptions);
    expect((await ada.me()).subscription).toMatchObject(still);
    expect((await ada.client.post("/api/subscriptions/resume", {})).status).toBe(409);
    await time({ days: 2 });
    await runIn(suite.store.ports, expireSubscriptions);
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 4_900, recorded: 4_900 });
  });

  const agreements = async (order: string) => port().billing.retrieve(await referenceOf(order));
  /** Moves both clocks to some seconds before the end of an account's paid period. */
  const nearEnd = async (account: string, seconds: number): Promise<void> => {
    const stored = await run(suite.store.ports.transactions.read.subscriptions.current(account));
    const now = (await buyer().now()) / 1_000;
    await time({ days: (Date.parse(stored?.subscription.period.end ?? "") / 1_000 - seconds - now) / 86_400 });
  };

  it("CHK-07 money captured while its order was canceled is found, and delivers what it paid for", async () => {
    const ada = await createShopper();
    for (const asked of [await ada.pack(5), await ada.startPayPalPlan(130)]) {
      const order = orderIn(await buyer().approve(asked.body.redirect_url));
      await ada.client.post("/api/orders/leave", { order_id: order });
      await captureAt(order);
      await deliverWebhooks();
      expect((await ada.returns(order)).body.data.status).toBe("paid");
    }
    expect(await ada.me()).toMatchObject({ current_credit_balance: 25, subscription: { plan_variant: { id: 130 } } });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 6_400, recorded: 6_400 });
  });

  it("CHK-07 money that comes beside another plan is written down, and its agreement bills no further", async () => {
    const ada = await createShopper();
    const order = orderIn(await buyer().approve((await ada.startPayPalPlan(130)).body.redirect_url));
    const { id } = await ada.client.saveCard(suite.sandbox.url, VISA);
    await ada.client.post("/api/subscriptions", { plan_variant_id: 131, license_id: 1, setup_intent_id: id });
    await captureAt(order);
    await deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    await time({ months: 2 });
    await deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
    const { payments, charged } = await ada.ledgerSnapshot();
    expect(payments.filter((payment) => payment.provider === "paypal")).toMatchObject([
      { amount: 4_900, subscription_id: null },
    ]);
    expect(charged).toBe(4_900);
    // It opens nothing after the other plan ends, either.
    await ada.client.post("/api/subscriptions/cancel", {});
    await time({ months: 1, days: 1 });
    await runIn(suite.store.ports, expireSubscriptions);
    await ada.returns(order);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
  });

  it("CHG-09 a renewal that was not received yet is recorded before an upgrade, by anybody", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await deliverWebhooks();
    await nearEnd(ada.id, 600);
    const sent = await buyer().approve((await ada.startPayPalPlan(131)).body.redirect_url);
    await time({ days: 1 / 24 });
    expect((await ada.returns(orderIn(sent))).body.data).toMatchObject({
      status: "canceled",
      message: expect.stringContaining("changed"),
    });
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 40, subscription: { plan_variant: { id: 130 } } });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 9_800, recorded: 9_800 });
  });

  it("CHG-09 an upgrade that was paid before a refund was received counts, less its share", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await deliverWebhooks();
    const order = orderIn(await buyer().approve((await ada.startPayPalPlan(131)).body.redirect_url));
    await captureAt(order);
    const [first] = (await ada.ledgerSnapshot()).payments;
    await buyer().refund(first?.provider_reference ?? "");
    for (const event of (await newEvents()).slice(-1)) expect(await send(event)).toBe(204);
    // $49 of the new period's $99 was refunded, and 25 of its 50 credits were revoked.
    expect(await ada.me()).toMatchObject({ subscription: { plan_variant: { id: 131 } }, current_credit_balance: 25 });
    await runIn(suite.store.ports, resumeOrders("all"));
    await deliverWebhooks();
    const { charged, recorded, payments } = await ada.ledgerSnapshot();
    expect(charged).toBe(recorded);
    const byReason = (reason: string) => payments.find((payment) => payment.reason === reason);
    expect(byReason("plan")).toMatchObject({ amount: 4_900, refunded: 4_900 });
    expect(byReason("change")).toMatchObject({ amount: 5_000, refunded: 0 });
  });

  it("ORD-06 time that a refund leaves unused is refunded too, since PayPal keeps no account credit", async () => {
    const ada = await createShopper();
    const { order } = await ada.approveAndReturn(await ada.startPayPalPlan(128));
    await nearEnd(ada.id, 12 * 86_400 + 3_600);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await buyer().refund(payment?.provider_reference ?? "", 950);
    await deliverWebhooks();
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 128 }, status: "active" });
    await buyer().refund(payment?.provider_reference ?? "", 50);
    await deliverWebhooks();
    expect((await ada.me()).subscription).toBeNull();
    await deliverWebhooks();
    const { payments } = await ada.ledgerSnapshot();
    const { start = "", end = "" } = payment?.period ?? {};
    const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
    // 12 days were unused and an hour of another, which counts as a whole one, minus the 49 cents refunded beyond the
    // amount that ended the plan.
    const unused = Math.floor((949 * 13) / days) - 49;
    expect(payments[0]?.refunded).toBe(1_000 + unused);
    expect((await run(await agreements(order)))?.auto_renews).toBe(false);
    expect(await run(suite.store.ports.transactions.read.refunds.unsettled())).toEqual([]);
  });

  it("ORD-06 the store's own refund counts once, however many events of a refund come at once", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(128));
    await deliverWebhooks();
    await time({ days: 10 });
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await buyer().refund(payment?.provider_reference ?? "", 1_000);
    const events = await newEvents();
    await Promise.all([...events, ...events, ...events].map(send));
    for (const each of events) expect(await send(each)).toBe(204);
    await deliverWebhooks();
    await runIn(suite.store.ports, refundDue);
    const at = (await payPalPaymentsAt(suite.sandbox.url)).find((each) => each.id === payment?.provider_reference);
    expect(at?.refunded).toBeGreaterThan(1_000);
    expect((await ada.ledgerSnapshot()).payments[0]?.refunded).toBe(at?.refunded);
  });

  it("ORD-06 a refund that is received before its period comes to the same", async () => {
    const ada = await createShopper();
    const { order } = await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await deliverWebhooks();
    await time({ months: 1 });
    const invoices = (await run(await agreements(order)))?.invoices ?? [];
    await buyer().refund(invoices.at(-1)?.payment_id ?? "");
    for (const event of [...(await newEvents())].reverse()) expect(await send(event)).toBe(204);
    expect((await ada.ledgerSnapshot()).payments.map((payment) => [payment.reason, payment.refunded])).toEqual([
      ["plan", 0],
      ["renewal", 4_900],
    ]);
    // The first period keeps its credits, because its payment was not refunded.
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 20 });
    expect((await run(await agreements(order)))?.auto_renews).toBe(false);
  });

  it("CHG-02 a price that an interrupted change or undo left behind is corrected", async () => {
    const ada = await createShopper();
    const { order } = await ada.approveAndReturn(await ada.startPayPalPlan(131));
    const bills = async () => (await run(await agreements(order)))?.next_invoice_amount;
    const billed = (amount: number) => ({
      plan_variant_id: 131,
      plan_name: "Pro",
      interval: "month" as const,
      amount: cents(amount),
    });
    await run(port().billing.schedulePlan(await referenceOf(order), billed(4_900)));
    await deliverWebhooks();
    expect(await bills()).toBe(9_900);
    await ada.startPayPalPlan(130);
    await deliverWebhooks();
    expect(await bills()).toBe(4_900);
    await run(port().billing.resume(await referenceOf(order), billed(9_900), null));
    await deliverWebhooks();
    expect(await bills()).toBe(4_900);
    await time({ months: 1 });
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 70, subscription: { plan_variant: { id: 130 } } });
  });

  it("CHG-08 what is over can't be kept", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await ada.client.post("/api/subscriptions/cancel", {});
    await time({ months: 1 });
    expect(await ada.client.post("/api/subscriptions/resume", {})).toMatchObject({
      status: 409,
      body: { error: { reason: "subscription_ended" } },
    });
  });

  it("CHG-07 what an upgrade held does not come back to a period that was refunded meanwhile", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const [first] = (await ada.ledgerSnapshot()).payments;
    await nearEnd(ada.id, 20 * 86_400);
    const asked = await ada.startPayPalPlan(131);
    await time({ months: 1 });
    await deliverWebhooks();
    await buyer().refund(first?.provider_reference ?? "");
    await deliverWebhooks();
    const sent = await buyer().cancel(asked.body.redirect_url);
    await ada.client.post("/api/orders/leave", { order_id: orderIn(sent) });
    expect((await ada.me()).current_credit_balance).toBe(20);
  });

  it("LIC-14 a license that has risen since keeps an approved order from being taken", async () => {
    const ada = await createShopper();
    const sent = await buyer().approve((await ada.startPayPalPlan(130)).body.redirect_url);
    await ada.client.post("/api/users/update_min_license", { license_id: 4 });
    expect((await ada.returns(orderIn(sent))).body.data.status).toBe("canceled");
    expect((await ada.ledgerSnapshot()).charged).toBe(0);
    // Credits have another price under a higher license, and an Enterprise license can only pay by card.
    const bea = await createShopper();
    const pack = await buyer().approve((await bea.pack(5)).body.redirect_url);
    await bea.client.post("/api/users/update_min_license", { license_id: 4 });
    expect((await bea.returns(orderIn(pack))).body.data).toMatchObject({
      status: "canceled",
      message: message("price_changed"),
    });
    expect((await bea.ledgerSnapshot()).charged).toBe(0);
  });

  it("CHK-04 LIC-14 credits beside a plan cost what they cost under its license, whichever is paid first", async () => {
    for (const planFirst of [true, false]) {
      const ada = await createShopper();
      const plan = await ada.startPayPalPlan(131, { license_id: 2 });
      const beside = { recurring_credits: 5, plan_id: 131 };
      const ask = (amount: number) => ada.client.post("/api/orders/paypal", { ...beside, amount });
      // Five credits cost more with this plan than for an individual.
      expect(await ask(1_500)).toMatchObject({ status: 409, body: { error: { reason: "price_changed" } } });
      const credits = await ask(2_100);
      for (const asked of planFirst ? [plan, credits] : [credits, plan]) await ada.approveAndReturn(asked);
      expect((await ada.me()).current_credit_balance).toBe(55);
      expect((await ada.ledgerSnapshot()).charged).toBe(9_900 + 2_100);
    }
  });

  it("CHK-06 CRD-05 credits by PayPal cost what their buyer was shown, or nothing is ordered", async () => {
    const ada = await createShopper();
    const ask = (amount: number) => ada.client.post("/api/orders/paypal", { recurring_credits: 5, amount });
    expect(await ask(1_499)).toMatchObject({ status: 409, body: { error: { reason: "price_changed" } } });
    const { read } = suite.store.ports.transactions;
    expect(await run(read.orders.openOneTimeOrdersOf(ada.id))).toEqual([]);
    await ada.approveAndReturn(await ask(1_500));
    expect((await ada.me()).current_credit_balance).toBe(5);
  });

  it("CHK-04 few orders of credits wait for an account at once, and one that waited too long gives way", async () => {
    const ada = await createShopper();
    for (let credits = 1; credits <= 8; credits += 1) await ada.pack(credits);
    const { read } = suite.store.ports.transactions;
    const waiting = async () =>
      (await run(read.orders.openOneTimeOrdersOf(ada.id))).flatMap(({ items }) =>
        items.map((item) => (item.kind === "credit-pack" ? item.credits : 0)),
      );
    expect(await waiting()).toHaveLength(5);
    expect(await waiting()).toContain(8);
    await time({ days: 1 });
    await ada.approveAndReturn(await ada.pack(8));
    expect((await ada.me()).current_credit_balance).toBe(8);
  });

  it("CHG-02 a smaller plan waits for the period's end, can be undone, and asks nobody", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(131));
    const lower = async () => {
      expect((await ada.startPayPalPlan(130)).body.redirect_url).toMatch(/\/\?plan=changed$/);
      await deliverWebhooks();
      expect((await ada.me()).subscription).toMatchObject({
        plan_variant: { id: 131 },
        scheduled_plan_variant: { id: 130 },
      });
    };
    await lower();
    expect(
      (await ada.client.post("/api/subscriptions/resume", {})).body.data.subscription.scheduled_plan_variant,
    ).toBeNull();
    await time({ months: 1 });
    await deliverWebhooks();
    await lower();
    await lower();
    await time({ months: 1 });
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({
      current_credit_balance: 120,
      subscription: { plan_variant: { id: 130 }, scheduled_plan_variant: null },
    });
    expect((await ada.ledgerSnapshot()).payments.map((payment) => payment.amount)).toEqual([9_900, 9_900, 4_900]);
    await ada.approveAndReturn(await ada.startPayPalPlan(132));
    expect(await ada.startPayPalPlan(130)).toMatchObject({
      status: 409,
      body: { error: { reason: "billed_elsewhere" } },
    });
  });

  it("CHG-09 an upgrade that is paid after its plan has ended opens nothing, and bills no further", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await deliverWebhooks();
    await ada.client.post("/api/subscriptions/cancel", {});
    await nearEnd(ada.id, 600);
    const order = orderIn(await buyer().approve((await ada.startPayPalPlan(131)).body.redirect_url));
    await captureAt(order);
    // The plan ends before the store learns of the upgrade's payment.
    await time({ days: 1 / 24 });
    await runIn(suite.store.ports, expireSubscriptions);
    expect((await ada.me()).subscription).toBeNull();
    await runIn(suite.store.ports, resumeOrders("all"));
    await time({ months: 3 });
    await deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    const { charged, recorded, payments } = await ada.ledgerSnapshot();
    expect(payments).toHaveLength(2);
    expect(charged).toBe(recorded);
    expect(payments.map(({ amount, refunded }) => refunded / amount)).toEqual([0, 1]);
    expect(await run(port().billing.retrieve(await referenceOf(order)))).toMatchObject({ auto_renews: false });
  });

  /** Returns the store's ports with a PayPal whose `call` fails. */
  const failingAt = (call: "cancelNow" | "schedulePlan") => {
    const { ports } = suite.store;
    const unavailable = () => Effect.fail(new PaymentProviderUnavailable({ cause: "down" }));
    const paypal = { ...port(), billing: { ...port().billing, [call]: unavailable } };
    return { ...ports, providers: { ...ports.providers, paypal } };
  };

  it("CHG-09 a period that is billed beside the upgrade that replaced it is refunded", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await buyer().approve((await ada.startPayPalPlan(131)).body.redirect_url);
    await runIn(failingAt("cancelNow"), resumeOrders("all"));
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
    await time({ months: 1 });
    await deliverWebhooks();
    const { ports } = suite.store;
    await runIn(ports, runDueJobs);
    await runIn(ports, refundDue);
    const { payments } = await ada.ledgerSnapshot();
    expect(payments.map(({ reason, amount, refunded }) => [reason, amount, refunded])).toEqual(
      expect.arrayContaining([
        ["renewal", 9_900, 0],
        ["renewal", 4_900, 4_900],
      ]),
    );
  });

  it("CHG-09 an upgrade from a card to PayPal ends the card's plan, and is charged once", async () => {
    const ada = await createShopper();
    const { id } = await ada.client.saveCard(suite.sandbox.url, VISA);
    await ada.client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id: id });
    const { stripe_customer_token: customer } = await ada.me();
    const left = await ada.startPayPalPlan(131);
    expect((await ada.me()).current_credit_balance).toBeLessThan(20);
    const sent = await buyer().cancel(left.body.redirect_url);
    await ada.client.post("/api/orders/leave", { order_id: orderIn(sent) });
    expect((await ada.me()).current_credit_balance).toBe(20);
    await ada.approveAndReturn(await ada.startPayPalPlan(131));
    await runIn(suite.store.ports, runDueJobs);
    for (const event of await eventsAt(suite.sandbox.url, customer))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    expect((await ada.me()).subscription).toMatchObject({
      plan_variant: { id: 131 },
      status: "active",
      stripe_subscription_token: null,
    });
    await time({ months: 1 });
    for (const event of await eventsAt(suite.sandbox.url, customer))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    await deliverWebhooks();
    expect((await chargesAt(suite.sandbox.url, customer)).map((charge) => charge.amount)).toEqual([4_900]);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 }, status: "active" });
    const byCard = await ada.client.saveCard(suite.sandbox.url, VISA);
    expect(
      await ada.client.post("/api/subscriptions", { plan_variant_id: 132, license_id: 1, setup_intent_id: byCard.id }),
    ).toMatchObject({
      status: 409,
      body: { error: { reason: "billed_elsewhere" } },
    });
  });

  it("CHG-09 an upgrade agreed to after a renewal is not started: its quote is of the period before", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const asked = await ada.startPayPalPlan(131);
    await time({ months: 1 });
    await deliverWebhooks();
    const { answer } = await ada.approveAndReturn(asked);
    expect(answer.body.data).toMatchObject({ status: "expired", message: expect.stringContaining("closed") });
    expect(await ada.me()).toMatchObject({ current_credit_balance: 40, subscription: { plan_variant: { id: 130 } } });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 9_800, recorded: 9_800 });
  });

  it("ORD-06 a refund at PayPal revokes what was granted; of a plan's running period it ends the plan", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await ada.approveAndReturn(await ada.pack(5));
    const { payments } = await ada.ledgerSnapshot();
    for (const payment of payments) await buyer().refund(payment.provider_reference ?? "");
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    const { read } = suite.store.ports.transactions;
    expect((await run(read.payments.ofAccount(ada.id))).map((payment) => payment.refunded)).toEqual([4_900, 1_500]);
    await time({ months: 2 });
    expect((await ada.ledgerSnapshot()).charged).toBe(6_400);
  });
});

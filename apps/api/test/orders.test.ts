import { makeSmtpMail } from "@backlot/adapters-smtp";
import { scenarioDatabases } from "@backlot/testing/databases";
import { chargeOf, refundDue, resumeOrders, runDueJobs, sendOutbox } from "@backlot/application";
import { instant, releaseHold } from "@backlot/domain";
import { PaymentProviderUnavailable } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { describe, expect, it, vi } from "vitest";
import { TEST_SCALE } from "@backlot/testing/scale";
import { TestClient } from "@backlot/testing/client";
import {
  BY_STAFF,
  SUPPORT_KEY,
  chargesAt,
  createPromoCode,
  endProcessing,
  eventsAt,
  openDispute,
  payPalBuyer,
  requestsAt,
} from "@backlot/testing/sandbox";
import { proofsOn, advance, deliver, useTestStore } from "@backlot/testing/store";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const ASKS_ALWAYS = "4000002760003184";
const run = Effect.runPromise;

describe.each(scenarioDatabases)("an order's life on $kind", (databases) => {
  const suite = useTestStore(databases);
  const ports = () => suite.store.ports;
  const read = () => ports().transactions.read;
  /** Returns the store's requests to the providers since the last call. */
  const requests = () => requestsAt(suite.sandbox.url);
  const finishChallenge = (secret: string) =>
    fetch(`${suite.sandbox.url}/3ds/${secret.split("_secret_")[0]}`, { method: "POST", body: "outcome=complete" });

  it("CHK-07 no provider is asked and no lease is taken inside a transaction", async () => {
    const { providers, cards, mail, transactions } = ports();
    const within = (work: Effect.Effect<unknown, unknown>) =>
      Effect.runPromiseExit(transactions.run(() => work as Effect.Effect<unknown>));
    const since = instant(0);
    await requests();
    const calls: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
      "stripe.events.listEvents": providers.stripe.events.listEvents(since),
      "paypal.events.listEvents": providers.paypal?.events.listEvents(since) ?? Effect.void,
      "stripe.cards.customer": cards.customer("cus_1"),
      "mail.send": mail.send({
        id: "m",
        sender: "Backlot",
        replyTo: "b@example.com",
        to: "a@example.com",
        subject: "s",
        text: "t",
        html: "h",
      }),
      "repositories.leases.take": transactions.read.leases.take({ name: "a", holder: "b", milliseconds: 1_000 }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const exit = await within(call);
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause), name).toContain(`${name} inside a transaction`);
    }
    expect(await requests()).toEqual([]);
    expect(Exit.isSuccess(await Effect.runPromiseExit(providers.stripe.events.listEvents(since)))).toBe(true);
  });

  const createShopper = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const me = async () => (await client.get("/api/users/me")).body.data;
    const { id } = await me();
    const setup = async (card = VISA) => {
      const saved = await client.saveCard(suite.sandbox.url, card);
      if (card === ASKS_ALWAYS) await finishChallenge(saved.id);
      return saved.id;
    };
    const subscribe = async (plan_variant_id: number, setup_intent_id?: string, more: object = {}) =>
      client.post("/api/subscriptions", {
        plan_variant_id,
        license_id: 1,
        setup_intent_id: setup_intent_id ?? (await setup()),
        ...more,
      });
    const open = () => run(read().orders.openSubscriptionOrder(id));
    const deliverAll = async () => {
      const { stripe_customer_token } = await me();
      for (const event of await eventsAt(suite.sandbox.url, stripe_customer_token))
        expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    };
    const inbox = async (): Promise<readonly { readonly subject: string; readonly text: string }[]> => {
      const { email } = await me();
      const all = (await (await fetch(`${suite.sandbox.url}/inbox?to=${email}`)).json()) as {
        subject: string;
        text: string;
      }[];
      return all.filter(({ subject }) => subject !== "Confirm your email address");
    };
    return { client, id, me, setup, subscribe, open, deliverAll, inbox };
  };

  it("CHK-07 an event that says more than its provider does moves no order", async () => {
    const ada = await createShopper();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    const { stripe_customer_token: customer } = await ada.me();
    const object = { id: intent.id, object: "payment_intent", customer, status: "succeeded", amount_received: 1_500 };
    const event = { id: "evt_untrue", type: "payment_intent.succeeded", created: 1, data: { object } };
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    const order = await run(read().orders.byPaymentReference(intent.id));
    expect(order?.status).toEqual({ _tag: "pending" });
    expect((await ada.me()).current_credit_balance).toBe(0);
    expect(await run(read().payments.ofAccount(ada.id))).toEqual([]);
  });

  const promoCode = (code: string, percent_off: number, months: number) =>
    createPromoCode(suite.sandbox.url, { code, percent_off, months });

  it("CRD-05 buying credits cancels no upgrade that waits for the bank, and no plan that waits at PayPal", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    expect((await ada.subscribe(131, await ada.setup(ASKS_ALWAYS))).status).toBe(402);
    const upgrade = await ada.open();
    const bought = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    expect(bought.status).toBe(200);
    expect((await ada.open())?.id).toBe(upgrade?.id);

    const eve = await createShopper();
    await eve.client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id: 130, license_id: 1 });
    const plan = await eve.open();
    expect((await eve.client.post("/api/payment_intent", { recurring_credits: 5 })).status).toBe(200);
    expect((await eve.open())?.id).toBe(plan?.id);
    expect(plan?.status).toEqual({ _tag: "pending" });
  });

  it("CHK-03 equal submits all get the first one's answer: one charge, one order, one grant", async () => {
    const ada = await createShopper();
    const setup = await ada.setup();
    await requests();
    const answers = await Promise.all(
      Array.from({ length: proofsOn(databases, TEST_SCALE.doubleSubmits) }, () => ada.subscribe(130, setup)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.data.subscription.id)).size).toBe(1);
    const asked = await requests();
    expect(asked.filter((each) => each.endsWith("/pay"))).toHaveLength(1);
    expect(asked.filter((each) => each === "POST /v1/subscriptions")).toHaveLength(1);
    const { stripe_customer_token } = await ada.me();
    expect(await chargesAt(suite.sandbox.url, stripe_customer_token)).toHaveLength(1);
    expect((await ada.me()).current_credit_balance).toBe(20);
  });

  it("CHK-07 a webhook does not wait for a leased account: it is handled once the lease is over", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    const waiting = await ada.subscribe(131, await ada.setup(ASKS_ALWAYS));
    await finishChallenge(waiting.body.error.client_secret);
    const { leases, orders } = read();
    const lease = { name: ada.id, holder: "another process", milliseconds: 60_000 };
    expect(await run(leases.take(lease))).toBe(true);
    const before = Date.now();
    await ada.deliverAll();
    // A request waits up to ten seconds. The deliveries together take a fraction of that.
    expect(Date.now() - before).toBeLessThan(9_000);
    expect(await run(leases.release(lease))).toBe(true);
    const known = await run(orders.openChangesOf((await ada.me()).subscription.id));
    for (const order of known) expect(order.status._tag).toBe("pending");
    await runIn(ports(), resumeOrders("all"));
    expect((await ada.me()).subscription.plan_variant.id).toBe(131);
  });

  it("CHK-07 CHG-02 without its lease an upgrade that many continue at once is one charge and one grant", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    const waiting = await ada.subscribe(131, await ada.setup(ASKS_ALWAYS));
    await finishChallenge(waiting.body.error.client_secret);
    const { leases } = read();
    // Grant every lease, as if it had expired while its holder was calling the provider.
    vi.spyOn(leases, "take").mockReturnValue(Effect.succeed(true));
    vi.spyOn(leases, "release").mockReturnValue(Effect.succeed(true));
    await Promise.all([ada.deliverAll(), ...Array.from({ length: 6 }, () => runIn(ports(), resumeOrders("all")))]);
    vi.restoreAllMocks();
    await ada.deliverAll();
    const { subscription, current_credit_balance, stripe_customer_token } = await ada.me();
    const paid = (await run(read().payments.ofAccount(ada.id))).map(({ amount }) => amount);
    const charged = (await chargesAt(suite.sandbox.url, stripe_customer_token)).filter(
      ({ status }) => status === "succeeded",
    );
    expect(subscription.plan_variant.id).toBe(131);
    expect(paid).toHaveLength(2);
    expect(charged.map(({ amount }) => amount).sort()).toEqual([...paid].sort());
    // The new plan's credits, and at most one credit for the old plan's used time.
    expect([50, 51]).toContain(current_credit_balance);
  });

  it("CHK-07 a webhook ends no order of an account that another process has: recovery does, at once", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    const waiting = await ada.subscribe(131, await ada.setup(ASKS_ALWAYS));
    const { leases } = read();
    const lease = { name: ada.id, holder: "another process", milliseconds: 60_000 };
    expect(await run(leases.take(lease))).toBe(true);
    const intent = String(waiting.body.error.client_secret).split("_secret_")[0];
    await fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=fail" });
    await ada.deliverAll();
    expect((await ada.open())?.status._tag).toBe("pending");
    expect(await run(leases.release(lease))).toBe(true);
    await runIn(ports(), resumeOrders("due"));
    expect(await ada.open()).toBeNull();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, subscription: { plan_variant: { id: 130 } } });
  });

  it("DSC-03 with a code for three months every page names the amount that the provider takes next", async () => {
    await promoCode("FILM20", 20, 3);
    const ada = await createShopper();
    await ada.subscribe(130, undefined, { discount_code: "FILM20" });
    const named = [];
    for (let month = 0; month < 4; month += 1) {
      named.push((await ada.me()).subscription.next_payment_amount);
      await advance(suite.sandbox.url, suite.store, { months: 1 });
      await ada.deliverAll();
    }
    const paid = (await run(read().payments.ofAccount(ada.id))).map((payment) => payment.amount);
    expect(paid).toEqual([3_920, 3_920, 3_920, 4_900, 4_900]);
    expect(named).toEqual(paid.slice(1));
    expect((await ada.me()).subscription.discount).toBeNull();
  });

  it("DSC-03 CHG-08 an upgrade that fails leaves the code's later months as they were", async () => {
    await promoCode("LATER20", 20, 3);
    const ada = await createShopper();
    await ada.subscribe(130, undefined, { discount_code: "LATER20" });
    await advance(suite.sandbox.url, suite.store, { days: 3 });
    expect((await ada.subscribe(131, await ada.setup("4000000000000341"))).status).toBe(402);
    expect((await ada.me()).subscription).toMatchObject({ next_payment_amount: 3_920, plan_variant: { id: 130 } });
    for (let month = 0; month < 3; month += 1) {
      await advance(suite.sandbox.url, suite.store, { months: 1 });
      await ada.deliverAll();
    }
    const paid = (await run(read().payments.ofAccount(ada.id))).map((payment) => payment.amount);
    expect(paid).toEqual([3_920, 3_920, 3_920, 4_900]);
  });

  it("CHK-03 a plan by card is three calls to its provider, four with a code; a pack is one or two", async () => {
    await promoCode("COUNTED", 10, 2);
    // Create the product first, which happens once per process.
    await (await createShopper()).subscribe(130);
    const ada = await createShopper();
    const setup = await ada.setup();
    await requests();
    await ada.subscribe(130, setup);
    expect(await requests()).toEqual([
      expect.stringMatching(/^GET \/v1\/setup_intents\//),
      "POST /v1/subscriptions",
      expect.stringMatching(/^POST \/v1\/invoices\/\w+\/pay$/),
    ]);
    const eve = await createShopper();
    const other = await eve.setup();
    await requests();
    await eve.subscribe(130, other, { discount_code: "COUNTED" });
    expect(await requests()).toHaveLength(4);
    await requests();
    const intent = await eve.client.post("/api/payment_intent", { recurring_credits: 5 });
    expect(await requests()).toHaveLength(1);
    const cards = (await eve.client.post("/api/cards", {})).body.data as readonly { readonly id: string }[];
    await requests();
    const payment_method_id = cards[0]?.id;
    await eve.client.post("/api/payment_intent_confirm", { payment_intent_id: intent.body.id, payment_method_id });
    // The card is looked up among the customer's, then the payment is read and confirmed.
    const asked = await requests();
    expect(asked.filter((each) => each.includes("payment_intents"))).toHaveLength(2);
  });

  it("CHK-03 a declined plan is one call more: its invoice is voided", async () => {
    await (await createShopper()).subscribe(130);
    const ada = await createShopper();
    const setup = await ada.setup("4000000000000341");
    await requests();
    expect((await ada.subscribe(130, setup)).status).toBe(402);
    const asked = await requests();
    expect(asked.filter((each) => each.endsWith("/void"))).toHaveLength(1);
    expect(asked.length, asked.join(" ")).toBe(5);
  });

  it("CHG-02 an upgrade by card takes at most eight calls, however often it was changed", async () => {
    // Create products and upgrade prices first, which happens once per process.
    const eve = await createShopper();
    for (const plan of [130, 132, 133]) await eve.subscribe(plan);
    const ada = await createShopper();
    await ada.subscribe(130);
    await ada.subscribe(131);
    await ada.deliverAll();
    const setup = await ada.setup();
    await requests();
    expect((await ada.subscribe(132, setup)).body.data.change).toBe("upgrade");
    const first = (await requests()).length;
    expect(first).toBeLessThanOrEqual(8);
    await ada.deliverAll();
    const again = await ada.setup();
    await requests();
    expect((await ada.subscribe(133, again)).body.data.change).toBe("upgrade");
    expect((await requests()).length).toBeLessThanOrEqual(8);
  });

  it("CHK-07 an event about a period that is known reads nothing at its provider", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    await ada.deliverAll();
    const { stripe_customer_token } = await ada.me();
    const [paid] = (await eventsAt(suite.sandbox.url, stripe_customer_token)).filter(
      (event) => event.type === "invoice.paid",
    );
    if (paid === undefined) throw new Error("no invoice was paid");
    await requests();
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, { ...paid, id: `${paid.id}_again` })).toBe(204);
    expect(await requests()).toEqual([]);
    // A processed event is skipped, and an irrelevant one is only marked.
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, paid)).toBe(204);
    const other = { ...paid, id: `${paid.id}_other`, type: "customer.created" };
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, other)).toBe(204);
    expect(await requests()).toEqual([]);
  });

  it("CHK-03 an order that nobody pays expires with its provider's object, and is not charged afterwards", async () => {
    const ada = await createShopper();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    const start = suite.store.clock.now();
    suite.store.clock.set(instant(Date.parse(start) + 24 * 3_600_000));
    await runIn(ports(), resumeOrders("due"));
    expect((await run(read().orders.byPaymentReference(intent.id)))?.status._tag).toBe("expired");
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const left = await (await fetch(`${suite.sandbox.url}/v1/payment_intents/${intent.id}`, { headers })).json();
    expect(left).toMatchObject({ status: "canceled" });
    suite.store.clock.set(start);
  });

  it("CHK-07 unfulfillable money is refunded by the store itself, and its buyer gets a mail", async () => {
    const ada = await createShopper();
    const buyer = payPalBuyer(suite.sandbox.url);
    const asked = await ada.client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id: 130 });
    const sent = await buyer.approve(asked.body.redirect_url);
    const orderId = sent.searchParams.get("order") ?? "";
    const order = await run(read().orders.get(orderId));
    if (order === null) throw new Error("there is no order");
    // Another plan supersedes it, but the payment arrives anyway.
    await ada.subscribe(131);
    const { paypal } = ports().providers;
    if (paypal === null) throw new Error("the store has no PayPal");
    const charge = await runIn(ports(), chargeOf(order));
    const seen = await run(paypal.gateway.find(charge));
    if (seen === null) throw new Error("the agreement is gone");
    await run(paypal.gateway.capture(charge, seen));
    const back = await ada.client.post("/api/orders/return", { order_id: orderId });
    expect(back.body.data).toMatchObject({ status: "unfulfillable", message: expect.stringContaining("refund") });
    // The waiting page says so, instead of a thank-you for the plan from the other order.
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const waitedAt = (order: string) =>
      app.request(`/checkout/confirming?order=${order}`, { headers: { authorization: `Bearer ${ada.client.token}` } });
    expect(await (await waitedAt(orderId)).text()).toContain("re refunding your payment");
    expect(await (await waitedAt("none")).text()).toContain("You weren&#x27;t charged");
    const [payment] = (await run(read().payments.ofAccount(ada.id))).filter((each) => each.provider === "paypal");
    expect(payment).toMatchObject({ amount: 4_900, refunded: 4_900, subscription_id: null });
    const found = await run(paypal.billing.retrieve(order.payment_reference ?? ""));
    expect(found?.auto_renews).toBe(false);
    // Repeating it causes neither another refund nor another mail. A mail that no server accepts stays pending.
    const unsent = {
      ...ports(),
      mail: makeSmtpMail({ url: "smtp://127.0.0.1:1", from: "shop@example.com", address: "shop@example.com" }),
    };
    expect(await runIn(unsent, sendOutbox)).toBe(0);
    expect(await ada.inbox()).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await runIn(ports(), refundDue);
      await runIn(ports(), sendOutbox);
      await ada.client.post("/api/orders/return", { order_id: orderId });
    }
    expect(await run(read().refunds.unsettled())).toEqual([]);
    // The receipt is that of the plan that superseded it.
    const about = (await ada.inbox()).filter(({ subject }) => !subject.startsWith("Your receipt"));
    expect(about).toMatchObject([{ subject: "We're refunding your payment", text: expect.stringContaining("$49.00") }]);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 }, status: "active" });
  });

  it("CHK-07 a refund that the provider can't make yet stays due, and used account credit comes back", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    const { stripe_customer_token: customer } = await ada.me();
    const [payment] = await run(read().payments.ofAccount(ada.id));
    if (payment === undefined) throw new Error("nothing was paid");
    const refund = {
      id: crypto.randomUUID(),
      cause: "unfulfillable",
      cause_reference: payment.order_id ?? "",
      payment_id: payment.id,
      amount: payment.amount,
      account_credit: payment.amount,
      status: "due",
      provider_reference: null,
      created_at: suite.store.clock.now(),
      applied_at: null,
    } as const;
    await run(read().refunds.enqueue(refund));
    const { stripe } = ports().providers;
    const refunds = { refund: () => Effect.fail(new PaymentProviderUnavailable({ cause: "down" })) };
    const down = { ...ports(), providers: { ...ports().providers, stripe: { ...stripe, refunds } } };
    await runIn(down, refundDue);
    expect(await run(read().refunds.unsettled())).toEqual([{ ...refund, attempted: 4_900 }]);
    const support = new TestClient(suite.store.app);
    support.token = SUPPORT_KEY;
    const { cause, cause_reference, payment_id, amount, account_credit, status, id } = refund;
    expect((await support.get("/api/support/money")).body.data.refunds).toEqual([
      expect.objectContaining({ id, status, cause, cause_reference, payment_id, amount, account_credit }),
    ]);
    expect((await run(ports().cards.customer(customer))).balance).toBe(0);
    await runIn(ports(), refundDue);
    await runIn(ports(), refundDue);
    expect(await run(read().refunds.unsettled())).toEqual([]);
    expect((await run(ports().cards.customer(customer))).balance).toBe(-4_900);
    expect((await run(read().payments.get(payment.id)))?.refunded).toBe(4_900);
  });

  it("CHK-03 CHK-07 a failure that the provider stores under a key ends with the next attempt", async () => {
    // Create the plan's product first, because its key does not belong to the order.
    await (await createShopper()).subscribe(130);
    const ada = await createShopper();
    const setup = await ada.setup();
    const fail = (share: string) =>
      fetch(`${suite.sandbox.url}/faults`, { method: "POST", body: new URLSearchParams({ stored500: share }) });
    await fail("1");
    expect((await ada.subscribe(130, setup)).status).toBe(503);
    await fail("0");
    // The same attempt has the same key, so the provider returns the response that it stored.
    expect((await ada.subscribe(130, setup)).status).toBe(503);
    const order = await ada.open();
    if (order === null) throw new Error("there is no order");
    await run(read().orders.scheduleAttempt(order.id, order.attempts + 1, suite.store.clock.now()));
    expect((await ada.subscribe(130, setup)).body.data.subscription).toMatchObject({ status: "active" });
    const { stripe_customer_token } = await ada.me();
    expect(await chargesAt(suite.sandbox.url, stripe_customer_token)).toHaveLength(1);
  });

  it("CHG-07 a crash between the provider's undoing and ours repeats both, and all comes back", async () => {
    const ada = await createShopper();
    await ada.subscribe(131);
    await ada.subscribe(130);
    const before = await ada.me();
    expect(before.subscription.scheduled_plan_variant).toMatchObject({ id: 130 });
    expect((await ada.subscribe(133, await ada.setup(ASKS_ALWAYS))).status).toBe(402);
    const order = await ada.open();
    if (order === null) throw new Error("no upgrade waits");
    // The change is undone at the provider, but the process dies before it settles.
    const { gateway } = ports().providers.stripe;
    await run(gateway.finalize(await runIn(ports(), chargeOf(order)), "ended"));
    expect((await ada.open())?.status._tag).toBe("pending");
    await runIn(ports(), resumeOrders("all"));
    expect(await ada.open()).toBeNull();
    const after = await ada.me();
    expect(after.current_credit_balance).toBe(before.current_credit_balance);
    expect(after.subscription.scheduled_plan_variant).toMatchObject({ id: 130 });
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const query = `customer=${after.stripe_customer_token}&status=all`;
    const { data } = (await (await fetch(`${suite.sandbox.url}/v1/subscriptions?${query}`, { headers })).json()) as {
      readonly data: readonly { readonly schedule: string | null; readonly metadata: object }[];
    };
    expect(data[0]).toMatchObject({
      schedule: expect.stringMatching(/^sub_sched_/),
      metadata: { order_id: expect.anything() },
    });
  });

  it("CHK-03 CHK-06 what is made at the provider for an order with a charge is paid by nobody", async () => {
    const ada = await createShopper();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    const order = await run(read().orders.byPaymentReference(intent.id));
    if (order === null) throw new Error("there is no order");
    const { stripe } = ports().providers;
    // As if another process had created and saved the order's charge after this one looked for it.
    const made: (string | null)[] = [];
    const gateway: typeof stripe.gateway = {
      ...stripe.gateway,
      find: (charge) => (charge.order_id === order.id ? Effect.succeed(null) : stripe.gateway.find(charge)),
      create: (charge) =>
        Effect.tap(stripe.gateway.create(charge), (state) => Effect.sync(() => void made.push(state.reference))),
    };
    const late = { ...ports(), providers: { ...ports().providers, stripe: { ...stripe, gateway } } };
    await run(read().orders.scheduleAttempt(order.id, order.attempts + 1, suite.store.clock.now()));
    await runIn(late, resumeOrders("all"));
    // Another attempt has its own key, so the provider created another object.
    expect(made).toEqual([expect.stringMatching(/^pi_/)]);
    expect(made).not.toContain(intent.id);
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const statusOf = async (id: string | null | undefined): Promise<string> =>
      (
        (await (await fetch(`${suite.sandbox.url}/v1/payment_intents/${id}`, { headers })).json()) as {
          status: string;
        }
      ).status;
    expect(await statusOf(made[0])).toBe("canceled");
    expect(await statusOf(intent.id)).toBe("requires_payment_method");
    const kept = await run(read().orders.get(order.id));
    expect([kept?.status._tag, kept?.payment_reference]).toEqual(["pending", intent.id]);
    expect(await chargesAt(suite.sandbox.url, (await ada.me()).stripe_customer_token)).toEqual([]);
  });

  /** A card whose payments stay in processing. */
  const SLOW = "4000000000007775";

  it("CHK-07 a payment that its bank works on is not given up nor made again, and counts once it comes", async () => {
    const ada = await createShopper();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    expect((await ada.client.payTyped(suite.sandbox.url, intent, SLOW)).body.status).toBe("processing");
    const bought = { payment_intent: intent.id, is_custom: true, recurring_credits: 5 };
    const record = () => ada.client.post("/api/purchases/credit-pack-variant", bought);
    expect(await record()).toMatchObject({ status: 409, body: { error: { reason: "order_in_progress" } } });
    const order = await run(read().orders.byPaymentReference(intent.id));
    if (order === null) throw new Error("there is no order");
    const statusOf = async () => (await run(read().orders.get(order.id)))?.status._tag;
    // The order has expired, but nothing may cancel it: the bank may still pay.
    const start = suite.store.clock.now();
    suite.store.clock.set(instant(Date.parse(start) + 24 * 3_600_000));
    await runIn(ports(), resumeOrders("due"));
    await ada.deliverAll();
    expect(await statusOf()).toBe("pending");
    suite.store.clock.set(start);
    await endProcessing(suite.sandbox.url, intent.id);
    await ada.deliverAll();
    expect([await statusOf(), (await record()).status]).toEqual(["paid", 200]);
    const { current_credit_balance, stripe_customer_token } = await ada.me();
    expect(current_credit_balance).toBe(5);
    expect(await chargesAt(suite.sandbox.url, stripe_customer_token)).toHaveLength(1);
  });

  it("CHK-07 ORD-06 what the bank works on is decided by the bank, whatever a dispute would end", async () => {
    const ada = await createShopper();
    await ada.subscribe(130);
    const [plan] = await run(read().payments.ofAccount(ada.id));
    if (plan?.provider_reference == null) throw new Error("nothing was paid");
    const pay = async (recurring_credits: number) => {
      const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits });
      await ada.client.payTyped(suite.sandbox.url, intent, SLOW);
      return intent.id as string;
    };
    const [paid, refused] = [await pay(5), await pay(7)];
    await openDispute(suite.sandbox.url, "stripe", plan.provider_reference);
    const opened = (await eventsAt(suite.sandbox.url)).findLast(({ type }) => type === "charge.dispute.created");
    if (opened === undefined) throw new Error("no dispute was opened");
    expect(await deliver(suite.store, suite.sandbox.webhookSecret, opened)).toBe(204);
    expect((await ada.me()).dispute_open).toBe(true);
    const statuses = () =>
      Promise.all([paid, refused].map(async (id) => (await run(read().orders.byPaymentReference(id)))?.status._tag));
    expect(await statuses()).toEqual(["pending", "pending"]);
    await endProcessing(suite.sandbox.url, paid);
    await endProcessing(suite.sandbox.url, refused, "refused");
    await ada.deliverAll();
    expect(await statuses()).toEqual(["paid", "canceled"]);
  });

  it("CHK-03 a plan gives way to no other while its bank works on it, however often it is tried", async () => {
    const ada = await createShopper();
    expect((await ada.subscribe(130, await ada.setup(SLOW))).body.error?.reason).toBe("order_in_progress");
    const first = await ada.open();
    if (first === null) throw new Error("no plan waits");
    const start = suite.store.clock.now();
    // Longer than the time in which another process may still place an order.
    suite.store.clock.set(instant(Date.parse(start) + 10 * 60_000));
    await requests();
    expect((await ada.subscribe(131)).body.error?.reason).toBe("order_in_progress");
    expect(await ada.open()).toMatchObject({ id: first.id });
    const asked = await requests();
    expect(asked.filter((each) => /cancel|void|DELETE/.test(each))).toEqual([]);
    expect(asked.filter((each) => each.startsWith("GET /v1/subscriptions/")).length).toBeLessThanOrEqual(3);
    await ada.deliverAll();
    expect((await ada.me()).subscription).toBeNull();
    suite.store.clock.set(start);
    const [invoice] = await eventsAt(suite.sandbox.url, (await ada.me()).stripe_customer_token).then((events) =>
      events.filter(({ type }) => type === "payment_intent.processing"),
    );
    if (invoice === undefined) throw new Error("no bank works");
    await endProcessing(suite.sandbox.url, invoice.data.object.id);
    await ada.deliverAll();
    expect((await ada.me()).subscription).toMatchObject({ status: "active", plan_variant: { id: 130 } });
    expect(await chargesAt(suite.sandbox.url, (await ada.me()).stripe_customer_token)).toHaveLength(1);
  });

  it("CHK-07 CHK-08 a plan that its bank works on says so, and leads to where its outcome is told", async () => {
    const ada = await createShopper();
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const page = async (path: string) => {
      const answer = await app.request(path, { headers: { authorization: `Bearer ${ada.client.token}` } });
      return { to: answer.headers.get("location"), text: await answer.text() };
    };
    const bankSays = async (outcome?: "refused") => {
      const { stripe_customer_token } = await ada.me();
      const works = (await eventsAt(suite.sandbox.url, stripe_customer_token)).findLast(
        ({ type }) => type === "payment_intent.processing",
      );
      await endProcessing(suite.sandbox.url, works?.data.object.id ?? "", outcome);
      await ada.deliverAll();
    };
    const waits = await ada.subscribe(130, await ada.setup(SLOW));
    const order = (await ada.open())?.id ?? "";
    const message = "We're processing your payment. Wait a moment, then check your orders before you pay again.";
    expect(waits).toMatchObject({ status: 409, body: { error: { order_id: order, message } } });
    const start = suite.store.clock.now();
    suite.store.clock.set(instant(Date.parse(start) + 10 * 60_000));
    expect((await ada.subscribe(131)).body.error).toMatchObject({ reason: "order_in_progress", order_id: order });
    suite.store.clock.set(start);
    expect((await ada.me()).pending_order).toEqual({
      id: order,
      provider: "stripe",
      label: "Pro · 20 credits · monthly · Individual",
      total: 4_900,
      placed_at: start,
    });
    const confirming = `/checkout/confirming?order=${order}`;
    for (const path of ["/accounts/orders", "/accounts/subscriptions"])
      expect((await page(path)).text.includes(`href="${confirming}"`), path).toBe(true);
    expect((await page(confirming)).text).toContain("Confirming your payment");
    await bankSays();
    expect((await page(confirming)).to).toBe("/thank-you");
    // An upgrade that the bank refuses is not mistaken for the running plan.
    const change = await ada.subscribe(131, await ada.setup(SLOW));
    const { order_id } = change.body.error;
    await bankSays("refused");
    const refused = await page(`/checkout/confirming?order=${order_id}`);
    expect([refused.to, refused.text.includes("You weren&#x27;t charged")]).toEqual([null, true]);
    const again = await ada.subscribe(131, await ada.setup(SLOW));
    await bankSays();
    const done = await page(`/checkout/confirming?order=${again.body.error.order_id}`);
    expect(done.to).toBe("/thank-you?change=upgrade");
  });

  it("CHK-07 CHG-08 while a bank works on an upgrade, nothing is asked that it would undo", async () => {
    const ada = await createShopper();
    await ada.subscribe(131);
    expect((await ada.subscribe(133, await ada.setup(SLOW))).body.error?.reason).toBe("order_in_progress");
    const refused = { status: 409, body: { error: { reason: "order_in_progress" } } };
    expect(await ada.client.post("/api/subscriptions/cancel", {})).toMatchObject(refused);
    expect(await ada.subscribe(130)).toMatchObject(refused);
    expect(await ada.client.post("/api/subscriptions/resume", {})).toMatchObject(refused);
    expect((await ada.me()).subscription).toMatchObject({ cancel_at_period_end: false, scheduled_plan_variant: null });
    const { stripe_customer_token } = await ada.me();
    const works = (await eventsAt(suite.sandbox.url, stripe_customer_token)).findLast(
      ({ type }) => type === "payment_intent.processing",
    );
    await endProcessing(suite.sandbox.url, works?.data.object.id ?? "");
    await ada.deliverAll();
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 133 } });
    expect((await ada.client.post("/api/subscriptions/cancel", {})).status).toBe(200);
    expect((await ada.me()).subscription.cancel_at_period_end).toBe(true);
  });

  it("CHK-07 DSC-10 late money for a cart takes its code again, which had gone back", async () => {
    const support = new TestClient(suite.store.app);
    support.token = SUPPORT_KEY;
    const code = `LATE-${databases.kind.toUpperCase()}`;
    await support.call("PUT", "/api/support/codes", { code: { code, value: 700, max_uses: 1 }, ...BY_STAFF });
    const ada = await createShopper();
    const { data } = (await ada.client.get("/api/collections?access=premium&limit=1")).body;
    const { token } = (
      await ada.client.put("/api/orders/shopping_cart", {
        product_ids: [data[0].collection_variants[0].id],
        license: 1,
      })
    ).body;
    expect((await ada.client.put("/api/orders/discount", { token, discount_code: code })).status).toBe(200);
    const { body: intent } = await ada.client.post("/api/payment_intent", { token });
    const order = await run(read().orders.byPaymentReference(intent.id));
    if (order === null) throw new Error("there is no order");
    const uses = () => run(read().discountCodes.uses(code, "nobody"));
    const before = await uses();
    const at = suite.store.clock.now();
    await run(
      ports().transactions.run((repos) =>
        Effect.andThen(
          repos.discountCodes.release(order.id),
          repos.orders.transition(order.id, { _tag: "expired", at }),
        ),
      ),
    );
    expect(await uses()).not.toEqual(before);
    await ada.client.payTyped(suite.sandbox.url, intent, VISA);
    await ada.deliverAll();
    expect((await run(read().orders.get(order.id)))?.status._tag).toBe("paid");
    expect(await uses()).toEqual(before);
    const eve = await createShopper();
    const other = (await eve.client.put("/api/orders/shopping_cart", { product_ids: [], license: 1 })).body.token;
    expect((await eve.client.put("/api/orders/discount", { token: other, discount_code: code })).status).toBe(409);
  });

  it("CHK-07 CHG-07 late money for an upgrade holds the credits again that had come back", async () => {
    const upgrade = async (isLate: boolean) => {
      const ada = await createShopper();
      await ada.subscribe(130);
      const asked = await ada.subscribe(133, await ada.setup(ASKS_ALWAYS));
      expect(asked.status).toBe(402);
      const order = await ada.open();
      if (order === null) throw new Error("no upgrade waits");
      const at = suite.store.clock.now();
      if (isLate)
        await run(
          ports().transactions.run((repos) =>
            Effect.gen(function* () {
              const back = releaseHold(yield* repos.credits.entries(ada.id), order.id, at);
              expect(back).not.toEqual([]);
              yield* repos.credits.post(ada.id, back);
              yield* repos.orders.transition(order.id, { _tag: "expired", at });
            }),
          ),
        );
      await finishChallenge(asked.body.error.client_secret);
      await ada.deliverAll();
      expect((await run(read().orders.get(order.id)))?.status._tag).toBe("paid");
      const { current_credit_balance, subscription } = await ada.me();
      return { current_credit_balance, variant: subscription.plan_variant.id };
    };
    expect(await upgrade(true)).toEqual(await upgrade(false));
  });

  it("CHK-07 late money for a pack that had expired brings its credits", async () => {
    const ada = await createShopper();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    const order = await run(read().orders.byPaymentReference(intent.id));
    if (order === null) throw new Error("there is no order");
    const at = suite.store.clock.now();
    await run(read().orders.transition(order.id, { _tag: "expired", at }));
    const setup = await ada.setup();
    const { customer_id, payment_method_id } = (await run(ports().cards.setupIntent(setup))) ?? {};
    expect(customer_id).toBe((await ada.me()).stripe_customer_token);
    const charge = { ...(await runIn(ports(), chargeOf(order))), payment_method_id: payment_method_id ?? null };
    const seen = await run(ports().providers.stripe.gateway.find(charge));
    if (seen === null) throw new Error("the intent is gone");
    await run(ports().providers.stripe.gateway.capture(charge, seen));
    await ada.deliverAll();
    expect((await ada.me()).current_credit_balance).toBe(5);
    expect((await run(read().orders.get(order.id)))?.status._tag).toBe("paid");
    await runIn(ports(), runDueJobs);
    expect((await ada.me()).current_credit_balance).toBe(5);
  });
});

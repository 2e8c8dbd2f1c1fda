import { reconcileEvents, refundDue, resumeOrders, runDueJobs, sendOutbox } from "@backlot/application";
import { type Provider, cents, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import {
  SUPPORT_KEY,
  closeDispute,
  eventsAt,
  openDispute,
  payPalBuyer,
  payPalPaymentsAt,
  requestsAt,
} from "@backlot/testing/sandbox";
import { advance, deliver, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const DISPUTES_AT_ONCE = "4000000000000259";
/** A premium item, and one that every paid plan includes. */
const PREMIUM = 1_011;
const ESSENTIALS = 1_021;
const run = Effect.runPromise;
const PROVIDERS: readonly Provider[] = ["stripe", "paypal"];

describe.each(scenarioDatabases)("disputes on $kind", (databases) => {
  const suite = useTestStore(databases);
  const url = () => suite.sandbox.url;
  const buyer = () => payPalBuyer(url());
  const ports = () => suite.store.ports;
  const read = () => ports().transactions.read;
  const time = (by: { readonly months?: number; readonly days?: number }) => advance(url(), suite.store, by);

  const delivered = { stripe: new Set<string>(), paypal: 0 };
  /**
   * Returns a function for each event that the store has not received, oldest first. It delivers the event and returns
   * the status.
   */
  const undelivered = async (): Promise<readonly (() => Promise<number>)[]> => {
    const stripe = (await eventsAt(url())).filter((event) => !delivered.stripe.has(event.id));
    for (const event of stripe) delivered.stripe.add(event.id);
    const payPal = (await buyer().deliveredEvents()).slice(delivered.paypal);
    delivered.paypal += payPal.length;
    return [
      ...stripe.map((event) => () => deliver(suite.store, suite.sandbox.webhookSecret, event)),
      ...payPal.map(({ body, headers }) => async () => {
        const init = { method: "POST", body, headers: headers as Record<string, string> };
        return (await suite.store.app.request("/api/webhooks/paypal", init)).status;
      }),
    ];
  };
  const deliverWebhooks = async (order: "as-sent" | "reversed" = "as-sent", times = 1): Promise<void> => {
    const sent = await undelivered();
    for (let round = 0; round < times; round += 1)
      for (const each of order === "as-sent" ? sent : [...sent].reverse()) expect(await each()).toBe(204);
  };

  /** Sends all mail, and returns the texts of a customer's emails about disputes, oldest first. */
  const mailsTo = async ({ id }: { readonly id: string }): Promise<readonly string[]> => {
    await runIn(ports(), sendOutbox);
    const email = (await run(read().accounts.get(id)))?.email ?? "";
    const inbox = (await (await fetch(`${url()}/inbox?to=${encodeURIComponent(email)}`)).json()) as readonly {
      readonly subject: string;
      readonly text: string;
    }[];
    return inbox
      .filter(({ subject }) => /dispute/.test(subject))
      .map(({ text }) => text.replaceAll("\n", " "))
      .reverse();
  };

  /** Creates a customer with a plan of 20 credits, billed by a provider. */
  const subscriber = async (provider: Provider, card = VISA) => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const me = async () => (await client.get("/api/users/me")).body.data;
    const setup = async (number = VISA) => (await client.saveCard(url(), number)).id;
    const startPayPalPlan = (plan_variant_id: number) =>
      client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id, license_id: 1 });
    const payPalPack = (recurring_credits: number) =>
      client.post("/api/orders/paypal", { recurring_credits, is_custom: true });
    const returns = (sent: URL) =>
      client.post("/api/orders/return", { order_id: sent.searchParams.get("order") ?? "" });
    if (provider === "stripe") {
      const order = { plan_variant_id: 130, license_id: 1, setup_intent_id: await setup(card) };
      expect((await client.post("/api/subscriptions", order)).status).toBe(200);
    } else {
      const sent = await buyer().approve((await startPayPalPlan(130)).body.redirect_url);
      expect((await returns(sent)).body.data.status).toBe("paid");
    }
    const { id } = await me();
    const payments = () => run(read().payments.ofAccount(id));
    const dispute = async (at = 0, amount?: number) => {
      const payment = (await payments())[at];
      return openDispute(url(), provider, payment?.provider_reference ?? "", amount);
    };
    const download = async (variant: number) => {
      const { status, body } = await client.get(`/api/variant_downloads/${variant}/download`);
      return status === 200 ? "allowed" : body.error.reason;
    };
    return { client, id, me, setup, startPayPalPlan, payPalPack, returns, payments, dispute, download };
  };

  type Subscriber = Awaited<ReturnType<typeof subscriber>>;

  /** Buys the premium item with credits. */
  const ownPremium = async (ada: Subscriber): Promise<void> => {
    const { body: collection } = await ada.client.get("/api/collections/ground-fire");
    expect((await ada.client.post("/api/purchases/collection", { collection_id: collection.id })).status).toBe(200);
  };

  /** Returns the free item's variants: one for every account, and one that needs a paid plan. */
  const freeVariants = async (ada: Subscriber): Promise<readonly [number, number]> => {
    const { body } = await ada.client.get("/api/collections/grinder-sparks");
    const [small, large] = body.collection_variants;
    return [small.id, large.id];
  };

  /** Returns a request for each way to buy or spend. Sets the cards up first. */
  const purchasesOf = async (ada: Subscriber) => {
    const setup_intent_id = await ada.setup();
    const { client } = ada;
    return [
      () => client.post("/api/subscriptions", { plan_variant_id: 131, license_id: 1, setup_intent_id }),
      () => client.post("/api/payment_intent", { recurring_credits: 5 }),
      () => ada.startPayPalPlan(131),
      () => ada.payPalPack(5),
      () => client.post("/api/purchases/collection", { collection_id: 1 }),
    ];
  };

  it.each(PROVIDERS)(
    "ORD-06 CHK-07 DWN-04 by %s: an open dispute stops purchases and pauses downloads; a won one changes nothing",
    async (provider) => {
      const ada = await subscriber(provider);
      await ownPremium(ada);
      const [small, large] = await freeVariants(ada);
      const variants = [PREMIUM, ESSENTIALS, large, small];
      const downloads = async () => Promise.all(variants.map(ada.download));
      expect(await downloads()).toEqual(["allowed", "allowed", "allowed", "allowed"]);
      const purchases = await purchasesOf(ada);
      const before = await ada.me();
      await deliverWebhooks();

      const dispute = await ada.dispute();
      await deliverWebhooks("as-sent", 2);
      expect(await ada.me()).toEqual({ ...before, dispute_open: true });
      expect(await mailsTo(ada)).toEqual([expect.stringMatching(/your \$49\.00 payment from .* is disputed\./)]);
      const marked = await ada.client.get("/api/receipts");
      expect(marked.body.data.map((receipt: { dispute_open: boolean }) => receipt.dispute_open)).toEqual([true]);
      expect(await downloads()).toEqual(["PaymentDisputed", "PaymentDisputed", "PaymentDisputed", "allowed"]);
      await requestsAt(url());
      for (const buy of purchases)
        expect(await buy()).toMatchObject({
          status: 409,
          body: { error: { reason: "dispute_open", message: expect.stringContaining("support") } },
        });
      expect(await requestsAt(url())).toEqual([]);
      const [payment] = await ada.payments();
      const support = new TestClient(suite.store.app);
      support.token = SUPPORT_KEY;
      const own = { dispute_id: dispute, user_id: ada.id, payment_id: payment?.id, amount: 4_900, provider };
      const listed = (await support.get("/api/support/money")).body.data.disputes;
      expect(listed).toContainEqual({ ...own, opened_at: expect.any(String) });
      // Other customers are not affected.
      const eve = await subscriber(provider);
      expect(await eve.download(ESSENTIALS)).toBe("allowed");

      await closeDispute(url(), provider, dispute, "won");
      await deliverWebhooks("reversed", 2);
      expect(await ada.me()).toEqual(before);
      expect((await mailsTo(ada)).slice(1)).toEqual([
        expect.stringContaining("was settled, and the payment remains valid"),
      ]);
      expect(await downloads()).toEqual(["allowed", "allowed", "allowed", "allowed"]);
      expect(await ada.payments()).toMatchObject([{ refunded: 0, disputed: 0 }]);
      expect(await ada.payPalPack(5)).toMatchObject({ status: 200, body: { error: null } });
    },
  );

  it.each(PROVIDERS)(
    "ORD-06 CRD-09 by %s: a lost dispute revokes what a full refund does, without a call, in any order and once",
    async (provider) => {
      const ada = await subscriber(provider);
      await ownPremium(ada);
      await deliverWebhooks();
      const dispute = await ada.dispute();
      const opened = await undelivered();
      await closeDispute(url(), provider, dispute, "lost");
      await requestsAt(url());
      await deliverWebhooks("reversed");
      expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, dispute_open: false });
      expect(await ada.payments()).toMatchObject([{ amount: 4_900, refunded: 0, disputed: 4_900 }]);
      // The events of its opening arrive last. The dispute is read again and stays lost.
      for (const each of opened) expect(await each()).toBe(204);
      await deliverWebhooks();
      await runIn(ports(), runDueJobs);
      expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, dispute_open: false });
      expect(await run(read().disputes.get(dispute))).toMatchObject({ status: "lost", amount: 4_900 });
      const asked = await requestsAt(url());
      expect(asked.filter((each) => /refund/.test(each) && each.startsWith("POST"))).toEqual([]);
      // The dispute was lost before the first email was sent, so the customer is told only about the loss.
      expect(await mailsTo(ada)).toEqual([expect.stringContaining("was settled, and the money was returned to you")]);
      // The plan is not billed again.
      await time({ months: 2 });
      await deliverWebhooks();
      expect(await ada.payments()).toHaveLength(1);
    },
  );

  it("ORD-06 LIC-13 a part that is lost ends nothing; with a refund of the rest it is the whole payment", async () => {
    const [ada, eve] = [await subscriber("stripe"), await subscriber("paypal")];
    const certificates: string[] = [];
    for (const { client } of [ada, eve]) {
      await client.post("/api/licensee_profiles", {
        license_id: 1,
        first_name: "Ada",
        last_name: "Lens",
        email: "a@b.co",
        address: "1 Mill St",
      });
      certificates.push((await client.post("/api/certificates", undefined)).body.data.number);
    }
    const standing = () =>
      Promise.all(
        certificates.map(async (each) => (await ada.client.get(`/api/certificates/${each}`)).body.data.status),
      );
    await closeDispute(url(), "stripe", await ada.dispute(0, 1_000), "lost");
    await closeDispute(url(), "paypal", await eve.dispute(), "lost", 1_000);
    await deliverWebhooks();
    for (const each of [ada, eve]) {
      expect(await each.payments()).toMatchObject([{ refunded: 0, disputed: 1_000 }]);
      expect((await each.me()).subscription).toMatchObject({ status: "active" });
    }
    expect(await standing()).toEqual(["valid", "valid"]);
    // Nothing is certified while a bank decides.
    const open = await eve.dispute(0, 500);
    await deliverWebhooks();
    expect(await eve.client.post("/api/certificates", undefined)).toMatchObject({
      status: 409,
      body: { error: { reason: "dispute_open" } },
    });
    await closeDispute(url(), "paypal", open, "won");
    await deliverWebhooks();
    expect((await eve.client.post("/api/certificates", undefined)).body.data.number).toBe(certificates[1]);
    const [payment] = await eve.payments();
    await buyer().refund(payment?.provider_reference ?? "", 3_900);
    await deliverWebhooks();
    expect(await eve.payments()).toMatchObject([{ refunded: 3_900, disputed: 1_000 }]);
    expect(await eve.me()).toMatchObject({ current_credit_balance: 0, subscription: null });
    expect(await standing()).toEqual(["valid", "revoked"]);
  });

  it("ORD-06 an inquiry is no news, and a settled dispute says if another one is open", async () => {
    const ada = await subscriber("stripe");
    const [payment] = await ada.payments();
    const inquiry = await fetch(`${url()}/stripe/payments/${payment?.provider_reference}/dispute`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ case: "inquiry" }),
    });
    const { id } = (await inquiry.json()) as { readonly id: string };
    await closeDispute(url(), "stripe", id, "won");
    await deliverWebhooks();
    expect(await mailsTo(ada)).toEqual([]);
    const eve = await subscriber("stripe");
    await time({ months: 1 });
    await deliverWebhooks();
    const [first] = [await eve.dispute(0, 1_000), await eve.dispute(1, 1_000)];
    await deliverWebhooks();
    expect(await mailsTo(eve)).toHaveLength(2);
    await closeDispute(url(), "stripe", first, "won");
    await deliverWebhooks();
    const mails = await mailsTo(eve);
    expect(mails).toHaveLength(3);
    expect(mails[2]).toContain("$10.00 of your $49.00 payment");
    expect(mails[2]).toContain("Another payment is still disputed.");
  });

  it("ORD-06 CRD-05 a lost dispute of a pack takes its credits, and no plan", async () => {
    const ada = await subscriber("paypal");
    await ada.returns(await buyer().approve((await ada.payPalPack(5)).body.redirect_url));
    expect((await ada.me()).current_credit_balance).toBe(25);
    const dispute = await ada.dispute((await ada.payments()).findIndex((each) => each.reason === "pack"));
    await deliverWebhooks();
    expect(await ada.download(ESSENTIALS)).toBe("allowed");
    await closeDispute(url(), "paypal", dispute, "lost");
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, subscription: { status: "active" } });
  });

  it("ORD-06 pending orders are canceled when a dispute opens, and nothing of them is charged", async () => {
    const ada = await subscriber("stripe");
    const pack = await ada.payPalPack(5);
    const intent = (await ada.client.post("/api/payment_intent", { recurring_credits: 6 })).body;
    await ada.dispute();
    await deliverWebhooks();
    const approved = await buyer().approve(pack.body.redirect_url);
    const words = expect.stringContaining("disputed");
    expect((await ada.returns(approved)).body.data).toMatchObject({ status: "canceled", message: words });
    const order = approved.searchParams.get("order") ?? "";
    expect((await run(read().orders.get(order)))?.status).toMatchObject({ _tag: "canceled", message: "dispute_open" });
    const confirm = { payment_intent_id: intent.id, payment_method_id: "pm_card_visa" };
    expect(await ada.client.post("/api/payment_intent_confirm", confirm)).toMatchObject({
      status: 409,
      body: { error: { reason: "dispute_open" } },
    });
    await runIn(ports(), resumeOrders("all"));
    expect((await payPalPaymentsAt(url())).filter((each) => each.custom_id === order)).toEqual([]);
    expect((await ada.me()).current_credit_balance).toBe(20);
  });

  it("ORD-06 CHG-07 an upgrade that waits at PayPal gives back what it held when a dispute opens", async () => {
    const ada = await subscriber("paypal");
    const approve = (await ada.startPayPalPlan(131)).body.redirect_url;
    const waiting = await ada.me();
    expect(waiting.current_credit_balance).toBeLessThan(20);
    const dispute = await ada.dispute();
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ current_credit_balance: 20, pending_order: null });
    const sent = await buyer().approve(approve);
    expect((await ada.returns(sent)).body.data).toMatchObject({ kind: "plan-change", status: "canceled" });
    await closeDispute(url(), "paypal", dispute, "won");
    await deliverWebhooks();
    expect(await ada.startPayPalPlan(131)).toMatchObject({ status: 200, body: { error: null } });
  });

  it("ORD-06 an order that was paid meanwhile is settled, and recovery cancels one without an event", async () => {
    const ada = await subscriber("paypal");
    const [payment] = await ada.payments();
    const paid = (await ada.client.post("/api/payment_intent", { recurring_credits: 5 })).body;
    const waiting = await ada.payPalPack(7);
    // The dispute is known before the order's payment is.
    await run(
      read().disputes.save({
        id: "PP-R-DIRECT",
        provider: "paypal",
        user_id: ada.id,
        payment_id: payment?.id ?? "",
        amount: cents(4_900),
        status: "open",
        opened_at: suite.store.clock.now(),
        closed_at: null,
      }),
    );
    const confirmed = await fetch(`${url()}/v1/payment_intents/${paid.id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_method: "pm_card_visa" }),
    });
    expect(confirmed.status).toBe(200);
    const approved = await buyer().approve(waiting.body.redirect_url);
    await runIn(ports(), resumeOrders("all"));
    expect((await ada.me()).current_credit_balance).toBe(25);
    expect((await ada.returns(approved)).body.data).toMatchObject({ status: "canceled" });
  });

  it.each(PROVIDERS)(
    "CHK-07 ORD-06 by %s: a dispute without a webhook is found by reconciling, once",
    async (provider) => {
      const ada = await subscriber(provider);
      const dispute = await ada.dispute();
      expect((await ada.me()).dispute_open).toBe(false);
      const since = instant(0);
      expect((await runIn(ports(), reconcileEvents(since, provider))).missed).toBeGreaterThan(0);
      expect((await ada.me()).dispute_open).toBe(true);
      await closeDispute(url(), provider, dispute, "lost");
      expect((await runIn(ports(), reconcileEvents(since, provider))).missed).toBeGreaterThan(0);
      expect(await ada.me()).toMatchObject({ dispute_open: false, subscription: null, current_credit_balance: 0 });
      // The cancellation at the provider sends one more event. After that, there is nothing left to find.
      await runIn(ports(), reconcileEvents(since, provider));
      expect((await runIn(ports(), reconcileEvents(since, provider))).missed).toBe(0);
    },
  );

  it("ORD-06 a renewal's dispute whose event is the first finds it; renewals go on meanwhile", async () => {
    const ada = await subscriber("stripe");
    await ownPremium(ada);
    await deliverWebhooks();
    const first = await ada.dispute();
    await deliverWebhooks();
    expect(await Promise.all([PREMIUM, ESSENTIALS].map(ada.download))).toEqual(["PaymentDisputed", "PaymentDisputed"]);
    await time({ months: 1 });
    await deliverWebhooks();
    // The payment for the current period is not disputed.
    expect(await Promise.all([PREMIUM, ESSENTIALS].map(ada.download))).toEqual(["PaymentDisputed", "allowed"]);
    expect(await ada.me()).toMatchObject({ dispute_open: true, subscription: { status: "active" } });
    await closeDispute(url(), "stripe", first, "won");
    await deliverWebhooks();
    await time({ months: 1 });
    const stored = await run(read().subscriptions.current(ada.id));
    const at = await run(ports().providers.stripe.billing.retrieve(stored?.provider_subscription_id ?? ""));
    const known = (await ada.payments()).map((each) => each.provider_reference);
    const unknown = at?.invoices.map((each) => each.payment_id ?? "").find((each) => !known.includes(each));
    const dispute = await openDispute(url(), "stripe", unknown ?? "");
    await deliverWebhooks("reversed");
    expect((await ada.me()).dispute_open).toBe(true);
    expect(await run(read().disputes.get(dispute))).toMatchObject({ status: "open", user_id: ada.id });
    expect(await ada.payments()).toHaveLength(3);
  });

  it("ORD-06 a due refund of a disputed payment waits, and gives back only what was not lost", async () => {
    const [won, part, whole] = [await subscriber("stripe"), await subscriber("paypal"), await subscriber("stripe")];
    const refundOf = async (ada: Subscriber) => {
      const [payment] = await ada.payments();
      await run(
        read().refunds.enqueue({
          id: `refund-of-${ada.id}`,
          cause: "unfulfillable",
          cause_reference: ada.id,
          payment_id: payment?.id ?? "",
          amount: cents(4_900),
          account_credit: cents(0),
          status: "due",
          provider_reference: null,
          created_at: suite.store.clock.now(),
          applied_at: null,
        }),
      );
    };
    const disputes = [await won.dispute(), await part.dispute(), await whole.dispute()] as const;
    await deliverWebhooks();
    for (const each of [won, part, whole]) await refundOf(each);
    expect(await runIn(ports(), refundDue)).toBe(0);
    expect(await run(read().refunds.due())).toHaveLength(3);
    await closeDispute(url(), "stripe", disputes[0], "won");
    await closeDispute(url(), "paypal", disputes[1], "lost", 1_000);
    await closeDispute(url(), "stripe", disputes[2], "lost");
    await requestsAt(url());
    await deliverWebhooks();
    await runIn(ports(), refundDue);
    expect(await run(read().refunds.unsettled())).toEqual([]);
    const asked = (await requestsAt(url())).filter((each) => each.startsWith("POST") && each.includes("refund"));
    expect(asked).toHaveLength(2);
    expect(await won.payments()).toMatchObject([{ refunded: 4_900, disputed: 0 }]);
    expect(await part.payments()).toMatchObject([{ refunded: 3_900, disputed: 1_000 }]);
    expect(await whole.payments()).toMatchObject([{ refunded: 0, disputed: 4_900 }]);
    await deliverWebhooks();
    for (const each of [won, part, whole])
      expect(await each.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
  });

  it("ORD-06 a card whose holder disputes at once, and a dispute of a stranger's payment", async () => {
    const ada = await subscriber("stripe", DISPUTES_AT_ONCE);
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({ dispute_open: true, subscription: { status: "active" } });
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const body = new URLSearchParams({
      amount: "900",
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: "true",
    });
    const foreign = await (await fetch(`${url()}/v1/payment_intents`, { method: "POST", headers, body })).json();
    const dispute = await openDispute(url(), "stripe", (foreign as { readonly id: string }).id);
    await deliverWebhooks();
    expect(await run(read().disputes.get(dispute))).toBeNull();
  });
});

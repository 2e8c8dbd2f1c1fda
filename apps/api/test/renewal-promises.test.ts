import { checkEndedPeriods, expireSubscriptions, resumeOrders, runDueJobs } from "@backlot/application";
import { type Instant, cents, epochMs, instant, instantOf } from "@backlot/domain";
import { checkupsOf } from "@backlot/testing/checkup";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { runIn } from "@backlot/testing/ports";
import { SUPPORT_KEY, createPromoCode } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const HOUR = 3_600_000;
const ASKS_THE_BANK = "4000002760003184";
const VISA = "4242424242424242";

/** Returns the shared helpers of the tests for a store's promises. */
const promisesOf = (suite: ReturnType<typeof useFreshStore>) => {
  const subscriber = subscribersOf(suite);
  const later = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
  const goTo = (to: Instant) => advance(suite.sandbox.url, suite.store, { to });

  type Subscriber = Awaited<ReturnType<typeof subscriber>>;
  const periodEnd = async (of: Subscriber): Promise<Instant> =>
    instantOf((await of.me()).subscription.current_period_end);
  const amounts = async (of: Subscriber) => (await of.ledgerSnapshot()).payments.map(({ amount }) => amount);

  const subscriptionOf = async (of: Subscriber): Promise<string> => {
    const current = await Effect.runPromise(suite.store.ports.transactions.read.subscriptions.current(of.id));
    return current?.provider_subscription_id ?? "";
  };

  /** Places an upgrade whose payment the bank wants confirmed, and leaves the buyer at the bank. */
  const leaveAtBank = async (of: Subscriber, plan_variant_id: number, license_id = 1): Promise<void> => {
    const asks = await of.client.saveCard(suite.sandbox.url, ASKS_THE_BANK);
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const waiting = await of.client.post("/api/subscriptions", {
      plan_variant_id,
      license_id,
      setup_intent_id: asks.id,
    });
    expect(waiting.body.error.code).toBe("payment_needs_confirmation");
  };

  /** Lets hours pass with the store running: its jobs run every quarter of an hour, and webhooks arrive. */
  const live = async (of: Subscriber, hours: number): Promise<void> => {
    for (let quarter = 0; quarter < hours * 4; quarter += 1) {
      await goTo(later(suite.store.clock.now(), HOUR / 4));
      await runIn(suite.store.ports, runDueJobs);
      await of.deliverWebhooks();
    }
  };

  /** Lets the period end while the store is down, and then starts it again. */
  const sleepOver = async (of: Subscriber): Promise<void> => {
    await goTo(later(suite.store.clock.now(), 6 * HOUR));
    await runIn(suite.store.ports, resumeOrders("all"));
    await of.deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    await of.deliverWebhooks();
  };
  const payments = async (of: Subscriber) =>
    (await of.ledgerSnapshot()).payments.map(({ amount, refunded }) => [amount, refunded]);
  const receiptOf = async (of: Subscriber) => (await of.client.get("/api/receipts")).body.data[0];
  return {
    subscriber,
    later,
    goTo,
    periodEnd,
    amounts,
    subscriptionOf,
    leaveAtBank,
    live,
    sleepOver,
    payments,
    receiptOf,
  };
};

describe.each(scenarioDatabases)("what renews after an order that was not paid, on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const payPal = payPalShoppersOf(suite);
  const {
    subscriber,
    later,
    goTo,
    periodEnd,
    amounts,
    subscriptionOf,
    leaveAtBank,
    live,
    sleepOver,
    payments,
    receiptOf,
  } = promisesOf(suite);

  it("CHG-08 a smaller plan that was chosen is billed, though an upgrade waits at the bank", async () => {
    const ada = await subscriber(131);
    await ada.change(128);
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    expect((await ada.me()).subscription.next_payment_amount).toBe(1_900);
    await leaveAtBank(ada, 132);
    await live(ada, 6);
    expect(await amounts(ada)).toEqual([9_900, 1_900]);
    expect((await ada.me()).subscription.plan_variant.id).toBe(128);
    expect((await ada.me()).pending_order).toBeNull();
  });

  it("DSC-03 CHG-08 a code lowers what it was promised to lower, though an upgrade waits at the bank", async () => {
    await createPromoCode(suite.sandbox.url, { code: "FILM3", percent_off: 20, months: 3 });
    const ada = await subscriber(130, VISA, 1, { discount_code: "FILM3" });
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 131);
    await live(ada, 6);
    expect(await amounts(ada)).toEqual([3_920, 3_920]);
    for (let month = 0; month < 2; month += 1) {
      await ada.time({ months: 1 });
      await ada.deliverWebhooks();
    }
    expect(await amounts(ada)).toEqual([3_920, 3_920, 3_920, 4_900]);
  });

  it("CHG-03 CHG-08 a license that was raised for the next period is billed, though an upgrade waits", async () => {
    const ada = await subscriber(136, VISA, 3);
    await ada.change(136, VISA, 4);
    const promised = (await ada.me()).subscription.next_payment_amount;
    expect(promised).toBe(24_750);
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 138, 3);
    await live(ada, 6);
    expect(await amounts(ada)).toEqual([16_830, promised]);
  });

  it("CHG-03 DSC-03 a license that is raised at the same price ends the code, as its owner was told", async () => {
    await createPromoCode(suite.sandbox.url, { code: "SAME3", percent_off: 20, months: 3 });
    const ada = await subscriber(131, VISA, 1, { discount_code: "SAME3" });
    await ada.change(131, VISA, 2);
    expect((await ada.me()).subscription.next_payment_amount).toBe(9_900);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await amounts(ada)).toEqual([7_920, 9_900]);
    expect((await ada.me()).subscription.license.id).toBe(2);
  });

  it("DSC-03 CHG-08 a code's period that was billed in full, with the store down, is given back in part", async () => {
    await createPromoCode(suite.sandbox.url, { code: "DOWN3", percent_off: 20, months: 3 });
    const ada = await subscriber(130, VISA, 1, { discount_code: "DOWN3" });
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 131);
    await sleepOver(ada);
    expect(await payments(ada)).toEqual([
      [3_920, 0],
      [4_900, 980],
    ]);
    expect(await ada.me()).toMatchObject({
      current_credit_balance: 40,
      subscription: { plan_variant: { id: 130 }, next_payment_amount: 3_920 },
    });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await amounts(ada)).toEqual([3_920, 4_900, 3_920, 4_900]);
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
    // The refund of the excess leaves the period its whole price.
    const [, renewal] = (await ada.ledgerSnapshot()).payments;
    expect(await ada.refund(renewal ?? { provider_reference: null })).toBe(200);
    await ada.deliverWebhooks();
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
  });

  it("CHG-03 CHG-08 a smaller plan that was chosen runs, though the larger one was billed meanwhile", async () => {
    const ada = await subscriber(131);
    await ada.change(128);
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 132);
    await sleepOver(ada);
    expect(await payments(ada)).toEqual([
      [9_900, 0],
      [9_900, 8_000],
    ]);
    expect(await ada.me()).toMatchObject({
      subscription: { plan_variant: { id: 128 }, scheduled_plan_variant: null, next_payment_amount: 1_900 },
    });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await amounts(ada)).at(-1)).toBe(1_900);
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
  });

  it("CHG-07 CLI-02 a renewal that took the credit of a half-made upgrade is listed for support", async () => {
    const ada = await subscriber(130);
    // The provider went down between the two calls of an upgrade, and the store with it.
    await fetch(`${suite.sandbox.url}/v1/invoiceitems`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({
        customer: ada.customer,
        subscription: await subscriptionOf(ada),
        amount: "-245",
        currency: "usd",
        description: "Credit for your previous plan",
      }),
    });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await amounts(ada)).toEqual([4_900, 4_655]);
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const { mismatched } = (await staff.get("/api/support/money")).body.data;
    expect(mismatched).toMatchObject([{ user_id: ada.id, order_id: null, quoted: 4_900, amount: 4_655 }]);
  });

  it("DSC-03 ORD-06 the receipt of a renewal names the discount, as the first one does", async () => {
    await createPromoCode(suite.sandbox.url, { code: "NAMED3", percent_off: 20, months: 3 });
    const ada = await subscriber(130, VISA, 1, { discount_code: "NAMED3" });
    const first = await receiptOf(ada);
    expect(first).toMatchObject({ subtotal: 4_900, discounts: [{ label: "NAMED3", amount: 980 }], total: 3_920 });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    const { lines, subtotal, discounts, total } = await receiptOf(ada);
    expect({ lines, subtotal, discounts, total }).toEqual({
      lines: first.lines,
      subtotal: first.subtotal,
      discounts: first.discounts,
      total: first.total,
    });
  });

  it("CHG-03 CHG-08 a period billed without the raise leaves the license, and the next one has it", async () => {
    const ada = await subscriber(136, VISA, 3);
    await ada.change(136, VISA, 4);
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 138, 3);
    // The store was down for the night in which the period ended.
    await goTo(later(suite.store.clock.now(), 6 * HOUR));
    await runIn(suite.store.ports, resumeOrders("all"));
    await ada.deliverWebhooks();
    expect(await amounts(ada)).toEqual([16_830, 16_830]);
    expect((await ada.me()).subscription).toMatchObject({
      license: { id: 3 },
      scheduled_plan_variant: { license_id: 4 },
      next_payment_amount: 24_750,
    });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await amounts(ada)).at(-1)).toBe(24_750);
    expect((await ada.me()).subscription.license.id).toBe(4);
  });

  it("CHK-07 an agreement that was canceled at PayPal, without a word, ends the plan with its period", async () => {
    const eve = await payPal.createShopper();
    const { order } = await eve.approveAndReturn(await eve.startPayPalPlan(130));
    await Effect.runPromise(payPal.port().billing.cancelNow(await payPal.referenceOf(order)));
    const end = instantOf((await eve.me()).subscription.current_period_end);
    await goTo(later(end, HOUR));
    await runIn(suite.store.ports, checkEndedPeriods);
    expect((await eve.me()).subscription).toMatchObject({ active: true, cancel_at_period_end: false });
    await goTo(later(end, 3 * HOUR));
    await runIn(suite.store.ports, checkEndedPeriods);
    await runIn(suite.store.ports, expireSubscriptions);
    expect(await eve.me()).toMatchObject({ subscription: null, current_credit_balance: 0, free_subscriber: true });
  });

  it("CHK-07 a renewal whose event never came is recorded soon after the period's end", async () => {
    const ada = await subscriber(130);
    await goTo(later(await periodEnd(ada), 3 * HOUR));
    await runIn(suite.store.ports, checkEndedPeriods);
    expect(await amounts(ada)).toEqual([4_900, 4_900]);
    // It isn't checked again and again: its next period has begun.
    expect(await runIn(suite.store.ports, checkEndedPeriods)).toBe(0);
  });

  for (const [plan, bought, note, days] of [
    [130, "2029-05-31", "the 30th of each month", ["2029-06-30", "2029-07-30", "2029-08-30"]],
    [130, "2032-01-31", "the 29th of each month", ["2032-02-29", "2032-03-29", "2032-04-29"]],
    [132, "2036-02-29", "February 28th of each year", ["2037-02-28", "2038-02-28"]],
  ] as const)
    it(`CHK-04 CHK-07 PayPal bills plan ${plan} of ${bought} on the days that its checkout names`, async () => {
      await goTo(instantOf(`${bought}T10:00:00Z`));
      const eve = await payPal.createShopper();
      const page = `/api/checkout?plan_variant_id=${plan}&license_id=1&license_chosen=true`;
      expect((await eve.client.get(page)).body.data.ways[1].note).toBe(`With PayPal, this plan renews on ${note}.`);
      await eve.approveAndReturn(await eve.startPayPalPlan(plan));
      for (const day of days) {
        const { next_payment_date } = (await eve.me()).subscription;
        expect(next_payment_date.slice(0, 10)).toBe(day);
        await goTo(later(next_payment_date, 3 * HOUR));
        await payPal.deliverWebhooks();
        expect((await eve.ledgerSnapshot()).payments.at(-1)?.at.slice(0, 10)).toBe(day);
      }
    });
});

describe.each(scenarioDatabases)("a renewal with tax that was billed for too much, on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ TAX_PERCENT: "8.25" }));
  const { subscriber, later, goTo, periodEnd, leaveAtBank, sleepOver, payments } = promisesOf(suite);

  it("ORD-04 DSC-03 CHG-08 is given back with its tax, and takes no credits", async () => {
    await createPromoCode(suite.sandbox.url, { code: "TAXED3", percent_off: 20, months: 3 });
    const ada = await subscriber(130, VISA, 1, { discount_code: "TAXED3" });
    await goTo(later(await periodEnd(ada), -5 * HOUR));
    await leaveAtBank(ada, 131);
    await sleepOver(ada);
    expect(await payments(ada)).toEqual([
      [4_243, 0],
      [5_304, 1_061],
    ]);
    expect((await ada.me()).current_credit_balance).toBe(40);
    expect(await checkupsOf(suite.store).faultsOf(ada.id)).toEqual([]);
  });

  it("ORD-04 DSC-03 DSC-06 is given back as money first, and as the account credit that it used", async () => {
    await createPromoCode(suite.sandbox.url, { code: "CREDIT3", percent_off: 20, months: 3 });
    /** Renews with some account credit in hand, in cents. Returns the renewal's payment and the balance after it. */
    const renewsWith = async (credit: number) => {
      const ada = await subscriber(130, VISA, 1, { discount_code: "CREDIT3" });
      await goTo(later(await periodEnd(ada), -5 * HOUR));
      await leaveAtBank(ada, 131);
      const { cards } = suite.store.ports;
      const given = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(-credit), reason: "a trial" };
      await Effect.runPromise(cards.adjustBalance(given));
      await sleepOver(ada);
      const { balance } = await Effect.runPromise(cards.customer(ada.customer));
      return [(await payments(ada)).at(-1), 0 - balance];
    };
    // Ten dollars of credit pay a part, so money is returned. If credit paid everything, credit is returned.
    expect(await renewsWith(1_000)).toEqual([[4_304, 1_061], 0]);
    expect(await renewsWith(6_000)).toEqual([[0, 0], 6_000 - 4_243]);
  });
});

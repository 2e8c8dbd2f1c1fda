import { checkEndedPeriods, expireSubscriptions, resumeOrders, runDueJobs } from "@backlot/application";
import { type Instant, epochMs, instant, instantOf } from "@backlot/domain";
import { scenarioDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { runIn } from "@backlot/testing/ports";
import { createPromoCode } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const HOUR = 3_600_000;
const ASKS_THE_BANK = "4000002760003184";
const VISA = "4242424242424242";

describe.each(scenarioDatabases)("what renews after an order that was not paid, on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const subscriber = subscribersOf(suite);
  const payPal = payPalShoppersOf(suite);
  const later = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
  const goTo = (to: Instant) => advance(suite.sandbox.url, suite.store, { to });

  type Subscriber = Awaited<ReturnType<typeof subscriber>>;
  const periodEnd = async (of: Subscriber): Promise<Instant> =>
    instantOf((await of.me()).subscription.current_period_end);
  const amounts = async (of: Subscriber) => (await of.ledgerSnapshot()).payments.map(({ amount }) => amount);

  /** Places an upgrade whose payment the bank asks about, and leaves the buyer at the bank. */
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
    // It is not read again and again: its next period has begun.
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
      expect((await eve.client.get(page)).body.data.paypal_note).toBe(`Through PayPal this plan renews on ${note}.`);
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

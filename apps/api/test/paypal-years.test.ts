import { reconcileEvents, runDueJobs } from "@backlot/application";
import { instant } from "@backlot/domain";
import { scenarioDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { payPalPaymentsAt } from "@backlot/testing/sandbox";
import { TEST_SCALE, ordersOfSix } from "@backlot/testing/scale";
import { proofsOn, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const _run = Effect.runPromise;

// A separate store, because agreements from other tests would be billed in each of the months.
describe.each(scenarioDatabases)("years by PayPal on $kind", (databases) => {
  const suite = useTestStore(databases);
  const { buyer, createShopper, deliverWebhooks, time, orderIn, newEvents, send, referenceOf, captureAt } =
    payPalShoppersOf(suite);

  it("CHK-07 two years by PayPal: periods, refusal, upgrade, downgrade and end agree to the cent", async () => {
    const ada = await createShopper();
    let { order } = await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const agreementOf = async () =>
      (await payPalPaymentsAt(suite.sandbox.url)).find((each) => each.custom_id === order)?.subscription ?? "";
    const month = async () => {
      await time({ months: 1 });
      await deliverWebhooks();
      await runIn(suite.store.ports, runDueJobs);
    };
    for (let n = 0; n < 7; n += 1) await month();
    await buyer().setFunding(await agreementOf(), "insufficient");
    await month();
    expect((await ada.me()).subscription.status).toBe("past_due");
    await buyer().setFunding(await agreementOf(), "ok");
    await time({ days: 6 });
    await deliverWebhooks();
    expect((await ada.me()).subscription.status).toBe("active");
    for (let n = 0; n < 4; n += 1) await month();
    ({ order } = await ada.approveAndReturn(await ada.startPayPalPlan(131)));
    for (let n = 0; n < 6; n += 1) await month();
    await ada.startPayPalPlan(130);
    for (let n = 0; n < 6; n += 1) await month();
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 130 }, status: "active" });
    await ada.client.post("/api/subscriptions/cancel", {});
    await month();
    const { payments, entries, charged, recorded } = await ada.ledgerSnapshot();
    expect(payments.map((payment) => payment.reason)).toEqual([
      "plan",
      ...Array(12).fill("renewal"),
      "change",
      ...Array(12).fill("renewal"),
    ]);
    expect(payments.filter((payment) => payment.amount === 9_900)).toHaveLength(6);
    expect(charged).toBe(recorded);
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0 });
    await runIn(suite.store.ports, reconcileEvents(instant(0), "paypal"));
    expect((await runIn(suite.store.ports, reconcileEvents(instant(0), "paypal"))).missed).toBe(0);
    expect((await ada.ledgerSnapshot()).recorded).toBe(recorded);
  });

  it("CHG-08 a canceled plan ends with its paid period, by a job; until then it can be kept", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const canceled = await ada.client.post("/api/subscriptions/cancel", {});
    expect(canceled.body.data.subscription).toMatchObject({ cancel_at_period_end: true, status: "active" });
    await deliverWebhooks();
    const kept = await ada.client.post("/api/subscriptions/resume", {});
    expect(kept.body.data.subscription).toMatchObject({ cancel_at_period_end: false });
    await deliverWebhooks();
    await time({ months: 1 });
    await deliverWebhooks();
    expect((await ada.me()).current_credit_balance).toBe(40);
    await ada.client.post("/api/subscriptions/cancel", {});
    await time({ months: 1 });
    await deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    expect(await ada.me()).toMatchObject({ subscription: null, current_credit_balance: 0, free_subscriber: true });
    await time({ months: 2 });
    expect(await ada.ledgerSnapshot()).toMatchObject({ charged: 9_800, recorded: 9_800 });
  });

  it("CHG-09 an upgrade by PayPal counts once it is confirmed, and ends the agreement before it", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    await time({ days: 10 });
    const previewed = async () =>
      (await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=132&license_id=1&payment_method=paypal"))
        .body.data;
    const preview = await previewed();
    const asked = await ada.startPayPalPlan(132);
    expect(await previewed()).toEqual(preview);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 130 } });
    const { answer } = await ada.approveAndReturn(asked);
    expect(answer.body.data).toMatchObject({ kind: "plan-change", status: "paid" });
    expect((await ada.me()).subscription).toMatchObject({
      plan_variant: { id: 132 },
      stripe_subscription_token: null,
    });
    const { payments } = await ada.ledgerSnapshot();
    expect(payments.map((payment) => [payment.reason, payment.amount])).toEqual([
      ["plan", 4_900],
      ["change", 47_000 - preview.credit_for_unused],
    ]);
    await runIn(suite.store.ports, runDueJobs);
    await time({ months: 2 });
    await deliverWebhooks();
    expect((await ada.ledgerSnapshot()).charged).toBe((await ada.ledgerSnapshot()).recorded);
    expect((await ada.ledgerSnapshot()).payments).toHaveLength(2);
    // A yearly plan is billed again after a year, once.
    await time({ months: 12 });
    await deliverWebhooks();
    const { payments: all } = await ada.ledgerSnapshot();
    expect(all.map(({ reason, amount }) => [reason, amount]).slice(2)).toEqual([["renewal", 47_000]]);
  });

  it("CHK-07 PayPal's six events in any order, each one to three times, end the same", async () => {
    const orders = ordersOfSix(proofsOn(databases, TEST_SCALE.webhookOrders));
    /** Creates a customer whose plan and credits were paid for by a process that died before it recorded them. */
    const away = async () => {
      const ada = await createShopper();
      const about: string[] = [];
      for (const asked of [await ada.startPayPalPlan(130), await ada.pack(5)]) {
        const order = orderIn(await buyer().approve(asked.body.redirect_url));
        await captureAt(order);
        about.push(order, await referenceOf(order));
      }
      return { ...ada, about };
    };
    const shoppers = [];
    for (const _ of orders) shoppers.push(await away());
    await time({ months: 1 });
    const events = await newEvents();
    const ends = new Set<string>();
    for (const [index, order] of orders.entries()) {
      const shopper = shoppers[index];
      if (shopper === undefined) throw new Error("too few shoppers");
      const own = events.filter(({ body }) => shopper.about.some((id) => body.includes(id)));
      expect(own).toHaveLength(6);
      for (const [place, which] of order.entries()) {
        const event = own[which];
        for (let times = 0; event !== undefined && times <= (place + which) % 3; times += 1) {
          expect(await send(event)).toBe(204);
        }
      }
      const { payments, entries } = await shopper.ledgerSnapshot();
      const { current_credit_balance, subscription } = await shopper.me();
      const paid = payments.map((payment) => `${payment.reason} ${payment.amount}`).sort();
      ends.add(
        JSON.stringify([
          paid,
          entries.map((entry) => entry.amount).sort(),
          current_credit_balance,
          subscription.status,
        ]),
      );
    }
    expect([...ends]).toEqual([
      JSON.stringify([["pack 1500", "plan 4900", "renewal 4900"], [20, 20, 5], 45, "active"]),
    ]);
  });
});

import { scenarioDatabases } from "@backlot/testing/databases";
import { createPromoCode } from "@backlot/testing/sandbox";
import { describe, expect, it } from "vitest";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { useFreshStore } from "@backlot/testing/store";

describe.each(scenarioDatabases)("Plan changes while an upgrade waits on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const { createShopper, deliverWebhooks } = payPalShoppersOf(suite);
  type Shopper = Awaited<ReturnType<typeof createShopper>>;

  /** Returns what a checkout page offers for a change through PayPal, as the request that accepts it. */
  const offeredTo = async (shopper: Shopper, plan: number) => {
    const view = (await shopper.client.get(`/api/checkout?plan_variant_id=${plan}&license_id=1`)).body.data;
    const payPal = view.ways.find((way: { readonly payer: string }) => way.payer === "paypal");
    return { expected_kind: view.change.kind, expected_total: payPal?.quote?.total ?? 0 };
  };

  it("CHG-09 another upgrade costs what its page said, and takes the place of the one that waits", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const first = await ada.startPayPalPlan(131, await offeredTo(ada, 131));
    expect(first.status).toBe(200);
    const held = (await ada.me()).current_credit_balance;
    expect(held).toBeLessThan(20);
    const second = await ada.startPayPalPlan(132, await offeredTo(ada, 132));
    expect(second).toMatchObject({ status: 200, body: { error: null } });
    await ada.approveAndReturn(second);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 132 } });
  });

  it("CHG-09 an offer that has changed leaves the upgrade that waits as it was", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const first = await ada.startPayPalPlan(131);
    expect(await ada.startPayPalPlan(132, { expected_kind: "upgrade", expected_total: 1 })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed" } },
    });
    expect(await ada.startPayPalPlan(128, { expected_kind: "upgrade" })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed" } },
    });
    await ada.approveAndReturn(first);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
  });

  it("CHG-02 CHG-09 a downgrade takes the place of the upgrade that waits, and returns what it held", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(131));
    const upgrade = await ada.startPayPalPlan(132);
    expect(upgrade.body.redirect_url).toContain("/paypal/approve/");
    const lowered = await ada.startPayPalPlan(130, await offeredTo(ada, 130));
    expect(lowered.body.redirect_url).toMatch(/\/\?plan=changed$/);
    await deliverWebhooks();
    expect(await ada.me()).toMatchObject({
      pending_order: null,
      current_credit_balance: 50,
      subscription: { plan_variant: { id: 131 }, scheduled_plan_variant: { id: 130 } },
    });
    // If it is approved afterwards, in the tab that stayed open, the upgrade no longer starts.
    const { answer } = await ada.approveAndReturn(upgrade);
    expect(answer.body.data).toMatchObject({ status: "canceled" });
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
  });

  it("CHG-09 LIC-14 a change that is refused leaves the upgrade that waits alone", async () => {
    const ada = await createShopper();
    await ada.approveAndReturn(await ada.startPayPalPlan(130));
    const upgrade = await ada.startPayPalPlan(131);
    const waits = (await ada.me()).pending_order;
    expect(waits).toMatchObject({ provider: "paypal" });
    const { body: enterprise } = await ada.client.get("/api/plan_variants?license_id=3");
    const [large] = enterprise.filter((each: { interval: string }) => each.interval === "month");
    expect(await ada.startPayPalPlan(large.id, { license_id: 3 })).toMatchObject({
      status: 409,
      body: { error: { reason: "payer_unavailable" } },
    });
    // Without a card, the reason is also that PayPal bills the plan.
    expect(await ada.client.post("/api/subscriptions", { plan_variant_id: 132 })).toMatchObject({
      status: 409,
      body: { error: { reason: "billed_elsewhere" } },
    });
    expect((await ada.me()).pending_order).toEqual(waits);
    await ada.approveAndReturn(upgrade);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
  });

  it("CHG-09 CHK-03 an upgrade without a card leaves the one that waits for the bank alone", async () => {
    const ada = await createShopper();
    const card = async (number: string) => (await ada.client.saveCard(suite.sandbox.url, number)).id;
    const plan = { plan_variant_id: 130, setup_intent_id: await card("4242424242424242") };
    expect(await ada.client.post("/api/subscriptions", plan)).toMatchObject({ status: 200 });
    const asks = await card("4000002760003184");
    await fetch(`${suite.sandbox.url}/3ds/${asks}`, { method: "POST", body: "outcome=complete" });
    const upgrade = { plan_variant_id: 131, setup_intent_id: asks };
    expect(await ada.client.post("/api/subscriptions", upgrade)).toMatchObject({ status: 402 });
    const waits = (await ada.me()).pending_order;
    expect(waits).toMatchObject({ provider: "stripe" });
    expect(await ada.client.post("/api/subscriptions", { plan_variant_id: 132 })).toMatchObject({
      status: 409,
      body: { error: { reason: "payment_method_required" } },
    });
    expect((await ada.me()).pending_order).toEqual(waits);
  });

  it("DSC-08 CHK-04 a new plan that is asked for again with a code is refused, and its order waits on", async () => {
    await createPromoCode(suite.sandbox.url, { code: "AGAIN10", percent_off: 10, months: 3 });
    const ada = await createShopper();
    await ada.startPayPalPlan(130);
    const waits = (await ada.me()).pending_order;
    expect(await ada.startPayPalPlan(130, { discount_code: "AGAIN10" })).toMatchObject({
      status: 409,
      body: { error: { reason: "promo_code_invalid" } },
    });
    expect((await ada.me()).pending_order).toEqual(waits);
  });
});

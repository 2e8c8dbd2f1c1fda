import { scenarioDatabases } from "@backlot/testing/databases";
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
    // Approved afterwards, in the tab that stayed open, the upgrade is no longer started.
    const { answer } = await ada.approveAndReturn(upgrade);
    expect(answer.body.data).toMatchObject({ status: "canceled" });
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 131 } });
  });
});

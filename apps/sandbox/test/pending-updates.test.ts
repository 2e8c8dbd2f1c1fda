import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { advance, useSandbox, saveCard, stripeAt } from "./sandbox.ts";

const VISA = "4242424242424242";
const ASKS_THE_BANK = "4000002760003184";
const HOUR = 3_600;

describe("a subscription between its periods", () => {
  const sandbox = useSandbox();

  /** Creates a running monthly subscription of $49, and a price of $99 to change to. */
  const subscribe = async (stripe: Stripe) => {
    const { id: customer } = await stripe.customers.create({ email: "a@b.co" });
    const card = await saveCard(stripe, customer, VISA);
    const product = await stripe.products.create({ name: "Pro" });
    const of = (unit_amount: number) => ({
      currency: "usd",
      product: product.id,
      unit_amount,
      recurring: { interval: "month" as const },
    });
    const made = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      payment_behavior: "default_incomplete",
      items: [{ price_data: of(4_900) }],
    });
    await stripe.invoices.pay(String(made.latest_invoice));
    const item = made.items.data[0];
    if (item === undefined) throw new Error("it has no item");
    return { customer, id: made.id, item, larger: await stripe.prices.create(of(9_900)) };
  };

  const totals = async (stripe: Stripe, subscription: string) =>
    (await stripe.invoices.list({ subscription, limit: 10 })).data
      .reverse()
      .map(({ status, total }) => [status, total]);

  it("ends a pending update with the running period, and then renews what was running", async () => {
    const stripe = stripeAt(sandbox());
    const { customer, id, item, larger } = await subscribe(stripe);
    const end = item.current_period_end;
    await advance(sandbox(), { to: end - 5 * HOUR });
    await stripe.subscriptions.update(id, {
      default_payment_method: await saveCard(stripe, customer, ASKS_THE_BANK, sandbox()),
    });
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: item.id, price: larger.id }],
      proration_behavior: "none",
      billing_cycle_anchor: { type: "now" },
      payment_behavior: "pending_if_incomplete",
    });
    expect(changed.pending_update?.expires_at).toBe(end);
    await stripe.subscriptions.update(id, { default_payment_method: await saveCard(stripe, customer, VISA) });
    await advance(sandbox(), { to: end + HOUR });
    expect((await stripe.subscriptions.retrieve(id)).pending_update).toBeNull();
    expect(await totals(stripe, id)).toEqual([
      ["paid", 4_900],
      ["void", 9_900],
      ["paid", 4_900],
    ]);
  });

  it("lowers the next invoice by a coupon that is good once, and no later one", async () => {
    const stripe = stripeAt(sandbox());
    const { id, item } = await subscribe(stripe);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: "once" });
    await stripe.subscriptionItems.update(item.id, { discounts: [{ coupon }] });
    const end = item.current_period_end;
    await advance(sandbox(), { to: end + 40 * 24 * HOUR });
    expect((await totals(stripe, id)).map(([, total]) => total)).toEqual([4_900, 3_920, 4_900]);
  });
});

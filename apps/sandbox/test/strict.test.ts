import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { useSandbox, saveCard, stripeAt } from "./sandbox.ts";

describe("what Stripe refuses", () => {
  const sandbox = useSandbox();
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (cause: unknown) => cause,
    );
    if (!(error instanceof Stripe.errors.StripeError)) throw new Error("it was not refused");
    return { status: error.statusCode, code: error.code, param: error.param, message: error.message };
  };

  it("reusing an inline price in a schedule or another plan", async () => {
    const stripe = stripeAt(sandbox());
    const { id: customer } = await stripe.customers.create({ email: "a@b.co" });
    const card = await saveCard(stripe, customer, "4242424242424242");
    const { id: product } = await stripe.products.create({ name: "Pro" });
    const inline = { currency: "usd", product, unit_amount: 4_900, recurring: { interval: "month" as const } };
    const { id, items } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price_data: inline }],
    });
    const [item] = items.data;
    if (item === undefined) throw new Error("it has no item");
    expect([item.price.active, (await stripe.prices.list()).data]).toEqual([false, []]);
    const inactive = {
      status: 400,
      message: "The price specified is inactive. This field only accepts active prices.",
    };
    const reused = stripe.subscriptions.create({ customer, items: [{ price: item.price.id }] });
    expect(await refusal(reused)).toMatchObject(inactive);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { current_period_start: start_date, current_period_end: end_date } = item;
    const phase = (items: Stripe.SubscriptionScheduleUpdateParams.Phase.Item[]) =>
      stripe.subscriptionSchedules.update(schedule.id, { phases: [{ items, start_date, end_date }] });
    expect(await refusal(phase([{ price: item.price.id }]))).toMatchObject(inactive);
    await phase([{ price_data: inline }]);
    const { id: active } = await stripe.prices.create({ ...inline, lookup_key: "pro" });
    await phase([{ price: active }]);
    expect((await stripe.prices.list({ lookup_keys: ["pro"] })).data.map((each) => each.id)).toEqual([active]);
    expect(await refusal(stripe.prices.create({ ...inline, lookup_key: "pro" }))).toMatchObject({
      code: "resource_already_exists",
      param: "lookup_key",
    });
  });

  it("simultaneous changes to one object", async () => {
    const stripe = stripeAt(sandbox());
    const { id } = await stripe.customers.create({ email: "a@b.co" });
    const slow = (delay: number) =>
      fetch(`${sandbox().url}/faults`, { method: "POST", body: new URLSearchParams({ delay: String(delay) }) });
    await slow(300);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => stripe.customers.update(id, { metadata: { a: "b" } })),
    );
    await slow(0);
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(answers.length - refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ statusCode: 429, code: "lock_timeout" });
    expect(refused).not.toEqual([]);
    await stripe.customers.update(id, { metadata: { a: "c" } });
  });

  it("invoices of an unknown subscription, another version of the API, and names that are too long", async () => {
    const stripe = stripeAt(sandbox());
    expect(await refusal(stripe.invoices.list({ subscription: "sub_none" }))).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(await refusal(stripe.customers.create({ name: "x".repeat(257) }))).toMatchObject({ param: "name" });
    await stripe.customers.create({ name: "x".repeat(256) });
    const old = stripe.customers.create({ email: "a@b.co" }, { apiVersion: "2020-08-27" });
    expect(await refusal(old)).toMatchObject({ status: 400, message: "Invalid Stripe API version: 2020-08-27" });
  });
});

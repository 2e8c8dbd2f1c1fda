import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { advance, useSandbox, saveCard, stripeAt } from "./sandbox.ts";

const VISA = "4242424242424242";
const DECLINED_AT_CHARGE = "4000000000000341";

describe("a card that was detached from its customer", () => {
  const sandbox = useSandbox();

  /** Creates a customer with a saved card as the default. */
  const shopper = async (stripe: Stripe) => {
    const { id: customer } = await stripe.customers.create({ email: "a@b.co" });
    const card = await saveCard(stripe, customer, VISA);
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    return { customer, card };
  };

  /** Creates a monthly subscription whose first invoice the card has paid. */
  const subscribe = async (stripe: Stripe, customer: string, card: string): Promise<string> => {
    const product = await stripe.products.create({ name: "Pro" });
    const recurring = { interval: "month" } as const;
    const made = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      payment_behavior: "default_incomplete",
      items: [{ price_data: { currency: "usd", product: product.id, unit_amount: 4_900, recurring } }],
    });
    await stripe.invoices.pay(String(made.latest_invoice));
    return made.id;
  };

  const latestInvoice = async (stripe: Stripe, subscription: string): Promise<Stripe.Invoice> => {
    const [latest] = (await stripe.invoices.list({ subscription, limit: 1 })).data;
    if (latest === undefined) throw new Error(`${subscription} has no invoice`);
    return latest;
  };

  const error = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
    const failure: unknown = await call.then(
      () => null,
      (reason) => reason,
    );
    if (!(failure instanceof Stripe.errors.StripeError)) throw new Error(`expected an error, got ${String(failure)}`);
    return failure;
  };

  it("confirms no intent, is nobody's default, and can't be detached again", async () => {
    const stripe = stripeAt(sandbox());
    const { customer, card } = await shopper(stripe);
    const subscription = await subscribe(stripe, customer, card);
    expect((await stripe.paymentMethods.detach(card)).customer).toBeNull();

    const used = { type: "StripeInvalidRequestError", statusCode: 400, code: "payment_method_unexpected_state" };
    const intent = await stripe.paymentIntents.create({ customer, amount: 4_900, currency: "usd" });
    expect(await error(stripe.paymentIntents.confirm(intent.id, { payment_method: card }))).toMatchObject(used);
    const setup = await stripe.setupIntents.create({ customer });
    expect(await error(stripe.setupIntents.confirm(setup.id, { payment_method: card }))).toMatchObject(used);
    const asked = { customer, amount: 4_900, currency: "usd", payment_method: card };
    expect(await error(stripe.paymentIntents.create(asked))).toMatchObject(used);
    expect(await error(stripe.paymentMethods.detach(card))).toMatchObject({ type: "StripeInvalidRequestError" });

    expect((await stripe.subscriptions.retrieve(subscription)).default_payment_method).toBeNull();
    const after = await stripe.customers.retrieve(customer);
    expect(after.deleted === true ? undefined : after.invoice_settings.default_payment_method).toBeNull();
    expect((await stripe.events.list({ limit: 10 })).data.map((event) => event.type)).toEqual(
      expect.arrayContaining(["payment_method.detached", "customer.updated", "customer.subscription.updated"]),
    );
  });

  it("renews no subscription: its invoice stays open and is past due, until another card pays", async () => {
    const stripe = stripeAt(sandbox());
    const { customer, card } = await shopper(stripe);
    const subscription = await subscribe(stripe, customer, card);
    await stripe.paymentMethods.detach(card);
    await advance(sandbox(), { months: 1, days: 1 });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    const unpaid = await latestInvoice(stripe, subscription);
    expect(unpaid).toMatchObject({ status: "open", billing_reason: "subscription_cycle", attempted: true });
    expect(await error(stripe.invoices.pay(unpaid.id))).toMatchObject({ code: "resource_missing" });
    expect(await error(stripe.invoices.pay(unpaid.id, { payment_method: card }))).toMatchObject({
      code: "payment_method_unexpected_state",
    });
    const other = await saveCard(stripe, customer, VISA);
    expect((await stripe.invoices.pay(unpaid.id, { payment_method: other })).status).toBe("paid");
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("active");
  });

  it("leaves the renewal to the customer's default card, which pays it or is declined", async () => {
    const stripe = stripeAt(sandbox());
    for (const [number, status] of [
      [VISA, "active"],
      [DECLINED_AT_CHARGE, "past_due"],
    ] as const) {
      const { customer, card } = await shopper(stripe);
      const subscription = await subscribe(stripe, customer, card);
      const other = await saveCard(stripe, customer, number);
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: other } });
      await stripe.paymentMethods.detach(card);
      await advance(sandbox(), { months: 1, days: 1 });
      expect((await stripe.subscriptions.retrieve(subscription)).status).toBe(status);
    }
  });
});

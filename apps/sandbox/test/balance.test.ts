import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, openSandbox, saveCard, stripeAt } from "./sandbox.ts";

describe("a customer's balance in the sandbox", () => {
  const held: { sandbox?: Sandbox } = {};
  beforeAll(async () => {
    held.sandbox = await openSandbox();
  });
  afterAll(() => held.sandbox?.stop());
  const stripe = () => {
    if (held.sandbox === undefined) throw new Error("the sandbox has not started");
    return stripeAt(held.sandbox);
  };

  /** Subscribes a customer with a balance to a plan. Amounts in cents. */
  const billed = async (unit_amount: number, balance: number) => {
    const { id: customer } = await stripe().customers.create({ email: "b@b.co" });
    const default_payment_method = await saveCard(stripe(), customer, "4242424242424242");
    if (balance !== 0)
      await stripe().customers.createBalanceTransaction(customer, { amount: balance, currency: "usd" });
    const { id: product } = await stripe().products.create({ name: "Pro" });
    const price_data = { currency: "usd", product, unit_amount, recurring: { interval: "month" as const } };
    const made = await stripe().subscriptions.create({
      customer,
      default_payment_method,
      payment_behavior: "default_incomplete",
      items: [{ price_data }],
      expand: ["latest_invoice"],
    });
    const invoice = made.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("the invoice is not expanded");
    const after = await stripe().customers.retrieve(customer);
    if (after.deleted) throw new Error("the customer is gone");
    const { status, total, amount_due, starting_balance, ending_balance } = invoice;
    const state = { status, total, amount_due, starting_balance, ending_balance, balance: after.balance };
    return { customer, invoice: invoice.id ?? "", state };
  };

  it("is added to an invoice, as a credit or as a debt, and comes back if the invoice is voided", async () => {
    const owes = await billed(4_900, 330);
    expect(owes.state).toEqual({
      status: "open",
      total: 4_900,
      amount_due: 5_230,
      starting_balance: 330,
      ending_balance: 0,
      balance: 0,
    });
    await stripe().invoices.voidInvoice(owes.invoice);
    expect(await stripe().customers.retrieve(owes.customer)).toMatchObject({ balance: 330 });
    expect((await billed(4_900, -5_000)).state).toMatchObject({ status: "paid", amount_due: 0, balance: -100 });
  });

  it("takes what is too little to charge: that invoice is paid at once", async () => {
    expect((await billed(4_900, -4_851)).state).toMatchObject({
      status: "paid",
      amount_due: 0,
      ending_balance: 49,
      balance: 49,
    });
    expect((await billed(4_900, -4_850)).state).toMatchObject({ status: "open", amount_due: 50, balance: 0 });
    expect((await billed(30, 0)).state).toMatchObject({ status: "paid", amount_due: 0, balance: 30 });
  });

  it("payment intents below 50 cents are refused", async () => {
    const intent = (amount: number) => stripe().paymentIntents.create({ amount, currency: "usd" });
    await expect(intent(49)).rejects.toMatchObject({ code: "amount_too_small", statusCode: 400 });
    expect(await intent(50)).toMatchObject({ status: "requires_payment_method", amount: 50 });
  });
});

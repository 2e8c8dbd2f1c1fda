import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, advance, closeDispute, openDispute, openSandbox, saveCard, stripeAt } from "./sandbox.ts";
import { type Typed, typeErrors } from "./type-errors.ts";

const VISA = "4242424242424242";
const DECLINED_AT_SETUP = "4000000000000002";
const DECLINED_AT_CHARGE = "4000000000000341";
const ASKS_ALWAYS = "4000002760003184";

/** Decimals are strings on the wire. */
const HEADER = `
import type Stripe from "stripe";
type Wire<T> = T extends Stripe.Decimal ? string
  : T extends readonly (infer U)[] ? Wire<U>[]
  : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;`;

/** The Stripe library's type of each kind of object. */
const TYPES: Readonly<Record<string, string>> = {
  account: "Stripe.Account",
  balance_transaction: "Stripe.BalanceTransaction",
  charge: "Stripe.Charge",
  coupon: "Stripe.Coupon",
  customer: "Stripe.Customer",
  customer_balance_transaction: "Stripe.CustomerBalanceTransaction",
  discount: "Stripe.Discount",
  dispute: "Stripe.Dispute",
  invoice: "Stripe.Invoice",
  invoiceitem: "Stripe.InvoiceItem",
  payment_intent: "Stripe.PaymentIntent",
  payment_method: "Stripe.PaymentMethod",
  price: "Stripe.Price",
  product: "Stripe.Product",
  promotion_code: "Stripe.PromotionCode",
  refund: "Stripe.Refund",
  setup_intent: "Stripe.SetupIntent",
  subscription: "Stripe.Subscription",
  subscription_item: "Stripe.SubscriptionItem",
  subscription_schedule: "Stripe.SubscriptionSchedule",
  tax_rate: "Stripe.TaxRate",
  "test_helpers.test_clock": "Stripe.TestHelpers.TestClock",
  webhook_endpoint: "Stripe.WebhookEndpoint",
};

interface Answer {
  readonly object?: string;
  readonly deleted?: boolean;
  readonly type?: string;
  readonly data?: readonly Answer[];
  readonly error?: unknown;
}

const typeOf = (answer: Answer): string => {
  if (answer.error !== undefined) return "{ error: Wire<Stripe.PaymentIntent.LastPaymentError> }";
  if (answer.deleted === true)
    return `Wire<Stripe.Deleted${answer.object === "invoiceitem" ? "InvoiceItem" : "WebhookEndpoint"}>`;
  if (answer.object === "event") return `Wire<Extract<Stripe.Event, { type: "${answer.type}" }>>`;
  const type = TYPES[answer.object ?? ""];
  if (type === undefined) throw new Error(`an answer of an unknown kind: ${answer.object}`);
  return `Wire<${type}>`;
};

/** Returns a response with its type. A list becomes several: the list itself, and each of its objects. */
const typed = (label: string, answer: Answer): readonly Typed[] =>
  answer.object === "list"
    ? [
        { label: `${label} (list)`, type: "Stripe.ApiList<never>", value: { ...answer, data: [] } },
        ...(answer.data ?? []).flatMap((each, index) => typed(`${label} [${index}] ${each.type ?? ""}`, each)),
      ]
    : [{ label: `${label} ${answer.object ?? "error"}`, type: typeOf(answer), value: answer }];

const refused = (call: Promise<unknown>): Promise<void> => expect(call).rejects.toThrow();

const idOf = (reference: string | { readonly id: string } | null): string =>
  typeof reference === "string" ? reference : (reference?.id ?? "");

const expanded = <T extends object>(reference: string | T | null): T => {
  if (reference === null || typeof reference === "string") throw new Error("it was not expanded");
  return reference;
};

/** Calls every route of the sandbox's Stripe, with cards that succeed, are declined, or require 3-D Secure. */
const walk = async (sandbox: Sandbox, stripe: Stripe): Promise<void> => {
  await stripe.accounts.retrieveCurrent();
  const hook = await stripe.webhookEndpoints.create({
    url: "https://shop.example/hook",
    enabled_events: ["invoice.paid"],
  });
  await stripe.webhookEndpoints.update(hook.id, { enabled_events: ["*"] });
  await stripe.webhookEndpoints.retrieve(hook.id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(hook.id);
  await stripe.products.create({ id: "plan_1", name: "Pro" });
  await stripe.products.update("plan_1", { name: "Pro plan" });
  await stripe.products.retrieve("plan_1");
  const customer = await stripe.customers.create({ email: "a@b.co", name: "Ada", metadata: { a: "b" } });
  const card = await saveCard(stripe, customer.id, VISA);
  const charged = await saveCard(stripe, customer.id, DECLINED_AT_CHARGE);
  await refused(saveCard(stripe, customer.id, DECLINED_AT_SETUP));
  await saveCard(stripe, customer.id, ASKS_ALWAYS);
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card } });
  await stripe.customers.retrieve(customer.id, { expand: ["invoice_settings.default_payment_method"] });
  await stripe.customers.listPaymentMethods(customer.id);
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: "usd", description: "gift" });
  const setup = await stripe.setupIntents.create({ customer: customer.id, usage: "off_session" });
  await stripe.setupIntents.confirm(setup.id, { payment_method: card });
  await stripe.setupIntents.retrieve(setup.id, { expand: ["customer", "payment_method"] });

  const amount = { amount: 4_900, currency: "usd", customer: customer.id } as const;
  const paid = await stripe.paymentIntents.create({ ...amount, payment_method: card, confirm: true });
  await refused(stripe.paymentIntents.create({ ...amount, payment_method: charged, confirm: true }));
  const unpaid = await stripe.paymentIntents.create({ ...amount, setup_future_usage: "off_session" });
  await stripe.paymentIntents.cancel(unpaid.id);
  await stripe.paymentIntents.list({ customer: customer.id });
  await stripe.charges.list({ customer: customer.id, expand: ["data.payment_intent"] });
  await stripe.refunds.create({ payment_intent: paid.id, amount: 900, metadata: { refund_id: "1" } });
  await stripe.refunds.list({ payment_intent: paid.id, expand: ["data.charge", "data.payment_intent"] });
  const { latest_charge } = await stripe.paymentIntents.retrieve(paid.id, {
    expand: ["latest_charge.balance_transaction"],
  });
  await stripe.balanceTransactions.retrieve(idOf(expanded(latest_charge).balance_transaction));

  const disputed = await stripe.paymentIntents.create({
    ...amount,
    payment_method: "pm_card_createDispute",
    confirm: true,
  });
  const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data;
  if (dispute === undefined) throw new Error("the card opened no dispute");
  await stripe.disputes.retrieve(dispute.id, { expand: ["payment_intent", "charge"] });
  await refused(stripe.refunds.create({ payment_intent: disputed.id }));
  await closeDispute(sandbox, dispute.id, "won");
  await closeDispute(sandbox, await openDispute(sandbox, paid.id), "lost");
  await stripe.disputes.list();

  const coupon = { id: "HALF", percent_off: 50, duration: "repeating", duration_in_months: 3 } as const;
  await stripe.coupons.create(coupon);
  await stripe.coupons.retrieve("HALF");
  const promotion = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: "HALF" },
    code: "Half-Off",
    max_redemptions: 1,
  });
  await stripe.promotionCodes.list({ code: "HALF-OFF", active: true, expand: ["data.promotion.coupon"] });
  const rate = await stripe.taxRates.create({ display_name: "Tax", inclusive: false, percentage: 8.25 });
  await stripe.taxRates.list({ active: true, inclusive: false });
  await stripe.taxRates.retrieve(rate.id);
  const taxed = { default_tax_rates: [rate.id] };
  const recurring = { interval: "month" } as const;
  const price_data = { currency: "usd", product: "plan_1", unit_amount: 9_900, recurring };
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: card,
    payment_behavior: "default_incomplete",
    ...taxed,
    items: [{ price_data, discounts: [{ promotion_code: promotion.id }] }],
    add_invoice_items: [{ price_data: { currency: "usd", product: "plan_1", unit_amount: 1_000 } }],
    expand: ["latest_invoice.payments.data.payment", "latest_invoice.confirmation_secret", "customer"],
  });
  const first = expanded(subscription.latest_invoice);
  await stripe.invoices.pay(first.id, { expand: ["payments.data.payment.payment_intent"] });
  const item = subscription.items.data[0]?.id ?? "";
  await stripe.subscriptionItems.update(item, { discounts: "" });
  const pendingItem = await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: "usd" });
  await stripe.invoiceItems.list({ customer: customer.id, pending: true });
  await stripe.invoiceItems.del(pendingItem.id);
  await stripe.invoiceItems.create({
    customer: customer.id,
    subscription: subscription.id,
    amount: -100,
    currency: "usd",
    description: "Credit",
    metadata: { order_id: "1" },
  });
  const dearer = await stripe.prices.create({ ...price_data, unit_amount: 19_900 });
  const update = () =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: dearer.id }],
      proration_behavior: "none",
      billing_cycle_anchor: { type: "now" },
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice.payments", "latest_invoice.lines.data"],
    });
  await update();
  await stripe.subscriptions.update(subscription.id, { default_payment_method: charged });
  const pending = await update();
  await stripe.invoices.voidInvoice(idOf(pending.latest_invoice));
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const { current_period_start: start_date = 0, current_period_end: end_date = 0 } = pending.items.data[0] ?? {};
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      { ...taxed, items: [{ price: dearer.id }], start_date, end_date },
      { ...taxed, items: [{ price_data }], start_date: end_date, duration: { interval: "month", interval_count: 1 } },
    ],
  });
  await advance(sandbox, { months: 1, days: 1 });
  await stripe.invoices.list({ subscription: subscription.id, expand: ["data.payments"] });
  await stripe.subscriptionSchedules.release(schedule.id);
  await stripe.subscriptions.update(subscription.id, { default_tax_rates: "" });
  await stripe.taxRates.update(rate.id, { active: false });
  await refused(stripe.subscriptions.update(subscription.id, taxed));
  await stripe.subscriptionSchedules.retrieve(schedule.id);
  await stripe.subscriptions.retrieve(subscription.id, { expand: ["default_payment_method", "latest_invoice"] });
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await stripe.subscriptions.cancel(subscription.id);
  await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 1 });
  await stripe.paymentMethods.detach(charged);
  await refused(stripe.subscriptions.retrieve("sub_nobody"));
  await stripe.events.list({ limit: 100 });
};

describe("what the sandbox's Stripe answers", () => {
  const answers: Typed[] = [];
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
    const recording: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const label = `${answers.length}: ${init?.method ?? "GET"} ${new URL(String(input)).pathname}`;
      answers.push(...typed(label, (await answer.clone().json()) as Answer));
      return answer;
    };
    await walk(sandbox, stripeAt(sandbox, recording));
  });
  afterAll(() => sandbox?.stop());

  it("satisfies the library's own types, field by field", () => {
    const kinds = new Set(answers.map(({ value }) => (value as Answer).object));
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(["event", "list", ...Object.keys(TYPES).filter((kind) => kind !== "discount")]),
    );
    expect(Object.fromEntries(typeErrors(HEADER, answers))).toEqual({});
  });

  it("is checked so that a field that is missing, unknown or of another type is noticed", () => {
    const whole = answers.find(({ value }) => (value as Answer).object === "subscription");
    if (whole === undefined) throw new Error("the sandbox answered no subscription");
    const value = whole.value as Stripe.Subscription;
    const { livemode: _, ...without } = value;
    const spoilt = [
      { ...whole, label: "whole" },
      { ...whole, label: "missing", value: without },
      { ...whole, label: "unknown", value: { ...value, current_period_end: 1 } },
      { ...whole, label: "wrong", value: { ...value, items: { ...value.items, data: [{ id: 1 }] } } },
    ];
    expect([...typeErrors(HEADER, spoilt).keys()]).toEqual(["missing", "unknown", "wrong"]);
  });
});

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stripe as StripePorts, makeStripe } from "@backlot/adapters-stripe";
import { cents, instant } from "@backlot/domain";
import type { Charge, ChargeOf } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, eventsAt, startSandboxProcess } from "@backlot/testing/sandbox";
import { type Buyer, cardVaultContract } from "@backlot/testing/contracts/card-vault";
import { type Funding, paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";

const run = Effect.runPromise;
const VISA = "4242424242424242";
const REFUSED_AT_CHARGE = "4000000000000341";
const ASKS_ALWAYS = "4000002760003184";
const SECRET = "whsec_test";

let sandbox: RunningSandbox;
let stripe: StripePorts;
let down: StripePorts;
const make = (baseUrl: string): StripePorts =>
  makeStripe({ secretKey: "sk_test_x", webhookSecret: SECRET, baseUrl, timeoutMs: 2_000 });
beforeAll(async () => {
  sandbox = await startSandboxProcess();
  stripe = make(sandbox.url);
  down = make("http://127.0.0.1:1");
});
afterAll(() => sandbox?.stop());

const form = async (path: string, fields: Record<string, string>) => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, key: "pk_test_x" }),
  });
  return (await answer.json()) as { readonly id: string; readonly error?: { readonly message: string } };
};
const buyer: Buyer = {
  confirmSetup: async ({ id, client_secret }, card) => {
    const method = await form("/v1/payment_methods", {
      type: "card",
      "card[number]": card,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    const confirmed = await form(`/v1/setup_intents/${id}/confirm`, { payment_method: method.id, client_secret });
    return confirmed.error?.message ?? null;
  },
  answerBank: async (id, yes) => {
    await fetch(`${sandbox.url}/3ds/${id}`, { method: "POST", body: `outcome=${yes ? "complete" : "fail"}` });
  },
};

/** Somebody with a saved card. */
const payerWith = async (card: string) => {
  const account_id = crypto.randomUUID();
  const account = { account_id, email: `${account_id}@example.com`, name: "Ada Lens" };
  const customer_id = await run(stripe.cards.createCustomer(account));
  const setup = await run(stripe.cards.createSetupIntent(customer_id, null));
  await buyer.confirmSetup(setup, card);
  await buyer.answerBank(setup.id, true);
  const after = await run(stripe.cards.setupIntent(setup.id));
  return { customer_id, payment_method_id: after?.payment_method_id ?? "" };
};
const payer = (funding: Funding) => payerWith(funding === "ok" ? VISA : REFUSED_AT_CHARGE);

const clock = async (): Promise<number> =>
  ((await (await fetch(`${sandbox.url}/clock`)).json()) as { now: number }).now * 1_000;
const advance = async (by: { readonly months?: number; readonly days?: number }): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await fetch(`${sandbox.url}/clock/advance`, { method: "POST", headers, body: JSON.stringify(by) });
};
const planOf = (card: Pick<Charge, "customer_id" | "payment_method_id">): ChargeOf<"subscription"> => ({
  order_id: crypto.randomUUID(),
  reference: null,
  ...card,
  attempt: 0,
  return_urls: { return_url: "http://127.0.0.1:1/back", cancel_url: "http://127.0.0.1:1/no" },
  spec: {
    _tag: "subscription",
    plan: { plan_variant_id: 131, plan_name: "Pro", interval: "month", amount: cents(9_900) },
    due_today: cents(9_900),
    next_billing_at: instant(0),
    one_time: null,
    discount: null,
  },
});
/** Makes a plan's charge and takes its money, as the store does. */
const start = async (card: Pick<Charge, "customer_id" | "payment_method_id">) => {
  const charge = planOf(card);
  const open = await run(stripe.gateway.create(charge));
  const known = { ...charge, reference: open.reference };
  return { charge: known, state: await run(stripe.gateway.capture(known, open)) };
};
const paidPlan = async () => {
  const { charge, state } = await start(await payer("ok"));
  if (state._tag !== "Succeeded") throw new Error(`expected it paid, got ${state._tag}`);
  const { payment } = state;
  return {
    order_id: charge.order_id,
    reference: charge.reference ?? "",
    payment: payment.refund_reference ?? "",
    amount: payment.amount,
  };
};

cardVaultContract("Stripe's sandbox", () => ({ cards: stripe.cards, buyer }), {
  pays: VISA,
  refusedAtSetup: "4000000000000002",
  refusedAtCharge: REFUSED_AT_CHARGE,
  asksAlways: ASKS_ALWAYS,
});

for (const kind of ["one-time", "subscription"] as const)
  paymentGatewayContract("Stripe's sandbox", { kind, findsByOrder: true }, () => ({
    gateway: stripe.gateway,
    down: down.gateway,
    payer,
    agree: async () => {},
    now: async () => instant(await clock()),
  }));

subscriptionBillingContract("Stripe's sandbox", () => ({
  billing: stripe.billing,
  down: down.billing,
  start: async () => {
    const { order_id, reference, amount } = await paidPlan();
    return { order_id, reference, first_amount: amount, price: cents(9_900) };
  },
  setFunding: async (reference) => {
    const headers = { authorization: "Bearer sk_test_x" };
    const answer = await fetch(`${sandbox.url}/v1/subscriptions/${reference}`, { headers });
    const { customer } = (await answer.json()) as { readonly customer: string };
    await fetch(`${sandbox.url}/cards/expire`, { method: "POST", body: new URLSearchParams({ customer }) });
  },
  advance,
}));

providerEventsContract("Stripe's sandbox", () => ({
  events: stripe.events,
  refunds: stripe.refunds,
  down,
  subscribe: paidPlan,
  pay: async () => {
    const card = await payer("ok");
    const spec = { _tag: "one-time", amount: cents(6_785), description: "23 credits" } as const;
    const charge: Charge = { ...planOf(card), spec };
    const open = await run(stripe.gateway.create(charge));
    const state = await run(stripe.gateway.capture({ ...charge, reference: open.reference }, open));
    if (state._tag !== "Succeeded") throw new Error(`expected it paid, got ${state._tag}`);
    return { reference: state.payment.refund_reference ?? "", amount: state.payment.amount };
  },
  refundThere: async (payment_intent, amount) => {
    await fetch(`${sandbox.url}/v1/refunds`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_x" },
      body: new URLSearchParams({ payment_intent, ...(amount === undefined ? {} : { amount: String(amount) }) }),
    });
  },
  delivered: async () =>
    (await eventsAt(sandbox.url)).map((event) => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
      return { body: payload, headers: { "stripe-signature": signature } };
    }),
  signatureHeader: "stripe-signature",
}));

describe("Stripe", () => {
  it("calls a provider that does not answer unavailable, not the card declined", async () => {
    const answer = await run(Effect.result(down.cards.customerBalance("cus_1")));
    expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
  });

  it("CHK-03 a card that was forgotten opens no plan, for good", async () => {
    const card = await payer("ok");
    await run(stripe.cards.detachCard(card.payment_method_id));
    const refused = await run(stripe.gateway.create(planOf(card)));
    expect(refused).toMatchObject({ _tag: "Canceled", reference: null, message: expect.stringContaining("card") });
  });

  it("CHK-03 a card refused at the charge leaves a plan that can be given up", async () => {
    const { charge, state } = await start(await payer("insufficient"));
    expect(state).toMatchObject({ _tag: "RequiresPaymentMethod", message: expect.stringMatching(/declined/) });
    for (let times = 0; times < 2; times += 1)
      expect(await run(stripe.gateway.cancel(charge, state))).toMatchObject({ _tag: "Canceled" });
    expect(await run(stripe.gateway.find(charge))).toMatchObject({ _tag: "Canceled" });
  });

  it("CHK-03 a bank that asks is answered by the buyer; the plan is then paid, and can't be canceled any more", async () => {
    const { charge, state } = await start(await payerWith(ASKS_ALWAYS));
    if (state._tag !== "RequiresAction") throw new Error(`expected the bank to ask, got ${state._tag}`);
    await buyer.answerBank(state.client_secret?.split("_secret_")[0] ?? "", true);
    const paid = await run(stripe.gateway.cancel(charge, state));
    expect(paid).toMatchObject({ _tag: "Succeeded", payment: { amount: 9_900 } });
    expect(await run(stripe.gateway.find(charge))).toEqual(paid);
  });

  it("CHK-07 an overdue renewal is paid by another card, which pays from then on", async () => {
    const card = await payer("ok");
    const { charge } = await start(card);
    const reference = charge.reference ?? "";
    const customer = card.customer_id;
    await fetch(`${sandbox.url}/cards/expire`, { method: "POST", body: new URLSearchParams({ customer }) });
    expect(await run(stripe.cards.payOverdue(reference, card.payment_method_id))).toBeNull();
    await advance({ months: 1, days: 1 });
    const setup = await run(stripe.cards.createSetupIntent(customer, null));
    await buyer.confirmSetup(setup, VISA);
    const fresh = (await run(stripe.cards.setupIntent(setup.id)))?.payment_method_id ?? "";
    expect(await run(stripe.cards.payOverdue(reference, fresh))).toMatchObject({ _tag: "Succeeded" });
    expect(await run(stripe.cards.paymentMethod(reference))).toBe(fresh);
  });

  it("CHK-07 reads a signed webhook as a hint at its subscription and order", async () => {
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "customer.subscription.updated",
      data: { object: { object: "subscription", id: "sub_1", metadata: { order_id: "o-1" } } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    expect(await run(stripe.events.verifyWebhook(payload, { "stripe-signature": signature }))).toEqual({
      provider: "stripe",
      event_id: "evt_1",
      type: "customer.subscription.updated",
      payment_id: null,
      invoice_id: null,
      customer_id: null,
      refund_id: null,
      subscription_id: "sub_1",
      order_id: "o-1",
    });
    const changed = await run(
      Effect.result(stripe.events.verifyWebhook(`${payload} `, { "stripe-signature": signature })),
    );
    expect(Result.isFailure(changed)).toBe(true);
  });

  it("keeps the sandbox's state across a restart, idempotency keys included", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "backlot-sandbox-"));
    const account = { account_id: crypto.randomUUID(), email: "a@b.co", name: "Ada" };
    const first = await startSandboxProcess({ dataDir });
    const made = await run(make(first.url).cards.createCustomer(account));
    await first.stop();
    const second = await startSandboxProcess({ dataDir });
    expect(await run(make(second.url).cards.createCustomer(account))).toBe(made);
    expect(await run(make(second.url).cards.customerBalance(made))).toBe(0);
    await second.stop();
  });
});

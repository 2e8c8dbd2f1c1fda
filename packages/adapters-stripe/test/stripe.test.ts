import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeStripe } from "@backlot/adapters-stripe";
import { cents, instant, taxRate } from "@backlot/domain";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import Stripe from "stripe";
import { GUARD_MS } from "@backlot/testing/guard";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type RunningSandbox,
  closeDispute,
  createPromoCode,
  openSandbox,
  whileSlow,
  requestsAt,
  startSandboxProcess,
} from "@backlot/testing/sandbox";
import { needsOf } from "@backlot/testing/contracts/contract-case";
import { cardVaultContract } from "@backlot/testing/contracts/card-vault";
import { paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { planChangeContract } from "@backlot/testing/contracts/plan-change";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";
import { OPERATIONS, hasRunOthers, isOf, operationTable } from "@backlot/testing/operation-table";
import { calledOperations } from "./operations.ts";
import { stripeCases } from "./stripe-cases.ts";
import { TEST_CARDS, type StripeDriver, patiently, planCharge, stripeDriver } from "./stripe-driver.ts";

const run = Effect.runPromise;
const SECRET = "whsec_test";
const NAME = "Stripe's sandbox";

let sandbox: RunningSandbox;
let driver: StripeDriver;
const optionsFor = (baseUrl: string) => ({
  secretKey: "sk_test_x",
  publishableKey: "pk_test_x",
  webhookSecret: SECRET,
  baseUrl,
  timeoutMs: GUARD_MS,
});
const down = makeStripe(optionsFor("http://127.0.0.1:1"));
beforeAll(async () => {
  sandbox = await openSandbox();
  driver = stripeDriver(optionsFor(sandbox.url));
});
afterAll(() => sandbox?.stop());

const operations = calledOperations();
/** The titles of the cases that call each operation. */
const casesOf = new Map<string, string[]>();
/** How many cases have run. */
let ran = 0;
afterEach(async ({ task }) => {
  ran += 1;
  for (const request of await requestsAt(sandbox.url)) {
    const operation = operations.find((each) => isOf(each, request));
    if (operation === undefined) continue;
    const cases = casesOf.get(operation) ?? [];
    if (!cases.includes(task.name)) casesOf.set(operation, [...cases, task.name]);
  }
});

const clock = async (): Promise<number> =>
  ((await (await fetch(`${sandbox.url}/clock`)).json()) as { now: number }).now * 1_000;
/** Completes or refuses the 3-D Secure challenge of an intent. */
const answerBank = async (intent: string, yes: boolean): Promise<void> => {
  await fetch(`${sandbox.url}/3ds/${intent}`, { method: "POST", body: `outcome=${yes ? "complete" : "fail"}` });
};

cardVaultContract(NAME, () => ({ cards: driver.ports.cards, buyer: driver.buyer }), TEST_CARDS);

for (const kind of ["one-time", "subscription"] as const)
  paymentGatewayContract(NAME, { kind, findsByOrder: true }, () => ({
    gateway: driver.ports.gateway,
    down: down.gateway,
    payer: driver.payer,
    approve: async () => {},
    now: async () => instant(await clock()),
  }));

planChangeContract(NAME, () => ({
  gateway: driver.ports.gateway,
  down: down.gateway,
  withPlan: driver.withPlan,
  approve: async () => {},
  now: async () => instant(await clock()),
}));

subscriptionBillingContract(NAME, () => ({
  billing: driver.ports.billing,
  down: down.billing,
  ...driver.renewals,
}));

providerEventsContract(NAME, () => ({
  events: driver.ports.events,
  refunds: driver.ports.refunds,
  down,
  subscribe: driver.subscribe,
  pay: driver.pay,
  refundThere: driver.refundThere,
  disputes: driver.disputes,
  since: instant(0),
  delivered: () => driver.deliveredSince(0),
  signatureHeader: "stripe-signature",
}));

stripeCases(NAME, () => driver, {
  sendBack: async (refund) => {
    await fetch(`${sandbox.url}/stripe/refunds/${refund}/end`, { method: "POST", body: "outcome=failed" });
  },
});

describe("Stripe", () => {
  it("calls a provider that does not answer unavailable, not the card declined", async () => {
    const answer = await run(Effect.result(down.cards.customer("cus_1")));
    expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
  });

  it("CHK-05 every saved card is read, also where its provider lists them in several pages", async () => {
    const { customer_id } = await driver.payerWith("pm_card_visa");
    // Stripe lists at most a hundred per page.
    for (let saved = 1; saved < 102; saved += 1) {
      const setup = await run(driver.ports.cards.createSetupIntent(customer_id, null));
      await driver.buyer.confirmSetup(setup, "pm_card_visa");
    }
    const cards = await run(driver.ports.cards.cards(customer_id));
    expect(new Set(cards.map(({ id }) => id)).size).toBe(102);
  });

  it("CHK-03 a payment whose answer got lost is found behind a hundred newer ones", async () => {
    const card = await driver.payer("ok");
    const charge = {
      ...planCharge(card),
      spec: { _tag: "one-time", amount: cents(900), description: "credits" },
    } as const;
    const made = await run(driver.ports.gateway.create(charge));
    const newer = { customer: card.customer_id, amount: 100, currency: "usd" };
    await Promise.all(Array.from({ length: 100 }, () => patiently(() => driver.api.paymentIntents.create(newer))));
    expect(await run(driver.ports.gateway.find(charge))).toMatchObject({ reference: made.reference, amount: 900 });
  });

  it("CHG-02 a plan sold at an inline price changes at its period's end, and keeps its price until then", async () => {
    const { customer_id, payment_method_id } = await driver.payer("ok");
    const { id: product } = await driver.api.products.create({ name: "Pro" });
    const terms = { currency: "usd", product, recurring: { interval: "month" as const } };
    const made = await driver.api.subscriptions.create({
      customer: customer_id ?? "",
      default_payment_method: payment_method_id ?? "",
      items: [{ price_data: { ...terms, unit_amount: 4_900 } }],
      metadata: { order_id: crypto.randomUUID() },
    });
    await driver.api.invoices.pay(String(made.latest_invoice));
    const to = { plan_variant_id: 128, plan_name: "Essentials", interval: "month", amount: cents(1_500) } as const;
    await run(driver.ports.billing.schedulePlan(made.id, to));
    const { schedule, items } = await driver.api.subscriptions.retrieve(made.id, {
      expand: ["schedule.phases.items.price"],
    });
    const phases = schedule === null || typeof schedule === "string" ? [] : schedule.phases;
    const amounts = phases.map(({ items: [item] }) =>
      item === undefined || typeof item.price === "string" || !("unit_amount" in item.price)
        ? null
        : item.price.unit_amount,
    );
    expect([items.data[0]?.price.unit_amount, amounts]).toEqual([4_900, [4_900, 1_500]]);
  });

  it("CHK-07 an unknown subscription reads as null", async () => {
    expect(await run(driver.ports.billing.retrieve("sub_none"))).toBeNull();
  });

  it("CHK-03 a payment captured twice at once is charged once, and both captures succeed", async () => {
    const charge = planCharge(await driver.payer("ok"));
    const open = await run(driver.ports.gateway.create(charge));
    const known = { ...charge, reference: open.reference };
    const captures = await whileSlow(sandbox.url, 300, () =>
      Promise.all([1, 2].map(() => run(driver.ports.gateway.capture(known, open)))),
    );
    expect(captures.map(({ _tag }) => _tag)).toEqual(["Succeeded", "Succeeded"]);
    const customer = charge.customer_id ?? "";
    expect((await driver.api.charges.list({ customer })).data.map(({ amount }) => amount)).toEqual([
      charge.spec._tag === "subscription" ? charge.spec.plan.amount : null,
    ]);
  });

  it("PLN-01 two processes that sell a new plan at once use the same price", async () => {
    const [one, two] = [driver, stripeDriver(optionsFor(sandbox.url))];
    const plan = { plan_variant_id: 9_999, plan_name: "New", interval: "month", amount: cents(7_700) } as const;
    const priced = async (at: StripeDriver) => {
      const charge = planCharge(await at.payer("ok"));
      const { reference } = await run(at.ports.gateway.create({ ...charge, spec: { ...charge.spec, plan } }));
      return (await driver.api.subscriptions.retrieve(reference ?? "")).items.data[0]?.price.id;
    };
    const prices = await Promise.all([priced(one), priced(two)]);
    expect([new Set(prices).size, typeof prices[0]]).toEqual([1, "string"]);
  });

  it("PLN-01 a price that was archived in the dashboard is replaced by the next process", async () => {
    const plan = { plan_variant_id: 9_998, plan_name: "New", interval: "month", amount: cents(7_700) } as const;
    const sold = async (at: StripeDriver) => {
      const charge = planCharge(await at.payer("ok"));
      const { reference } = await run(at.ports.gateway.create({ ...charge, spec: { ...charge.spec, plan } }));
      return (await driver.api.subscriptions.retrieve(reference ?? "")).items.data[0]?.price;
    };
    const first = await sold(driver);
    await driver.api.prices.update(first?.id ?? "", { active: false });
    const next = await sold(stripeDriver(optionsFor(sandbox.url)));
    expect([next?.unit_amount, next?.active, next?.id === first?.id]).toEqual([7_700, true, false]);
  });

  it("ORD-04 two processes that need a tax rate at once tax by the same one, and make none twice", async () => {
    const [one, two] = [driver, stripeDriver(optionsFor(sandbox.url))];
    const taxed = async (at: StripeDriver) => {
      const charge = planCharge(await at.payer("ok"));
      const made = await run(at.ports.gateway.create({ ...charge, spec: { ...charge.spec, tax: taxRate(7.5) } }));
      return (await at.api.subscriptions.retrieve(made.reference ?? "")).default_tax_rates?.map(({ id }) => id);
    };
    const [first, second] = await Promise.all([taxed(one), taxed(two)]);
    expect(first).toHaveLength(1);
    expect(second).toEqual(first);
    const known = (await one.api.taxRates.list({ limit: 100 })).data.length;
    expect(await taxed(stripeDriver(optionsFor(sandbox.url)))).toEqual(first);
    expect((await one.api.taxRates.list({ limit: 100 })).data).toHaveLength(known);
  });

  it("lists ten of what an object holds, as its provider does", async () => {
    const { customer_id, payment_method_id } = await driver.payer("ok");
    for (let plans = 0; plans < 11; plans += 1)
      await run(driver.ports.gateway.create(planCharge({ customer_id, payment_method_id })));
    const customer = await driver.api.customers.retrieve(customer_id, { expand: ["subscriptions"] });
    if (customer.deleted === true) throw new Error("the customer is gone");
    expect(customer.subscriptions?.data).toHaveLength(10);
    expect(customer.subscriptions?.has_more).toBe(true);
  });

  it("CHK-03 a card that was forgotten opens no plan, for good", async () => {
    const card = await driver.payer("ok");
    await run(driver.ports.cards.detachCard(card.payment_method_id));
    const refused = await run(driver.ports.gateway.create(planCharge(card)));
    expect(refused).toMatchObject({ _tag: "Canceled", reference: null, message: expect.stringContaining("card") });
  });

  it("DSC-01 a code states how often it can still be used, and opening a plan with it uses it up nowhere", async () => {
    await createPromoCode(sandbox.url, { code: "LAST", percent_off: 50, months: 1, max_uses: 1 });
    const found = await run(driver.ports.promoCodes.find("last"));
    expect(found).toMatchObject({ code: "LAST", percent_off: 50, duration_in_months: 1, limits: [{ left: 1 }] });
    const charge = planCharge(await driver.payer("ok"));
    const discount = { code: "LAST", reference: found?.reference ?? null, percent_off: 50, cycles: 1 };
    const opened = await run(driver.ports.gateway.create({ ...charge, spec: { ...charge.spec, discount } }));
    expect(opened).toMatchObject({ _tag: "RequiresConfirmation", amount: 4_950 });
    expect(await run(driver.ports.promoCodes.find("LAST"))).toEqual(found);
  });

  it("DSC-01 a code with conditions of its provider's is not sold with", async () => {
    await createPromoCode(sandbox.url, { code: "PLAIN", percent_off: 10, months: 2, uses_per_account: 3 });
    expect(await run(driver.ports.promoCodes.find("plain"))).toMatchObject({
      code: "PLAIN",
      percent_off: 10,
      duration_in_months: 2,
      uses_per_account: 3,
    });
    await createPromoCode(sandbox.url, { code: "NEWCOMER", percent_off: 10, months: 2, first_orders_only: true });
    expect(await run(driver.ports.promoCodes.find("NEWCOMER"))).toBeNull();
  });

  it("CHK-03 a card refused at the charge leaves a plan that can be canceled", async () => {
    const { charge, state } = await driver.start(await driver.payer("insufficient"));
    expect(state).toMatchObject({ _tag: "RequiresPaymentMethod", message: expect.stringMatching(/declined/) });
    for (let times = 0; times < 2; times += 1)
      expect(await run(driver.ports.gateway.cancel(charge, state))).toMatchObject({ _tag: "Canceled" });
    expect(await run(driver.ports.gateway.find(charge))).toMatchObject({ _tag: "Canceled" });
  });

  it("CHK-03 3-D Secure is passed by the buyer; the plan is then paid, and can't be canceled", async () => {
    const { setup, ...asked } = await driver.payerWith("pm_card_authenticationRequired");
    await answerBank(setup, true);
    const { charge, state } = await driver.start(asked);
    if (state._tag !== "RequiresAction") throw new Error(`expected the bank to ask, got ${state._tag}`);
    await answerBank(state.client_secret?.split("_secret_")[0] ?? "", true);
    const paid = await run(driver.ports.gateway.cancel(charge, state));
    expect(paid).toMatchObject({ _tag: "Succeeded", payment: { amount: 9_900 } });
    expect(await run(driver.ports.gateway.find(charge))).toEqual(paid);
  });

  it("ORD-06 an inquiry of a bank is no dispute: no money is withdrawn", async () => {
    const { reference } = await driver.pay();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ case: "inquiry" });
    const opened = await fetch(`${sandbox.url}/stripe/payments/${reference}/dispute`, {
      method: "POST",
      headers,
      body,
    });
    const { id } = (await opened.json()) as { readonly id: string };
    const { events } = driver.ports;
    const about = (await run(events.listEvents(instant(0)))).find((event) => event.dispute_id === id);
    if (about === undefined) throw new Error("no event of an inquiry was sent");
    expect(await run(events.retrieveDispute(about))).toBeNull();
    await closeDispute(sandbox.url, "stripe", id, "won");
    expect(await run(events.retrieveDispute(about))).toMatchObject({ dispute_id: id, status: "won" });
  });

  it("CHK-07 reads a signed webhook as a hint at its subscription and order", async () => {
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      created: 0,
      type: "customer.subscription.updated",
      data: { object: { object: "subscription", id: "sub_1", metadata: { order_id: "o-1" } } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    expect(await run(driver.ports.events.verifyWebhook(payload, { "stripe-signature": signature }))).toEqual({
      provider: "stripe",
      event_id: "evt_1",
      type: "customer.subscription.updated",
      occurred_at: instant(0),
      is_relevant: true,
      says_paid: false,
      payment_id: null,
      invoice_id: null,
      customer_id: null,
      refund_id: null,
      dispute_id: null,
      subscription_id: "sub_1",
      order_id: "o-1",
    });
    const changed = await run(
      Effect.result(driver.ports.events.verifyWebhook(`${payload} `, { "stripe-signature": signature })),
    );
    expect(Result.isFailure(changed)).toBe(true);
  });

  it("keeps the sandbox's state across a restart, idempotency keys included", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "backlot-sandbox-"));
    const account = { account_id: crypto.randomUUID(), email: "a@b.co", name: "Ada" };
    const first = await startSandboxProcess({ dataDir });
    const made = await run(makeStripe(optionsFor(first.url)).cards.createCustomer(account));
    await first.stop();
    const second = await startSandboxProcess({ dataDir });
    expect(await run(makeStripe(optionsFor(second.url)).cards.createCustomer(account))).toBe(made);
    expect((await run(makeStripe(optionsFor(second.url)).cards.customer(made))).balance).toBe(0);
    await second.stop();
  });
});

it("CHK-07 every Stripe operation that the store calls has a case that test mode also runs", async ({ skip, task }) => {
  // It needs all cases above.
  if (!hasRunOthers(task.file, ran)) skip();
  expect(operations.length).toBeGreaterThan(40);
  // Test mode meets every need of a case. Cases of other suites run in the sandbox only.
  const caseOf = (operation: string) => casesOf.get(operation)?.find((title) => needsOf(title) !== null) ?? null;
  expect(operations.filter((operation) => caseOf(operation) === null)).toEqual([]);
  await expect(operationTable(operations, caseOf)).toMatchFileSnapshot(OPERATIONS("stripe"));
});

import { makeStripeSetup, rehearseStripe } from "@backlot/adapters-stripe";
import { cents, instant, taxRate } from "@backlot/domain";
import type { ChargeOf } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "@backlot/testing/contracts/contract-case";
import { type StripeDriver, planCharge } from "./stripe-driver.ts";

const run = Effect.runPromise;

/** Has the bank return a refund. Stripe's test mode does that by itself. */
type SendBack = (refund: string) => Promise<void>;

/** Declares the cases that only Stripe has, for the sandbox and for Stripe's test mode. */
export const stripeCases = (
  name: string,
  driver: () => StripeDriver,
  { skips = {}, sendBack = async () => {} }: { readonly skips?: Skips; readonly sendBack?: SendBack } = {},
): void => {
  describe(`what only ${name} does`, () => {
    const test = contractCases(skips);
    const discount = { code: "TENTH", reference: null, percent_off: 10, cycles: 3 };

    /** Opens a plan, as the store does. Returns its reference and what was charged for it. */
    const open = async (charge: ChargeOf<"subscription">) => {
      const { gateway } = driver().ports;
      const made = await run(gateway.create(charge));
      const paid = await run(gateway.capture({ ...charge, reference: made.reference }, made));
      if (paid._tag !== "Succeeded") throw new Error(`expected it paid, got ${paid._tag}`);
      return { reference: made.reference ?? "", amount: paid.payment.amount };
    };
    const planWith = async (spec: Partial<ChargeOf<"subscription">["spec"]>) => {
      const charge = planCharge(await driver().payer("ok"));
      return { charge, opened: await open({ ...charge, spec: { ...charge.spec, ...spec } }) };
    };
    const nextAmount = async (reference: string) =>
      (await run(driver().ports.billing.retrieve(reference)))?.next_invoice_amount;

    /** Returns the charge for a change of an opened plan to a larger one, in cents. */
    const changeOf = (
      charge: ChargeOf<"subscription">,
      subscription_reference: string,
      over: Partial<ChargeOf<"plan-change">["spec"]> = {},
    ): ChargeOf<"plan-change"> => ({
      ...charge,
      order_id: crypto.randomUUID(),
      spec: {
        _tag: "plan-change",
        subscription_reference,
        plan: { plan_variant_id: 132, plan_name: "Pro", interval: "month", amount: cents(19_900) },
        due_today: cents(19_900),
        next_billing_at: instant(0),
        tax: charge.spec.tax,
        unused: cents(0),
        scheduled: null,
        discount: null,
        ...over,
      },
    });

    test("CHG-02 a plan is scheduled, and the schedule is dropped", [], async () => {
      const { billing } = driver().ports;
      const { charge, opened } = await planWith({});
      const smaller = { plan_variant_id: 130, plan_name: "Pro", interval: "month", amount: cents(4_900) } as const;
      await run(billing.schedulePlan(opened.reference, smaller));
      expect([
        (await run(billing.retrieve(opened.reference)))?.has_schedule,
        await nextAmount(opened.reference),
      ]).toEqual([true, 4_900]);
      await run(billing.resume(opened.reference, charge.spec.plan, null));
      expect([
        (await run(billing.retrieve(opened.reference)))?.has_schedule,
        await nextAmount(opened.reference),
      ]).toEqual([false, 9_900]);
    });

    test("DSC-03 a discount lowers the first payment and the next, until an upgrade ends it", [], async () => {
      const { gateway } = driver().ports;
      const { charge, opened } = await planWith({ discount });
      expect([opened.amount, await nextAmount(opened.reference)]).toEqual([8_910, 8_910]);
      const credit = { due_today: cents(10_990), unused: cents(8_910), discount };
      const change = changeOf(charge, opened.reference, credit);
      const changed = await run(gateway.capture(change, await run(gateway.create(change))));
      expect([changed._tag, await nextAmount(opened.reference)]).toEqual(["Succeeded", 19_900]);
      await run(gateway.finalize(change, "paid"));
    });

    test("CHG-02 a change that is refused leaves no credit behind", [], async () => {
      const { api, ports } = driver();
      const { charge, opened } = await planWith({});
      const change = changeOf(charge, opened.reference);
      // As if the store stopped between the credit and the change.
      const customer = charge.customer_id ?? "";
      await api.invoiceItems.create({
        customer,
        subscription: opened.reference,
        amount: -100,
        currency: "usd",
        metadata: { order_id: change.order_id },
      });
      await run(ports.gateway.finalize(change, "ended"));
      expect((await api.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
    });

    test("ORD-04 a plan is taxed by the store's rate, each time it is billed", [], async () => {
      const { opened } = await planWith({ tax: taxRate(10) });
      expect(opened.amount).toBe(10_890);
      const { default_tax_rates } = await driver().api.subscriptions.retrieve(opened.reference);
      expect((default_tax_rates ?? []).map(({ percentage }) => percentage)).toEqual([10]);
    });

    test("DSC-01 an unknown code isn't found", [], async () => {
      expect(await run(driver().ports.promoCodes.find(`NONE-${crypto.randomUUID()}`))).toBeNull();
    });

    test("ORD-06 a payment that its bank disputes is reported, with its customer and amount", [], async () => {
      const { ports, payerWith } = driver();
      const began = instant(Date.now() - 60_000);
      const charge = planCharge(await payerWith("pm_card_createDispute"));
      await open(charge);
      const disputes = async () => {
        const events = (await run(ports.events.listEvents(began))).filter(({ dispute_id }) => dispute_id !== null);
        const found = await Promise.all(events.map((event) => run(ports.events.retrieveDispute(event))));
        return found.filter((dispute) => dispute?.customer_id === charge.customer_id);
      };
      await expect.poll(disputes, { timeout: 60_000, interval: 1_000 }).not.toEqual([]);
      expect((await disputes())[0]).toMatchObject({ status: "open", amount: 9_900 });
    });

    const amountsOf = async (customer: string) =>
      (await driver().api.charges.list({ customer })).data
        .filter(({ paid }) => paid)
        .map(({ amount }) => amount)
        .reverse();

    test("CHK-07 a renewal is charged within the hour after its period begins", ["clock"], async () => {
      const { startOnClock, advance } = driver();
      const { customer_id, reference } = await startOnClock();
      await advance({ months: 1 }, true);
      expect(await amountsOf(customer_id)).toEqual([9_900]);
      expect(await run(driver().ports.billing.retrieve(reference))).toMatchObject({
        status: "active",
        failed_at: null,
        invoices: [{ reason: "start" }],
      });
      await advance({});
      expect(await amountsOf(customer_id)).toEqual([9_900, 9_900]);
    });

    test("CHG-02 DSC-03 a scheduled plan of the same price is billed without the discount", ["clock"], async () => {
      const { ports, startOnClock, advance } = driver();
      const { customer_id, reference, charge } = await startOnClock({ discount });
      const before = await run(ports.billing.retrieve(reference));
      expect(before?.next_invoice_amount).toBe(8_910);
      await run(ports.billing.schedulePlan(reference, charge.spec.plan));
      await advance({ months: 1 });
      expect(await amountsOf(customer_id)).toEqual([8_910, 9_900]);
    });

    test("CHG-05 a plan that is canceled within that hour is not charged again", ["clock"], async () => {
      const { ports, startOnClock, advance } = driver();
      const [canceled, ended] = [ports.billing.cancelAtPeriodEnd, ports.billing.cancelNow];
      for (const stop of [canceled, ended]) {
        const { customer_id, reference } = await startOnClock();
        await advance({ months: 1 }, true);
        await run(stop(reference));
        await advance({ days: 1 });
        expect(await amountsOf(customer_id)).toEqual([9_900]);
      }
    });

    test("CHK-07 an overdue renewal is paid by another card, which pays from then on", ["clock"], async () => {
      const { ports, startOnClock, addCard, renewals, advance } = driver();
      const { customer_id, payment_method_id, reference } = await startOnClock();
      await renewals.setFunding(reference, "insufficient");
      expect(await run(ports.cards.payOverdue(reference, payment_method_id))).toBeNull();
      await advance({ months: 1, days: 1 });
      const fresh = await addCard(customer_id, "pm_card_visa");
      expect(await run(ports.cards.payOverdue(reference, fresh))).toMatchObject({ _tag: "Succeeded" });
      expect((await run(ports.cards.customer(customer_id))).plan_payment_methods).toEqual({ [reference]: fresh });
    });

    test(
      "CHG-08 a plan that stays unpaid is overdue, and ends by itself or when it is canceled",
      ["clock"],
      async () => {
        const { ports, startOnClock, renewals, advance } = driver();
        const { reference } = await startOnClock();
        await renewals.setFunding(reference, "insufficient");
        await advance({ months: 1, days: 4 });
        expect(await run(ports.billing.retrieve(reference))).toMatchObject({ status: "past-due", auto_renews: true });
        await run(ports.billing.cancelNow(reference));
        expect(await run(ports.billing.retrieve(reference))).toMatchObject({ status: "ended", auto_renews: false });
      },
    );

    test("CHK-03 a payment that requires 3-D Secure waits, and can be canceled", [], async () => {
      const { api, ports, newCustomer } = driver();
      const customer_id = await newCustomer();
      const card = await api.paymentMethods.attach("pm_card_authenticationRequired", { customer: customer_id });
      const charge = planCharge({ customer_id, payment_method_id: card.id });
      const opened = await run(ports.gateway.create(charge));
      const known = { ...charge, reference: opened.reference };
      const asked = await run(ports.gateway.capture(known, opened));
      expect(asked).toMatchObject({ _tag: "RequiresAction", client_secret: expect.any(String) });
      expect(await run(ports.gateway.cancel(known, asked))).toMatchObject({ _tag: "Canceled" });
      expect(await amountsOf(customer_id)).toEqual([]);
    });

    test("ORD-06 a refund that the bank returns is reported as failed", [], async () => {
      const { ports, payerWith, pay } = driver();
      const { reference, amount } = await pay(await payerWith("pm_card_refundFail"));
      const began = instant(Date.now() - 60_000);
      const made = await run(ports.refunds.refund({ id: crypto.randomUUID(), payment_reference: reference, amount }));
      if (made._tag !== "Refunded") throw new Error(`expected it refunded, got ${made._tag}`);
      await sendBack(made.provider_reference);
      const states = async () => {
        const events = (await run(ports.events.listEvents(began))).filter(({ payment_id }) => payment_id === reference);
        const found = await Promise.all(events.map((event) => run(ports.events.retrieveRefund(event))));
        return found.map((totals) => totals?.outcome?.status);
      };
      await expect.poll(states, { timeout: 60_000, interval: 1_000 }).toContain("failed");
    });

    test("DSC-01 a code is found by its name, with its coupon and its limit", [], async () => {
      const { api, ports } = driver();
      const coupon = await api.coupons.create({ percent_off: 20, duration: "repeating", duration_in_months: 3 });
      const code = `CASE${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
      await api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code, max_redemptions: 2 });
      expect(await run(ports.promoCodes.find(code.toLowerCase()))).toMatchObject({
        code,
        percent_off: 20,
        duration_in_months: 3,
        limits: [{ left: 2 }],
      });
    });

    test("the check of an account finds and creates a missing webhook endpoint", [], async () => {
      const { api, options } = driver();
      const webhookUrl = `https://${crypto.randomUUID()}.example.com/api/webhooks/stripe`;
      const setup = makeStripeSetup({
        ...options,
        webhookUrl,
        hasWebhookSecret: true,
        taxPercent: "8.25",
        now: Date.now,
      });
      const webhook = async () => (await run(setup.check)).find(({ what }) => what === "Webhook endpoint");
      const missing = await webhook();
      expect(missing).toMatchObject({ state: "wrong", says: `No webhook endpoint sends events to ${webhookUrl}.` });
      const made = missing?.create == null ? null : await run(missing.create);
      const endpoints = await api.webhookEndpoints.list({ limit: 100 });
      const { id = "" } = endpoints.data.find(({ url }) => url === webhookUrl) ?? {};
      try {
        expect(made?.settings).toEqual({ STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/) });
        expect(await webhook()).toMatchObject({ state: "ok" });
        await api.webhookEndpoints.update(id, { enabled_events: ["invoice.paid", "customer.created"] });
        const incomplete = await webhook();
        expect(incomplete).toMatchObject({ state: "wrong", says: expect.stringContaining("invoice.voided") });
        if (incomplete?.create != null) await run(incomplete.create);
        expect(await webhook()).toMatchObject({ state: "ok" });
        expect((await api.webhookEndpoints.retrieve(id)).enabled_events).toContain("customer.created");
      } finally {
        // An account has 16 endpoints at most.
        await api.webhookEndpoints.del(id);
      }
    });

    test("a rehearsal buys, renews, changes, refunds, and disputes", ["clock"], async () => {
      const steps = [];
      for await (const step of rehearseStripe(driver().options))
        steps.push(`${step.state} ${step.what}${step.state === "failed" ? `: ${String(step.error)}` : ""}`);
      expect(steps).toEqual(
        [
          "A card",
          "A plan",
          "Credits",
          "A guest's cart",
          "A renewal",
          "An upgrade",
          "A downgrade",
          "A refund",
          "A dispute",
          "A cancellation",
        ].map((what) => `done ${what}`),
      );
    });
  });
};

import { cents, instant, taxRate } from "@backlot/domain";
import type { ChargeOf } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "@backlot/testing/contracts/contract-case";
import { type StripeDriver, planCharge } from "./stripe-driver.ts";

const run = Effect.runPromise;

/** Declares the cases that only Stripe has, for the sandbox and for Stripe's test mode. */
export const stripeCases = (name: string, driver: () => StripeDriver, skips: Skips = {}): void => {
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
  });
};

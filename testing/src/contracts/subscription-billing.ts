import { type Cents, cents } from "@backlot/domain";
import type { BilledPlan, SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "./contract-case.ts";
import type { Funding } from "./payment-gateway.ts";

/** A new subscription. Amounts are in cents. */
export interface Started {
  readonly reference: string;
  readonly order_id: string;
  readonly first_amount: Cents;
  readonly price: Cents;
}

/** A subscription billing adapter, and a provider with a clock. */
export interface BillingRig {
  readonly billing: SubscriptionBilling;
  readonly down: SubscriptionBilling;
  /** Subscribes a new buyer to the monthly plan 131. */
  readonly start: () => Promise<Started>;
  /** Sets whether later payments of a subscription succeed. */
  readonly setFunding: (reference: string, funding: Funding) => Promise<void>;
  readonly advance: (by: { readonly months?: number; readonly days?: number }) => Promise<void>;
}

/** The needs of tests about renewals: a buyer who subscribes, and a clock. */
const NEEDS_CLOCK = ["approval", "clock"] as const;

/** Declares the tests that every SubscriptionBilling adapter must pass. */
export const subscriptionBillingContract = (name: string, on: () => BillingRig, skips: Skips = {}): void => {
  describe(`the subscription billing of ${name}`, () => {
    const run = Effect.runPromise;
    const test = contractCases(skips);
    const planAt = (amount: number): BilledPlan => ({
      plan_variant_id: 130,
      plan_name: "Pro",
      interval: "month",
      amount: cents(amount),
    });
    const amounts = async (reference: string) =>
      (await run(on().billing.retrieve(reference)))?.invoices.map((invoice) => invoice.amount_paid);

    test("CHK-07 a subscription says whose order it is and what was paid for it", ["approval"], async () => {
      const { billing, start } = on();
      const { reference, order_id, first_amount } = await start();
      expect(await run(billing.retrieve(reference))).toMatchObject({
        subscription_id: reference,
        order_id,
        status: "active",
        auto_renews: true,
        cancels_at_period_end: false,
        failed_at: null,
        invoices: [{ reason: "start", amount_paid: first_amount, payment_id: expect.any(String) }],
      });
      expect(await run(billing.retrieve("nobody"))).toBeNull();
    });

    test("CHK-07 periods follow each other without a gap, each paid once", NEEDS_CLOCK, async () => {
      const { billing, start, advance } = on();
      const { reference, first_amount, price } = await start();
      for (let month = 0; month < 3; month += 1) await advance({ months: 1 });
      await advance({ days: 1 });
      expect(await amounts(reference)).toEqual([first_amount, price, price, price]);
      const found = await run(billing.retrieve(reference));
      const periods = found?.invoices.map((invoice) => invoice.period) ?? [];
      for (const [index, period] of periods.entries())
        if (index > 0) expect(period.start).toBe(periods[index - 1]?.end);
    });

    test("CHK-07 a refused renewal is known, and since when", NEEDS_CLOCK, async () => {
      const { billing, start, advance, setFunding } = on();
      const { reference } = await start();
      await setFunding(reference, "insufficient");
      await advance({ months: 1, days: 4 });
      expect(await run(billing.retrieve(reference))).toMatchObject({
        status: "past-due",
        failed_at: expect.any(String),
        ended_at: null,
        invoices: [{ reason: "start" }],
      });
    });

    test("CHG-08 a canceled subscription can be resumed until its period is over", ["approval"], async () => {
      const { billing, start } = on();
      const { reference, price } = await start();
      for (let times = 0; times < 2; times += 1) await run(billing.cancelAtPeriodEnd(reference));
      expect(await run(billing.retrieve(reference))).toMatchObject({
        status: "active",
        cancels_at_period_end: true,
        auto_renews: false,
      });
      for (let times = 0; times < 2; times += 1) await run(billing.resume(reference, planAt(price), null));
      expect(await run(billing.retrieve(reference))).toMatchObject({
        status: "active",
        cancels_at_period_end: false,
        auto_renews: true,
      });
    });

    test("CHG-08 a canceled subscription bills no more, also one that was resumed before", NEEDS_CLOCK, async () => {
      const { billing, start, advance } = on();
      const { reference, first_amount, price } = await start();
      await run(billing.cancelAtPeriodEnd(reference));
      await run(billing.resume(reference, planAt(price), null));
      await run(billing.cancelAtPeriodEnd(reference));
      await advance({ months: 2 });
      expect(await amounts(reference)).toEqual([first_amount]);
    });

    test(
      "CHG-02 a scheduled plan counts from the next period on, and the old one again once it is undone",
      NEEDS_CLOCK,
      async () => {
        const { billing, start, advance } = on();
        const { reference, first_amount, price } = await start();
        await run(billing.schedulePlan(reference, planAt(4_900)));
        await run(billing.resume(reference, planAt(price), null));
        await advance({ months: 1, days: 1 });
        await run(billing.schedulePlan(reference, planAt(4_900)));
        await run(billing.schedulePlan(reference, planAt(4_900)));
        await advance({ months: 1 });
        expect(await amounts(reference)).toEqual([first_amount, price, 4_900]);
      },
    );

    test("CHG-08 what is canceled now is over for good, and canceling it again is the same", ["approval"], async () => {
      const { billing, start } = on();
      const { reference, price } = await start();
      for (let times = 0; times < 2; times += 1) await run(billing.cancelNow(reference));
      const resumed = await run(Effect.result(billing.resume(reference, planAt(price), null)));
      if (!billing.plansKnown) expect(Result.isFailure(resumed) && resumed.failure._tag).toBe("SubscriptionEnded");
      expect((await run(billing.retrieve(reference)))?.auto_renews).toBe(false);
    });

    test("CHG-08 what was canceled now bills no more", NEEDS_CLOCK, async () => {
      const { billing, start, advance } = on();
      const { reference, first_amount } = await start();
      await run(billing.cancelNow(reference));
      await advance({ months: 2 });
      expect(await amounts(reference)).toEqual([first_amount]);
    });

    test("a provider that does not answer is unavailable", [], async () => {
      const { down } = on();
      for (const asked of [down.retrieve("x"), down.cancelNow("x"), down.cancelAtPeriodEnd("x")]) {
        const answer = await run(Effect.result(asked as Effect.Effect<unknown, { readonly _tag: string }>));
        expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
      }
    });
  });
};

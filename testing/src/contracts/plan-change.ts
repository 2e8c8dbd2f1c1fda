import { type Cents, type Instant, NO_TAX, cents } from "@backlot/domain";
import type { ChargeOf, ChargeState, PaymentGateway } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "./contract-case.ts";
import type { Funding, GatewayRig } from "./payment-gateway.ts";

type Payer = Awaited<ReturnType<GatewayRig["payer"]>>;

/** A payment gateway, and a buyer with a paid plan. */
interface PlanChangeRig extends Omit<GatewayRig, "payer"> {
  /** Buys a plan for a new buyer. `payer` returns the fields about them in a plan change's charge. */
  readonly withPlan: () => Promise<{
    readonly subscription_reference: string;
    readonly payer: (funding: Funding) => Promise<Payer>;
  }>;
}

const PRICE: Cents = cents(9_900);
const UNUSED: Cents = cents(1_000);
const DUE: Cents = cents(PRICE - UNUSED);

/** Declares the tests that every PaymentGateway must pass for plan changes. */
export const planChangeContract = (name: string, on: () => PlanChangeRig, skips: Skips = {}): void => {
  describe(`the payment gateway of ${name}, plan-change`, () => {
    const run = Effect.runPromise;
    const test = contractCases(skips);
    type Owner = Awaited<ReturnType<PlanChangeRig["withPlan"]>>;

    const changeOf = async (owner: Owner, funding: Funding = "ok"): Promise<ChargeOf<"plan-change">> => {
      const later = Math.ceil(Date.parse(await on().now()) / 1_000) * 1_000 + 30 * 86_400_000;
      return {
        order_id: crypto.randomUUID(),
        reference: null,
        ...(await owner.payer(funding)),
        attempt: 0,
        return_urls: { return_url: "https://example.com/back?order=1", cancel_url: "https://example.com/no?order=1" },
        spec: {
          _tag: "plan-change",
          plan: { plan_variant_id: 133, plan_name: "Pro", interval: "month", amount: PRICE },
          due_today: DUE,
          next_billing_at: new Date(later).toISOString() as Instant,
          tax: NO_TAX,
          subscription_reference: owner.subscription_reference,
          unused: UNUSED,
          scheduled: null,
          discount: null,
        },
      };
    };
    const made = async (gateway: PaymentGateway, charge: ChargeOf<"plan-change">, funding: Funding = "ok") => {
      const open = await run(gateway.create(charge));
      await on().approve(open, funding);
      const known = { ...charge, reference: open.reference };
      return { charge: known, seen: (await run(gateway.find(known))) ?? open };
    };
    const pay = async (gateway: PaymentGateway, owner: Owner): Promise<ChargeState> => {
      const { charge, seen } = await made(gateway, await changeOf(owner));
      return run(gateway.capture(charge, seen));
    };

    test("CHG-02 CHG-09 looking for a change and making it take no money", ["approval"], async () => {
      const { gateway, withPlan } = on();
      const charge = await changeOf(await withPlan());
      expect(await run(gateway.find(charge))).toBeNull();
      const open = await run(gateway.create(charge));
      expect(["RequiresConfirmation", "RequiresAction"]).toContain(open._tag);
      expect((await run(gateway.find({ ...charge, reference: open.reference })))?._tag).not.toBe("Succeeded");
    });

    test("CHG-02 CHG-09 what is unused lowers the money, which is taken once", ["approval"], async () => {
      const { gateway, withPlan } = on();
      const owner = await withPlan();
      const { charge, seen } = await made(gateway, await changeOf(owner));
      const taken = await run(gateway.capture(charge, seen));
      if (taken._tag !== "Succeeded") throw new Error(`expected it paid, got ${taken._tag}`);
      expect(taken.payment).toMatchObject({ amount: DUE, credit_used: 0, key: expect.stringMatching(/^invoice:/) });
      expect(taken.payment.subscription?.reference).toEqual(expect.any(String));
      await run(gateway.finalize({ ...charge, reference: taken.reference }, "paid"));
      // A process that comes back after a crash finds the same charge and can repeat each call.
      const known = { ...charge, reference: taken.reference };
      expect(await run(gateway.find(known))).toEqual(taken);
      expect(await run(gateway.capture(known, taken))).toEqual(taken);
      expect(await run(gateway.cancel(known, taken))).toEqual(taken);
    });

    test("CHG-02 CHG-09 a refused change takes nothing, and the next one costs the same", ["approval"], async () => {
      const { gateway, withPlan } = on();
      const owner = await withPlan();
      const { charge, seen } = await made(gateway, await changeOf(owner, "insufficient"), "insufficient");
      const refused = await run(gateway.capture(charge, seen));
      expect(refused).toMatchObject({ message: expect.stringMatching(/declined|PayPal/) });
      const known = { ...charge, reference: refused.reference ?? charge.reference };
      expect((await run(gateway.cancel(known, refused)))._tag).not.toBe("Succeeded");
      await run(gateway.finalize(known, "ended"));
      expect((await run(gateway.find(known)))?._tag).not.toBe("Succeeded");
      // Nothing is left over that changes the price of the next change.
      expect(await pay(gateway, owner)).toMatchObject({ _tag: "Succeeded", payment: { amount: DUE } });
    });

    test("CHG-02 CHG-09 a change that is given up leaves the plan as it was", ["approval"], async () => {
      const { gateway, withPlan } = on();
      const owner = await withPlan();
      const { charge, seen } = await made(gateway, await changeOf(owner));
      for (let times = 0; times < 2; times += 1) {
        expect((await run(gateway.cancel(charge, seen)))._tag).not.toBe("Succeeded");
        await run(gateway.finalize(charge, "ended"));
      }
      expect(await pay(gateway, owner)).toMatchObject({ _tag: "Succeeded", payment: { amount: DUE } });
    });

    test(
      "CHG-02 a provider that does not answer is unavailable, and no card is declined for it",
      ["approval"],
      async () => {
        const { down, withPlan } = on();
        const charge = await changeOf(await withPlan());
        const open: ChargeState = {
          _tag: "RequiresConfirmation",
          reference: "x",
          amount: null,
          client_secret: null,
          handle: null,
        };
        for (const asked of [
          down.find({ ...charge, reference: "x" }),
          down.capture({ ...charge, reference: "x" }, open),
        ]) {
          const answer = await run(Effect.result(asked as Effect.Effect<unknown, { readonly _tag: string }>));
          expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
        }
      },
    );
  });
};

import { type Cents, type Instant, NO_TAX, cents } from "@backlot/domain";
import type { Charge, ChargeSpec, ChargeState, PaymentGateway } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "./contract-case.ts";

/** Whether the buyer's funding source has the money. */
export type Funding = "ok" | "insufficient";

/** A payment gateway, and a buyer who can pay through it. */
export interface GatewayRig {
  readonly gateway: PaymentGateway;
  /** A gateway whose provider is unreachable. */
  readonly down: PaymentGateway;
  /** Creates a buyer and returns the charge fields about them: their customer and card, if the provider has them. */
  readonly payer: (funding: Funding) => Promise<Pick<Charge, "customer_id" | "payment_method_id">>;
  /** Does what the buyer does between create and capture, such as approving on the provider's page. */
  readonly approve: (state: ChargeState, funding: Funding) => Promise<void>;
  readonly now: () => Promise<Instant>;
}

/** The kind of charge to test, and whether a created charge can be found by its order alone. */
interface GatewayCase {
  readonly kind: "one-time" | "subscription";
  readonly findsByOrder: boolean;
  readonly skips?: Skips;
}

const AMOUNT: Cents = cents(4_900);

/** Declares the tests that every PaymentGateway must pass. */
export const paymentGatewayContract = (
  name: string,
  { kind, findsByOrder, skips = {} }: GatewayCase,
  on: () => GatewayRig,
): void => {
  describe(`the payment gateway of ${name}, ${kind}`, () => {
    const run = Effect.runPromise;
    const test = contractCases(skips);
    const specAt = (now: Instant): ChargeSpec =>
      kind === "one-time"
        ? { _tag: "one-time", amount: AMOUNT, description: "23 credits" }
        : {
            _tag: "subscription",
            plan: { plan_variant_id: 130, plan_name: "Pro", interval: "month", amount: AMOUNT },
            due_today: AMOUNT,
            next_billing_at: now,
            tax: NO_TAX,
            one_time: null,
            discount: null,
          };
    const chargeFor = async (funding: Funding = "ok"): Promise<Charge> => {
      const { payer, now } = on();
      const later = new Date(Math.ceil(Date.parse(await now()) / 1_000) * 1_000 + 30 * 86_400_000).toISOString();
      return {
        order_id: crypto.randomUUID(),
        reference: null,
        ...(await payer(funding)),
        attempt: 0,
        return_urls: { return_url: "https://example.com/back?order=1", cancel_url: "https://example.com/no?order=1" },
        spec: specAt(later as Instant),
      };
    };
    const opened = async (funding: Funding = "ok") => {
      const { gateway, approve } = on();
      const charge = await chargeFor(funding);
      const open = await run(gateway.create(charge));
      const known = { ...charge, reference: open.reference };
      await approve(open, funding);
      const seen = await run(gateway.find(known));
      if (seen === null) throw new Error("the charge was made and is not found");
      return { gateway, charge: known, open, seen };
    };

    test("CHK-03 looking for a charge starts nothing", [], async () => {
      const { gateway } = on();
      const charge = await chargeFor();
      expect(await run(gateway.find(charge))).toBeNull();
      expect(await run(gateway.find(charge))).toBeNull();
    });

    test("CHK-03 a charge made again, also at once, is the first one, and has taken no money", [], async () => {
      const { gateway } = on();
      const charge = await chargeFor();
      const made = await Promise.all([1, 2, 3].map(() => run(gateway.create(charge))));
      expect(new Set(made.map((state) => state.reference)).size).toBe(1);
      expect(made[0]?.reference).toEqual(expect.any(String));
      const seen = await run(gateway.find({ ...charge, reference: made[0]?.reference ?? null }));
      expect(["RequiresConfirmation", "RequiresAction"]).toContain(seen?._tag);
      const searched = await run(gateway.find(charge));
      expect(searched?.reference ?? null).toBe(findsByOrder ? (made[0]?.reference ?? null) : null);
    });

    test("CHK-03 takes the money once, no matter who asks, and reports that from then on", ["approval"], async () => {
      const { gateway, charge, seen } = await opened();
      const taken = await Promise.all([1, 2, 3].map(() => run(gateway.capture(charge, seen))));
      const paid = await run(gateway.find(charge));
      expect(paid).toMatchObject({
        _tag: "Succeeded",
        reference: charge.reference,
        payment: { amount: AMOUNT, credit_used: 0 },
      });
      for (const state of taken) expect(state).toEqual(paid);
      if (paid?._tag !== "Succeeded") throw new Error("it is not paid");
      expect(paid.payment.key).toMatch(kind === "one-time" ? /^payment:/ : /^invoice:/);
      expect(paid.payment.refund_reference).toEqual(expect.any(String));
      expect(paid.payment.subscription === null).toBe(kind === "one-time");
      await run(gateway.finalize(charge, "paid"));
      expect(await run(gateway.cancel(charge, paid))).toEqual(paid);
    });

    test("CHK-03 a refusal takes nothing, and what was refused can be canceled", ["approval"], async () => {
      const { gateway, charge, seen } = await opened("insufficient");
      const refused = await run(gateway.capture(charge, seen));
      expect(refused).toMatchObject({ message: expect.stringMatching(/declined|PayPal/) });
      expect(["RequiresPaymentMethod", "Canceled"]).toContain(refused._tag);
      expect(["Canceled", "RequiresPaymentMethod", "RequiresCapture"]).toContain(
        (await run(gateway.cancel(charge, refused)))._tag,
      );
      expect((await run(gateway.find(charge)))?._tag).not.toBe("Succeeded");
    });

    test("CHK-03 canceling is the same again, and nothing that was canceled is paid", [], async () => {
      const { gateway } = on();
      const charge = await chargeFor();
      const open = await run(gateway.create(charge));
      const known = { ...charge, reference: open.reference };
      const once = await run(gateway.cancel(known, open));
      const again = await run(gateway.cancel(known, (await run(gateway.find(known))) ?? once));
      expect(again._tag).toBe(once._tag);
      await run(gateway.finalize(known, "ended"));
      expect((await run(gateway.capture(known, again)))._tag).not.toBe("Succeeded");
    });

    test("CHK-03 a reference that the provider does not know is over", [], async () => {
      const { gateway } = on();
      const charge = await chargeFor();
      expect(await run(gateway.find({ ...charge, reference: "nobody" }))).toMatchObject({ _tag: "Canceled" });
    });

    test("CHK-03 a provider that does not answer is unavailable, and no card is declined for it", [], async () => {
      const { down } = on();
      const charge = await chargeFor();
      for (const asked of [down.create(charge), down.find({ ...charge, reference: "x" })]) {
        const answer = await run(Effect.result(asked as Effect.Effect<unknown, { readonly _tag: string }>));
        expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
      }
    });
  });
};

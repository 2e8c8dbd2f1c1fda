import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  type Cents,
  type PlanOffer,
  SMALLEST_CHARGE,
  ZERO,
  cents,
  credits,
  explainQuote,
  instantOf,
  licenseId,
  lineShares,
  planVariant,
  priceReasons,
  quotePlan,
  quoteUpgrade,
  sum,
  taxRate,
} from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const AT = instantOf("2026-11-26T10:00:00Z");

const variantAt = (price: number) => {
  const offer: PlanOffer = {
    id: 1,
    group_id: 1,
    plan_name: "Pro",
    interval: "month",
    recurring_credits: credits(20),
    price: cents(price),
    license_from: licenseId(1),
    license_to: licenseId(2),
  } as never;
  return planVariant(offer, licenseId(1));
};

/** Returns what a card provider charges for an invoice, and the balance that it leaves, both in cents. */
const charged = (invoice: number, balance: number) => {
  const whole = invoice + balance;
  const due = whole < SMALLEST_CHARGE ? 0 : whole;
  return { due, left: whole - due };
};

const around = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -20_000, max: 20_000 }));

describe("a customer's balance at the card provider", () => {
  it("DSC-06 ORD-04 a plan is quoted at what the provider charges, whatever the balance", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        around,
        fc.integer({ min: 0, max: 20 }),
        (price, balance, tax) => {
          const quote = quotePlan({
            variant: variantAt(price),
            accountCredit: cents(-balance),
            smallest: SMALLEST_CHARGE,
            at: AT,
            tax: taxRate(tax),
          });
          const { due, left } = charged(quote.subtotal + quote.tax, balance);
          expect(quote.total).toBe(due);
          expect((quote.carried_over ?? 0) - quote.account_credit_left).toBe(left);
          expect(sum(explainQuote(quote).map(({ amount }) => amount))).toBe(quote.total);
          expect(sum(priceReasons(quote, licenseId(1), PRICE_RULES).map(({ amount }) => amount))).toBe(quote.total);
          // A debt that is collected with the plan pays for no part of it.
          const funded = lineShares(quote, { amount: quote.total, credit: quote.account_credit });
          expect(sum(funded.map(({ amount }) => amount))).toBeLessThanOrEqual(quote.subtotal);
        },
      ),
    );
  });

  it("DSC-06 CHG-07 so is an upgrade, of which what is returned pays the debt before it becomes credit", () => {
    const returned = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), around, returned, (price, balance, unused) => {
        const variant = variantAt(price);
        const credit = Math.max(0, -balance);
        const paid = Math.max(0, price - unused);
        const used = Math.min(credit, paid);
        const preview = {
          credits_returned: credits(0),
          credit_for_unused: cents(unused),
          account_credit_used: cents(used),
          account_credit_left: cents(credit - used + Math.max(0, unused - price)),
          next_renewal: null,
        };
        const owed: Cents = cents(Math.max(0, balance));
        const quote = quoteUpgrade(variant, preview, undefined, { owed, smallest: SMALLEST_CHARGE });
        const { due, left } = charged(price - unused, balance);
        expect(quote.total).toBe(due);
        expect((quote.carried_over ?? ZERO) - quote.account_credit_left).toBe(left);
      }),
    );
  });
});

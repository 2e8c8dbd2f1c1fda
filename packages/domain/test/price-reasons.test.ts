import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  type LicenseId,
  type Quote,
  SMALLEST_CHARGE,
  cents,
  credits,
  instantOf,
  itemPriceReason,
  licenseId,
  planPriceReason,
  planVariant,
  previewChange,
  priceReasons,
  quoteCart,
  quotePack,
  quotePlan,
  quoteUpgrade,
  taxRate,
  ITEM_FACTORS,
  PLAN_FACTORS,
} from "@backlot/domain";
import { describe, expect, it } from "vitest";

const AT = instantOf("2026-11-21T00:00:00.000Z");
const HALFWAY = instantOf("2026-11-16T00:00:00.000Z");
const pro = (interval: "month" | "year", license = 1) =>
  planVariant(
    {
      id: 1,
      group_id: 1,
      plan_name: "Pro",
      interval,
      recurring_credits: credits(20),
      price: cents(10_000),
      license_from: licenseId(1),
      license_to: licenseId(6),
    },
    licenseId(license),
  );
const rows = (quote: Quote, license: LicenseId = licenseId(1)) =>
  priceReasons(quote, license, PRICE_RULES).map(({ name, why, amount }) => [name, amount, why]);

describe("why a price is what it is", () => {
  it("ORD-04 PLN-01 says what a license makes of a price", () => {
    expect(planPriceReason(licenseId(2), PLAN_FACTORS)).toBe(
      "This is the list price. It applies to Individual and Startup licenses. Under Enterprise licenses, plans cost " +
        "1.7 to 4 times as much.",
    );
    expect(planPriceReason(licenseId(3), PLAN_FACTORS)).toBe(
      "Under the Enterprise $3M-$20M license, plans cost 1.7 times their list price.",
    );
    expect(itemPriceReason(licenseId(1), ITEM_FACTORS)).toBe(
      "This is the Individual price. Other licenses multiply it: Startup × 3, " +
        "Enterprise $3M-$20M × 6, Enterprise $21M-$49M × 9, Enterprise $50M-$99M × 12, Enterprise Over $100M × 16.",
    );
    expect(itemPriceReason(licenseId(6), ITEM_FACTORS)).toBe(
      "Under the Enterprise Over $100M license, files cost 16 times the Individual price. " +
        "If you already own a file under a lower license, you pay the difference.",
    );
  });

  it("ORD-04 DSC-03 says how the total of a plan comes about", () => {
    const promo = { code: "TEN", percent_off: 10, duration_in_months: 3 };
    const pack = { reference: "5", amount: credits(5), price: cents(1_500) };
    const tax = taxRate(8.25);
    const quote = quotePlan({ variant: pro("month", 4), accountCredit: cents(30_000), at: AT, promo, pack, tax });
    expect(rows(quote, licenseId(4))).toEqual([
      ["Plan", 25_000, "List price $100.00 × 2.5 for the Enterprise $21M-$49M license."],
      ["Credits", 1_500, "$3.00 per credit, the price for this many credits under the Enterprise $21M-$49M license."],
      ["Promo code", -2_500, "10% off the plan price. Applies to first 3 months."],
      ["Sales tax", 1_980, "8.25% of $240.00."],
      ["Your account credit", -24_356, "Account credit pays only for plans. You'll have $56.44 left."],
    ]);
    const sale = { percent_off: 30, months: 6 };
    expect(rows(quotePlan({ variant: pro("year"), accountCredit: cents(-500), at: AT, sale })).slice(1)).toEqual([
      ["Sale", -3_000, "30% off the plan price. Renews at full-price after the first year."],
      ["Earlier payments", 500, "You owe this from earlier payments. We'll charge it with this order."],
    ]);
    const little = quotePlan({ variant: pro("month"), accountCredit: cents(9_980), smallest: SMALLEST_CHARGE, at: AT });
    expect(rows(little).slice(1, 2)).toEqual([
      ["Charged later", -20, "This is too little to charge now. We'll add it to your next payment."],
    ]);
    // Old quotes store neither the percentages nor the rate.
    const old = quote.discounts.map(({ percent_off: _, ...each }) => each);
    const { tax_rate: _, ...untaxed } = { ...quote, discounts: old };
    expect(rows(untaxed).slice(2, 4)).toEqual([
      ["Promo code", -2_500, "Applies to first 3 months."],
      ["Sales tax", 1_980, "Added to the price."],
    ]);
  });

  it("ORD-04 CHG-07 says what an upgrade takes off for the current plan", () => {
    const current = {
      variant_id: 130,
      license_id: licenseId(1),
      interval: "month" as const,
      recurring_credits: credits(20),
      period: { start: instantOf("2026-11-01T00:00:00.000Z"), end: instantOf("2026-12-01T00:00:00.000Z") },
      paid: cents(4_900),
      unspent: credits(15),
      legacy: false,
      legacy_unspent: credits(0),
    };
    const target = { ...current, variant_id: 1, interval: "year" as const, price: cents(10_000) };
    const preview = previewChange({
      current,
      target,
      accountCredit: cents(0),
      at: HALFWAY,
    });
    expect(rows(quoteUpgrade(pro("year"), preview))[1]).toEqual([
      "Unused part of your plan (10 credits)",
      -2_450,
      "10 credits at $2.45 each, the price you paid. We count your unspent credits, up to the share for the " +
        "time left in this billing period. You keep your purchased credits.",
    ]);
    const rest = (over: object) => {
      const changed = previewChange({ current: { ...current, ...over }, target, accountCredit: cents(0), at: HALFWAY });
      return rows(quoteUpgrade(pro("year"), changed))[1];
    };
    expect(rest({ unspent: credits(3) })?.[2]).toContain("3 credits at $2.45 each");
    expect(rest({ paid: cents(1_000), unspent: credits(3), recurring_credits: credits(7) })?.[2]).toContain(
      "at about $1.4",
    );
    expect(rest({ unspent: credits(0) })).toEqual([
      "Unused part of your plan",
      0,
      "This billing period has no unused value left.",
    ]);
    expect(rest({ recurring_credits: credits(0), unspent: credits(0) })).toEqual([
      "Unused part of your plan",
      -2_450,
      "The unused part of this billing period, at the price you paid.",
    ]);
  });

  it("ORD-04 CRD-03 DSC-05 DSC-10 says how the total of credits and of a cart comes about", () => {
    expect(rows(quotePack({ reference: "30", amount: credits(30), price: cents(11_850) }))).toEqual([
      ["Credits", 11_850, "$3.95 per credit, the price for this many credits under the Individual license."],
    ]);
    expect(rows(quotePack({ reference: "0", amount: credits(0), price: cents(0) }))).toEqual([]);
    const items = [1, 2, 3, 4, 5].map((n) => ({ product_id: `p${n}`, name: `Fire ${n}`, price: cents(1_000) }));
    const code = { code: "FIVE", value: cents(500) };
    expect(rows(quoteCart({ rules: PRICE_RULES, items, code }))).toEqual([
      ["Items", 5_000, itemPriceReason(licenseId(1), ITEM_FACTORS)],
      ["Bundle discount", -1_000, "20% off for buying 5 or more paid items."],
      ["Discount code", -500, "Applies to the price after the bundle discount."],
    ]);
    const nearly = { code: "MOST", value: cents(980) };
    expect(rows(quoteCart({ rules: PRICE_RULES, items: items.slice(0, 1), code: nearly })).slice(1)).toEqual([
      ["Discount code", -980, "Applies to the whole cart."],
      ["Too little to charge", -20, "This is below our $0.50 minimum, so you don't pay it."],
    ]);
  });
});

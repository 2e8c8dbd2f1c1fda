import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  isPromoUsedUp,
  saleBanner,
  saleEndError,
  BANNER_SALE,
  bundleDiscount,
  bundleProgress,
  cartCodeDiscount,
  cents,
  codeFromAddress,
  credits,
  durationNote,
  explainQuote,
  instantOf,
  licenseId,
  message,
  planDiscount,
  planLineLabel,
  planLineOf,
  planVariant,
  priceReasons,
  promoError,
  quoteCart,
  quotePack,
  quotePlan,
  quotedDiscount,
  accountCreditOf,
  addOnError,
  allocateProportionally,
  isCodeName,
  saleFor,
  showsPromoBox,
  sum,
  changeOptionsError,
  promoCheckError,
  BUNDLE_RULE,
} from "@backlot/domain";
import { CartCode, Promo } from "@backlot/domain/pricing/discount.schema";
import { arbInstant, arbInterval, arbLicense, arbPlanOffer, arbPrice } from "@backlot/testing/arbitraries";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const arbPromo = fc.record({
  code: fc.constant("TEN"),
  percent_off: fc.integer({ min: 1, max: 100 }),
  duration_in_months: fc.integer({ min: 1, max: 36 }),
});
const arbCode = fc.option(
  fc.oneof(
    fc.record({ code: fc.constant("CART"), value: arbPrice }),
    fc.record({ code: fc.constant("CART"), percent_off: fc.integer({ min: 1, max: 100 }) }),
  ),
);
const pro = (interval: "month" | "year") =>
  planVariant(
    {
      id: 1,
      group_id: 1,
      plan_name: "Pro",
      interval,
      recurring_credits: credits(20),
      price: cents(10_000),
      license_from: licenseId(1),
      license_to: licenseId(2),
    },
    licenseId(1),
  );
const AT = instantOf("2026-11-21T00:00:00.000Z");

describe("a sale", () => {
  it("DSC-04 says what it takes off and for how long, and ends in the future or by hand", () => {
    expect(saleBanner({ percent_off: 25, months: 3 })).toBe(
      "Sale: 25% off new plans for the first 3 months, or the first year if you pay yearly.",
    );
    expect(saleBanner({ percent_off: 25, months: 1 })).toBe(
      "Sale: 25% off new plans for the first month, or the first year if you pay yearly.",
    );
    const now = instantOf("2026-11-25T12:00:00.000Z");
    expect(saleEndError(null, now)).toBeNull();
    expect(saleEndError(instantOf("2026-11-25T12:00:00.001Z"), now)).toBeNull();
    expect(saleEndError(now, now)).toBe("sale_ends_in_past");
    expect(saleEndError(instantOf("2026-11-24T12:00:00.000Z"), now)).toBe("sale_ends_in_past");
  });
});

describe("discounts of plans", () => {
  it("DSC-03 a monthly plan is lowered for its months, at most twelve, a yearly one for its first year", () => {
    const promo = { code: "TEN", percent_off: 10, duration_in_months: 3 };
    expect(planDiscount("month", { sale: null, promo })).toMatchObject({
      percent_off: 10,
      cycles: 3,
      note: "Applies to first 3 months",
    });
    expect(planDiscount("year", { sale: null, promo })).toMatchObject({
      cycles: 1,
      note: "renews at full-price after the first year",
    });
    expect(planDiscount("year", { sale: null, promo: { ...promo, duration_in_months: 12 } })).not.toBeNull();
    expect(planDiscount("year", { sale: null, promo: { ...promo, duration_in_months: 13 } })).toBeNull();
    expect(planDiscount("month", { sale: null, promo: { ...promo, duration_in_months: 13 } })?.cycles).toBe(13);
    expect(planDiscount("month", { sale: null, promo: null })).toBeNull();
    expect(durationNote(6, "month")).toBe("Applies to first 6 months");
    expect(durationNote(1, "month")).toBe("Applies to first month");
  });

  it("DSC-03 durations that are no positive whole number, and percents out of range, are refused when read", () => {
    const read = (promo: unknown): boolean => Result.isSuccess(Schema.decodeUnknownResult(Promo)(promo));
    expect(read({ code: "A", percent_off: 10, duration_in_months: 1 })).toBe(true);
    for (const wrong of [0, -1, 1.5, null, "3", Number.NaN])
      expect(read({ code: "A", percent_off: 10, duration_in_months: wrong })).toBe(false);
    for (const wrong of [0, 101, 10.5])
      expect(read({ code: "A", percent_off: wrong, duration_in_months: 1 })).toBe(false);
  });

  it("DSC-03 a code of more than twelve months says why it does not lower a yearly plan", () => {
    const promo = { code: "LONG", percent_off: 10, duration_in_months: 13 };
    expect([
      promoError(promo, "year"),
      promoError(promo, "month"),
      promoError({ ...promo, duration_in_months: 12 }, "year"),
    ]).toEqual(["promo_too_long", null, null]);
    expect(message("promo_too_long")).toContain("longer than 12 months");
  });

  it("DSC-07 a code from the address counts unless a sale runs, and only if it says something", () => {
    expect([
      codeFromAddress(" TEN ", null),
      codeFromAddress("TEN", BANNER_SALE),
      codeFromAddress("  ", null),
      codeFromAddress(null, null),
    ]).toEqual(["TEN", null, null, null]);
  });

  it("DSC-04 a sale of 30 % for six months or the first year replaces codes and hides their box", () => {
    expect(BANNER_SALE).toEqual({ percent_off: 30, months: 6 });
    const promo = { code: "HALF", percent_off: 50, duration_in_months: 1 };
    expect(planDiscount("month", { sale: BANNER_SALE, promo })).toMatchObject({
      code: null,
      percent_off: 30,
      cycles: 6,
      note: "Applies to first 6 months",
    });
    expect(planDiscount("year", { sale: BANNER_SALE, promo })).toMatchObject({ code: null, cycles: 1 });
    expect([null, { kind: "promo" }, { kind: "sale" }].map(showsPromoBox)).toEqual([true, true, false]);
    expect([saleFor(BANNER_SALE, { hasPlan: false }), saleFor(BANNER_SALE, { hasPlan: true })]).toEqual([
      BANNER_SALE,
      null,
    ]);
    expect(saleFor(null, { hasPlan: false })).toBeNull();
    expect([
      codeFromAddress(" TEN ", null),
      codeFromAddress("TEN", BANNER_SALE),
      codeFromAddress(" ", null),
      codeFromAddress(null, null),
    ]).toEqual(["TEN", null, null, null]);
    const quote = quotePlan({ variant: pro("month"), accountCredit: cents(0), at: AT, sale: BANNER_SALE, promo });
    expect([quote.total, quote.renewal?.price]).toEqual([7_000, 7_000]);
    // The summary names the full price as well, which the seventh payment is the first to have.
    expect(quote.renewal?.text).toBe(
      "Renews at $70.00 starting December 21, 2026, and at $100.00 starting May 21, 2027",
    );
    expect(quotePlan({ variant: pro("year"), accountCredit: cents(0), at: AT, sale: BANNER_SALE }).renewal?.price).toBe(
      10_000,
    );
  });

  it("DSC-01 a code is letters, figures, - and _, up to a hundred of them", () => {
    const names = ["TEN", "ten-10_x", "A".repeat(100)];
    expect(names.map(isCodeName)).toEqual([true, true, true]);
    expect(["", "A".repeat(101), "TEN 10", "TEN%", "é", "TEN\n"].map(isCodeName)).not.toContain(true);
  });

  it("DSC-06 credits go beside a plan unless account credit pays the whole plan and is left over", () => {
    const left = (account_credit_left: number) => ({ account_credit_left: cents(account_credit_left) });
    expect(addOnError(true, left(1))).toBe("add_on_not_allowed");
    expect([addOnError(true, left(0)), addOnError(false, left(1))]).toEqual([null, null]);
  });

  it("DSC-01 DSC-04 a code is checked while no sale runs, and an empty name asks for none", () => {
    const errors = [null, BANNER_SALE].map((sale) => [promoCheckError("TEN", sale), promoCheckError("  ", sale)]);
    expect(errors).toEqual([
      [null, null],
      ["promo_during_sale", null],
    ]);
  });

  it("DSC-07 CRD-03 neither a code nor credits go with a change of plan, and each is named", () => {
    expect(changeOptionsError({})).toBeNull();
    expect(changeOptionsError({ discount_code: "TEN", add_on_credits: 5 })).toBe("promo_for_new_plans");
    expect(changeOptionsError({ add_on_credits: 5 })).toBe("add_on_for_new_plans");
  });

  it("DSC-06 first the code, then account credit, each on the plan line alone; a pack pays its full price", () => {
    const quote = quotePlan({
      variant: pro("month"),
      accountCredit: cents(20_000),
      at: AT,
      promo: { code: "TEN", percent_off: 10, duration_in_months: 1 },
      pack: { reference: "pack-20", amount: credits(20), price: cents(5_900) },
    });
    expect([quote.subtotal, quote.discount, quote.account_credit, quote.account_credit_left, quote.total]).toEqual([
      15_900, 1_000, 9_000, 11_000, 5_900,
    ]);
    expect(quote.renewal?.price).toBe(10_000);
    expect(quotePack({ reference: "p", amount: credits(1), price: cents(300) }).total).toBe(300);
  });
});

describe("discounts of carts", () => {
  it("DSC-05 a bundle begins at five priced items and takes a fifth off; free items don't count", () => {
    const five = [1_000, 1_000, 1_000, 1_000, 1_000].map(cents);
    expect(bundleDiscount(five, BUNDLE_RULE)).toBe(1_000);
    expect(bundleDiscount([...five.slice(1), cents(0)], BUNDLE_RULE)).toBe(0);
    expect(bundleProgress(five.slice(2), BUNDLE_RULE)).toEqual({ items: 3, percent: 60, reached: false });
    expect(bundleProgress([...five, cents(0)], BUNDLE_RULE)).toEqual({ items: 5, percent: 100, reached: true });
  });

  it("DSC-10 cart codes take money or a percent off, never more than there is, for no duration", () => {
    expect([
      cartCodeDiscount(null, cents(900)),
      cartCodeDiscount({ code: "A", value: cents(1_000) }, cents(900)),
      cartCodeDiscount({ code: "A", value: cents(100) }, cents(900)),
    ]).toEqual([0, 900, 100]);
    expect(cartCodeDiscount({ code: "B", percent_off: 15 }, cents(900))).toBe(135);
    expect(
      Result.isSuccess(
        Schema.decodeUnknownResult(CartCode)(
          { code: "A", value: 100, duration_in_months: 3 },
          { onExcessProperty: "error" },
        ),
      ),
    ).toBe(false);
  });

  it("DSC-09 cart codes carry money or a percent; one without a value is refused", () => {
    const read = (code: unknown): boolean => Result.isSuccess(Schema.decodeUnknownResult(CartCode)(code));
    expect([read({ code: "A", value: 500 }), read({ code: "A", percent_off: 5 })]).toEqual([true, true]);
    for (const wrong of [{ code: "A" }, { code: "A", value: null }, { code: "A", value: 0 }, { code: "", value: 5 }])
      expect(read(wrong)).toBe(false);
    expect(cartCodeDiscount({ code: "A", value: cents(900) }, cents(500))).toBe(500);
    expect(cartCodeDiscount({ code: "A", percent_off: 50 }, cents(501))).toBe(251);
    expect(cartCodeDiscount(null, cents(501))).toBe(0);
  });

  it("DSC-05 shares are whole cents, add up to the discount, and never take more than an amount", () => {
    fc.assert(
      fc.property(
        fc.array(arbPrice, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (amounts, part) => {
          const discount = cents(Math.floor(sum(amounts) * part));
          const shares = allocateProportionally(discount, amounts);
          expect(sum(shares)).toBe(amounts.length === 0 ? 0 : discount);
          for (const [index, share] of shares.entries()) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(amounts[index] ?? 0);
          }
        },
      ),
    );
  });
});

describe("quotes", () => {
  const holds = (quote: ReturnType<typeof quoteCart>): void => {
    expect(quote.total).toBe(sum(quote.lines.map((line) => line.net)) - quote.account_credit + quote.tax);
    expect(quote.total).toBeGreaterThanOrEqual(0);
    expect(sum(quote.discounts.map((each) => each.amount))).toBe(quote.discount);
    for (const line of quote.lines) {
      expect(line.net).toBe(line.gross - line.discount);
      expect(line.discount).toBeGreaterThanOrEqual(0);
      expect(line.discount).toBeLessThanOrEqual(line.gross);
    }
    expect(sum(explainQuote(quote).map((rule) => rule.amount))).toBe(quote.total);
    expect(sum(priceReasons(quote, licenseId(4), PRICE_RULES).map(({ amount }) => amount))).toBe(quote.total);
    for (const rule of explainQuote(quote)) expect(rule.requirement).toMatch(/^[A-Z]{3}-\d{2}$/);
  };

  it("ORD-04 a plan's lines, discounts and explanation add up, whatever lowers it", () => {
    fc.assert(
      fc.property(
        arbPlanOffer,
        arbLicense,
        arbPrice,
        arbInstant,
        fc.option(arbPromo),
        fc.boolean(),
        fc.option(arbPrice),
        arbInterval,
        (offer, id, accountCredit, at, promo, onSale, pack, interval) => {
          const tax = { numerator: 825, denominator: 10_000 };
          holds(
            quotePlan({
              variant: planVariant({ ...offer, interval }, id),
              accountCredit,
              at,
              promo,
              sale: onSale ? BANNER_SALE : null,
              pack: pack === null ? null : { reference: "5", amount: credits(5), price: pack },
              tax,
            }),
          );
        },
      ),
    );
  });

  it("ORD-04 a quote is explained by its rules in order, with what each looked at", () => {
    const promo = { code: "TEN", percent_off: 10, duration_in_months: 3 };
    const pack = { reference: "pack-5", amount: credits(5), price: cents(1_500) };
    const tax = { numerator: 20, denominator: 100 };
    const quote = quotePlan({ variant: pro("month"), accountCredit: cents(2_000), at: AT, promo, pack, tax });
    expect(quote.currency).toBe("usd");
    expect(explainQuote(quote)).toEqual([
      {
        rule: "plan price",
        requirement: "PLN-01",
        inputs: { line: "Pro · 20 credits · monthly · Individual", reference: "1" },
        amount: 10_000,
      },
      {
        rule: "pack price",
        requirement: "CRD-03",
        inputs: { line: "5 credits, one-time purchase", reference: "pack-5" },
        amount: 1_500,
      },
      {
        rule: "promo code",
        requirement: "DSC-03",
        inputs: { discount: "TEN", note: "Applies to first 3 months" },
        amount: -1_000,
      },
      { rule: "tax", requirement: "ORD-04", inputs: { taxed: 10_500 }, amount: 2_100 },
      { rule: "account credit", requirement: "DSC-06", inputs: { kept: 0 }, amount: -2_000 },
    ]);
    expect(planLineOf(quote).reference).toBe("1");
    expect(quotedDiscount(quote)).toEqual({ code: "TEN", reference: null, percent_off: 10, cycles: 3 });
    const packAlone = quotePack(pack);
    expect([packAlone.total, packAlone.discounts, explainQuote(packAlone).map((each) => each.rule)]).toEqual([
      1_500,
      [],
      ["pack price"],
    ]);
    expect(() => planLineOf(packAlone)).toThrow("the quote has no plan line");
    const sale = quotePlan({ variant: pro("year"), accountCredit: cents(0), at: AT, sale: BANNER_SALE });
    expect(quotedDiscount(sale)).toEqual({ code: null, reference: null, percent_off: 30, cycles: 1 });
    expect(quotedDiscount(quotePlan({ variant: pro("year"), accountCredit: cents(0), at: AT }))).toBeNull();
    // A quote from before percentages were stored.
    const old = quote.discounts.map(({ percent_off: _, cycles: __, ...each }) => each);
    expect(quotedDiscount({ ...quote, discounts: old })).toEqual({
      code: "TEN",
      reference: null,
      percent_off: 10,
      cycles: 1,
    });
    expect([accountCreditOf(-500), accountCreditOf(0), accountCreditOf(500)]).toEqual([500, 0, -500]);
    expect(explainQuote(sale)).toEqual([
      {
        rule: "plan price",
        requirement: "PLN-01",
        inputs: { line: "Pro · 20 credits · yearly · Individual", reference: "1" },
        amount: 10_000,
      },
      {
        rule: "sale",
        requirement: "DSC-04",
        inputs: { discount: "30% off", note: "renews at full-price after the first year" },
        amount: -3_000,
      },
    ]);
    const items = [1, 2, 3, 4, 5].map((n) => ({ product_id: `p${n}`, name: `Fire ${n}`, price: cents(1_000) }));
    const cart = quoteCart({ rules: PRICE_RULES, items, code: { code: "FIVE", value: cents(500) } });
    expect(explainQuote(cart).slice(-3)).toEqual([
      { rule: "item price", requirement: "ORD-05", inputs: { line: "Fire 5", reference: "p5" }, amount: 1_000 },
      { rule: "bundle", requirement: "DSC-05", inputs: { discount: "Bundle discount" }, amount: -1_000 },
      { rule: "cart code", requirement: "DSC-10", inputs: { discount: "FIVE" }, amount: -500 },
    ]);
    expect(quoteCart({ rules: PRICE_RULES, items: items.slice(0, 4), code: null }).discounts).toEqual([]);
    expect(quoteCart({ rules: PRICE_RULES, items: [], code: null }).total).toBe(0);
  });

  it("ORD-04 a plan without credits names none", () => {
    const essentials = {
      ...pro("month"),
      plan: { name: "Essentials" },
      recurring_credits: credits(0),
      license_id: licenseId(4),
    };
    expect(planLineLabel(essentials)).toBe("Essentials · monthly · Enterprise $21M-$49M");
    expect(planLineLabel({ ...essentials, recurring_credits: credits(1_200) })).toContain("1,200 credits");
  });

  it("ORD-04 a cart's lines, discounts and explanation add up; the bundle comes before the code", () => {
    fc.assert(
      fc.property(fc.array(arbPrice, { maxLength: 9 }), arbCode, (prices, code) => {
        holds(
          quoteCart({
            rules: PRICE_RULES,
            items: prices.map((price, index) => ({ product_id: String(index), name: "x", price })),
            code,
          }),
        );
      }),
    );
    const items = Array.from({ length: 5 }, (_, index) => ({
      product_id: String(index),
      name: "x",
      price: cents(1_000),
    }));
    expect(quoteCart({ rules: PRICE_RULES, items, code: { code: "HALF", percent_off: 50 } })).toMatchObject({
      subtotal: 5_000,
      discount: 3_000,
      total: 2_000,
    });
    expect(quoteCart({ rules: PRICE_RULES, items, code: { code: "BIG", value: cents(90_000) } }).total).toBe(0);
    expect(quoteCart({ rules: PRICE_RULES, items: [], code: null }).total).toBe(0);
  });
});

describe("how often a code counts", () => {
  it("DSC-02 is once an account, or as often as the code says", () => {
    const promo = { code: "FILM20", percent_off: 20, duration_in_months: 3 };
    expect([0, 1, 2].map((used) => isPromoUsedUp(promo, used))).toEqual([false, true, true]);
    expect([0, 1, 2].map((used) => isPromoUsedUp({ ...promo, uses_per_account: 2 }, used))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

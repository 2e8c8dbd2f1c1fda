import {
  MAXIMUM_CUSTOM_AMOUNT,
  type CreditSeeker,
  type PackRange,
  buyCreditsMode,
  buyCreditsTitle,
  changeKind,
  creditPlanTexts,
  creditUpgrades,
  creditWays,
  missingCreditsText,
  offeredInterval,
  planKindOf,
  cents,
  creditOffers,
  balanceText,
  creditPack,
  credits,
  creditsLacking,
  customAmount,
  isSoldAmount,
  customPackPrice,
  decreaseAmount,
  increaseAmount,
  licenseId,
  packLine,
  soldPack,
  validateRanges,
  minimumCustomAmount,
  opensBuyCredits,
  packsToOffer,
  rangesFor,
  askedCredits,
} from "@backlot/domain";
import { arbLicense, arbPlanSelection } from "@backlot/testing/arbitraries";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const ranges = (...prices: readonly number[]): readonly PackRange[] =>
  [1, 20, 50, 100].map((min, index) => ({
    min,
    max: [19, 49, 99, null][index] ?? null,
    price: cents(prices[index] ?? 0),
  }));
const PRICES = {
  presets: [5, 20, 50, 100],
  individual: ranges(300, 295, 291, 289),
  business: ranges(420, 413, 407, 405),
};
const price = (amount: number): number => Result.getOrThrow(customPackPrice(PRICES.individual, credits(amount)));

describe("credit packs", () => {
  it.each([
    [0, 0],
    [1, 300],
    [19, 5_700],
    [20, 5_900],
    [49, 14_455],
    [50, 14_550],
    [99, 28_809],
    [100, 28_900],
    [5_000, 1_445_000],
  ])("CRD-03 %i credits cost %i cents", (amount, total) => {
    expect(price(amount)).toBe(total);
  });

  it("CRD-03 the open end has no end, a hole is an error, and more never costs less", () => {
    expect(customPackPrice([{ min: 1, max: 5, price: cents(1) }], credits(6))).toEqual(
      Result.fail({ _tag: "AmountNotPriced", amount: 6 }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (amount) => {
        expect(price(amount + 1)).toBeGreaterThanOrEqual(price(amount));
      }),
    );
  });

  it("CRD-03 a price list is refused for gaps, overlaps, a missing end, a backward range and a cliff", () => {
    const range = (min: number, max: number | null, each = 100): PackRange => ({ min, max, price: cents(each) });
    expect(validateRanges(PRICES.individual)).toEqual([]);
    expect(validateRanges(PRICES.business)).toEqual([]);
    expect(validateRanges([range(1, 5), range(7, null)])).toEqual([{ _tag: "Gap", at: 6 }]);
    expect(validateRanges([range(2, null)])).toEqual([{ _tag: "Gap", at: 1 }]);
    expect(validateRanges([range(1, 5), range(5, null)])).toEqual([{ _tag: "Overlap", at: 5 }]);
    expect(validateRanges([range(1, null), range(9, 12)])).toContainEqual({ _tag: "Overlap", at: 9 });
    expect(validateRanges([range(1, 5)])).toEqual([{ _tag: "NoEnd" }]);
    expect(validateRanges([])).toEqual([{ _tag: "NoEnd" }]);
    expect(validateRanges([range(3, 1), range(1, 2), range(3, null)])).toContainEqual({ _tag: "Backwards", at: 3 });
    expect(validateRanges([range(1, 19, 300), range(20, null, 200)])).toEqual([{ _tag: "Cliff", at: 20 }]);
    // Ranges can be unsorted and can have a single amount, and one more credit for the same total is not a cliff.
    expect(validateRanges([range(20, null), range(1, 1), range(2, 19)])).toEqual([]);
    expect(validateRanges([range(20, null), range(1, 18)])).toEqual([{ _tag: "Gap", at: 19 }]);
    expect(validateRanges([range(1, 3, 400), range(4, null, 300)])).toEqual([]);
    expect(validateRanges([range(1, 3, 400), range(5, null, 1)])).toEqual([{ _tag: "Gap", at: 4 }]);
  });

  it("CRD-04 Individual pays the individual's price and every other license the business price", () => {
    fc.assert(
      fc.property(arbLicense, fc.integer({ min: 1, max: 500 }), (id, amount) => {
        const pack = Result.getOrThrow(creditPack(PRICES, credits(amount), id));
        expect(pack.adjusted_price).toBe(
          id === 1 ? pack.price : Result.getOrThrow(customPackPrice(PRICES.business, credits(amount))),
        );
        expect(pack.adjusted_cost_per_credit).toBe(
          id === 1 ? pack.individual_price_per_credit : pack.business_price_per_credit,
        );
      }),
    );
    expect(Result.getOrThrow(creditPack(PRICES, credits(20), licenseId(3)))).toMatchObject({
      price: 5_900,
      adjusted_price: 8_260,
      cost_per_credit: "2.95",
      adjusted_cost_per_credit: "4.13",
    });
    expect([rangesFor(PRICES, licenseId(1)), rangesFor(PRICES, licenseId(2))]).toEqual([
      PRICES.individual,
      PRICES.business,
    ]);
    expect(creditPack({ ...PRICES, business: [] }, credits(5), licenseId(1))).toEqual(
      Result.fail({ _tag: "AmountNotPriced", amount: 5 }),
    );
    const five = soldPack(PRICES, 5, licenseId(1));
    expect(five).toEqual(Result.getOrThrow(creditPack(PRICES, credits(5), licenseId(1))));
    expect(five && packLine(five)).toEqual({ reference: "5", amount: 5, price: five?.adjusted_price });
    const unsold = [soldPack(null, 5, licenseId(1)), soldPack(PRICES, 0, licenseId(1))];
    expect([...unsold, soldPack({ ...PRICES, business: [] }, 5, licenseId(1))]).toEqual([null, null, null]);
    expect(customPackPrice([{ min: 5, max: null, price: cents(1) }], credits(4))).toEqual(
      Result.fail({ _tag: "AmountNotPriced", amount: 4 }),
    );
    expect(Result.getOrThrow(creditPack(PRICES, credits(0), licenseId(1))).cost_per_credit).toBe("0.00");
  });

  it("CRD-02 CRD-06 what an item lacks is offered exactly, then the packs that cover it, never others", () => {
    const packs = [{ amount: 10 }, { amount: 50 }];
    const [ten, fifty] = packs;
    expect(packsToOffer(packs, 0)).toEqual({ exact: null, packs: [ten, fifty] });
    expect(packsToOffer(packs, 6)).toEqual({ exact: 6, packs: [ten, fifty] });
    expect(packsToOffer(packs, 10)).toEqual({ exact: null, packs: [ten, fifty] });
    expect(packsToOffer(packs, 11)).toEqual({ exact: 11, packs: [fifty] });
    expect(packsToOffer(packs, 51)).toEqual({ exact: 51, packs: [] });
    expect(packsToOffer([], 0)).toEqual({ exact: null, packs: [] });
  });

  it("CRD-09 a balance names legacy credits apart", () => {
    expect([balanceText(20, 0), balanceText(20, 7), balanceText(0, 1)]).toEqual([
      "20 credits",
      "20 credits and 7 legacy credits",
      "0 credits and 1 legacy credit",
    ]);
  });

  it("CRD-06 a balance lacks what a price has more", () => {
    expect([creditsLacking(credits(12), credits(5)), creditsLacking(credits(5), credits(5))]).toEqual([7, 0]);
    expect(creditsLacking(credits(5), credits(12))).toBe(0);
  });

  it("CRD-02 a custom amount is a whole number from the larger of one and what is missing", () => {
    expect([minimumCustomAmount(0), minimumCustomAmount(-3), minimumCustomAmount(7)]).toEqual([1, 1, 7]);
    expect([0, 1, 1.5, 100_000, 100_001, Number.NaN].map((amount) => isSoldAmount(amount))).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect([isSoldAmount(6, 7), isSoldAmount(7, 7)]).toEqual([false, true]);
    expect(customAmount("7", 7)).toEqual({ valid: true, amount: 7 });
    expect(customAmount(" 6 ", 7)).toEqual({ valid: false, amount: 6 });
    expect(customAmount("0", 0)).toEqual({ valid: false, amount: 0 });
    for (const wrong of ["", "1.5", "-1", "1e3", "many", "99999999"])
      expect(customAmount(wrong, 0)).toEqual({ valid: false, amount: null });
    expect(customAmount("100000", 7)).toEqual({ valid: true, amount: 100_000 });
    expect(customAmount("100001", 7)).toEqual({ valid: false, amount: 100_001 });
    expect([MAXIMUM_CUSTOM_AMOUNT, increaseAmount(99_999), increaseAmount(100_000)]).toEqual([
      100_000, 100_000, 100_000,
    ]);
    expect([decreaseAmount(8, 7), decreaseAmount(7, 7), decreaseAmount(1, 0), increaseAmount(7)]).toEqual([7, 7, 1, 8]);
  });

  it("CRD-06 opens for what is missing, or for more", () => {
    expect([buyCreditsMode(credits(3)), buyCreditsMode(credits(0)), buyCreditsMode(null)]).toEqual([
      { _tag: "not-enough-credits", missing: 3 },
      { _tag: "buy-more-credits" },
      { _tag: "buy-more-credits" },
    ]);
  });

  it("PLN-07 an address opens the dialog for plans that are no legacy", () => {
    const plan = { is_avfx_plus: false, is_credit_based_legacy: false };
    expect(opensBuyCredits("true", plan)).toBe(true);
    expect([
      opensBuyCredits("1", plan),
      opensBuyCredits(null, plan),
      opensBuyCredits("true", null),
      opensBuyCredits("true", { ...plan, is_avfx_plus: true }),
      opensBuyCredits("true", { ...plan, is_credit_based_legacy: true }),
    ]).toEqual([false, false, false, false, false]);
  });

  it("CRD-06 monthly offers the plan first, yearly above fifty credits; without plans only the pack", () => {
    expect(creditOffers(true, "month", 10)).toEqual(["plan", "pack"]);
    expect(creditOffers(true, "year", 50)).toEqual(["pack", "plan"]);
    expect(creditOffers(true, "year", 51)).toEqual(["plan", "pack"]);
    expect(creditOffers(false, "year", 10)).toEqual(["pack"]);
  });

  const RUNNING = { status: "active", cancel_at_period_end: false, legacy: false } as const;
  const seeks = (current: CreditSeeker["current"], more: Partial<CreditSeeker> = {}): CreditSeeker => ({
    role: "Admin",
    is_credit_based_legacy: false,
    current,
    ...more,
  });
  const arbSeeker = fc
    .record({
      role: fc.constantFrom("Admin", "Artist", "Download Only"),
      is_credit_based_legacy: fc.boolean(),
      plan: fc.option(fc.tuple(arbPlanSelection, fc.boolean(), fc.boolean())),
    })
    .map(({ plan, ...who }): CreditSeeker => {
      if (plan === null) return { ...who, current: null };
      const [selection, legacy, cancel_at_period_end] = plan;
      return { ...who, current: { ...selection, ...RUNNING, legacy, cancel_at_period_end } };
    });

  it("CRD-06 every plan that is offered for credits is an upgrade at its buyer's interval, the fewest first", () => {
    fc.assert(
      fc.property(arbSeeker, fc.array(arbPlanSelection), arbLicense, (seeker, plans, license_id) => {
        const variants = plans.map((plan) => ({ ...plan, license_id }));
        const offered = creditUpgrades({ license_id, variants }, seeker);
        const counts = offered.map((each) => each.recurring_credits);
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
        for (const each of offered) {
          expect(variants).toContain(each);
          expect(each.recurring_credits).toBeGreaterThan(0);
          expect(each.interval).toBe(offeredInterval(seeker));
          if (seeker.current !== null) expect(["upgrade", "no-change"]).toContain(changeKind(seeker.current, each));
        }
        if (seeker.role !== "Admin") expect(offered).toEqual([]);
      }),
    );
  });

  it("CRD-06 CRD-07 what brings credits: plans and packs, by what there is and what is allowed", () => {
    const plan = { variant_id: 129, license_id: licenseId(1), recurring_credits: credits(20) };
    const monthly = { ...plan, ...RUNNING, interval: "month" } as const;
    const yearly = { ...monthly, interval: "year" } as const;
    expect(creditWays(seeks(null), 3, 12)).toEqual(["plan", "pack"]);
    expect(creditWays(seeks(monthly), 3, 0)).toEqual(["plan", "pack"]);
    expect(creditWays(seeks(yearly), 1, 50)).toEqual(["pack", "plan"]);
    expect(creditWays(seeks(yearly), 1, 51)).toEqual(["plan", "pack"]);
    expect(creditWays(seeks(yearly), 0, 51)).toEqual(["pack"]);
    const legacy = seeks({ ...yearly, legacy: true }, { is_credit_based_legacy: true });
    expect([creditWays(legacy, 2, 12), creditWays(legacy, 0, 12)]).toEqual([["plan"], []]);
    const offered = [10, 20, 60].map((amount) => ({ ...monthly, recurring_credits: credits(amount) }));
    const at = (current: CreditSeeker["current"], license_id = licenseId(1)) =>
      creditUpgrades({ license_id, variants: offered }, seeks(current)).map((each) => each.recurring_credits);
    expect(at(null)).toEqual([10, 20, 60]);
    expect(at(monthly)).toEqual([60]);
    // Any of them can replace a legacy plan. Under another license, none adds credits right away.
    expect(at({ ...monthly, legacy: true })).toEqual([10, 20, 60]);
    expect(at(monthly, licenseId(2))).toEqual([]);
    expect(at(yearly)).toEqual([]);
    // An overdue payment comes first.
    expect(at({ ...monthly, status: "past_due" })).toEqual([]);
  });

  it("CRD-06 the dialog says what it is opened for", () => {
    const missing = buyCreditsMode(credits(3));
    const more = buyCreditsMode(null);
    expect([buyCreditsTitle(missing._tag), buyCreditsTitle(more._tag), buyCreditsTitle(more._tag, true)]).toEqual([
      "Not enough credits",
      "Buy more credits",
      "Not authorized",
    ]);
    expect(missingCreditsText(missing, "Ground Fire")).toBe("You need 3 more credits for Ground Fire.");
    expect([missingCreditsText(more, "Ground Fire"), missingCreditsText(missing, null)]).toEqual([null, null]);
    const running = { ...RUNNING, variant_id: 129, license_id: licenseId(1), interval: "year" } as const;
    const plan = { ...running, recurring_credits: credits(20) };
    const kinds = [seeks(null), seeks(plan), seeks({ ...plan, legacy: true })].map(planKindOf);
    expect(kinds.map((kind) => creditPlanTexts(kind, "year"))).toEqual([
      { title: "A plan", text: "New credits every year, and the full Essentials catalog in all resolutions." },
      { title: "A bigger plan", text: "More credits every year. You'll see today's charge before you order." },
      { title: "A current plan", text: "New credits every year, in place of your legacy plan." },
    ]);
  });

  it("CRD-05 credits are asked for by a pack's id or their number; who says neither asks for none", () => {
    const asked = [
      { credit_pack_variant_id: 50 },
      { recurring_credits: 20 },
      { credit_pack_variant_id: 50, recurring_credits: 20 },
      {},
    ];
    expect(asked.map(askedCredits)).toEqual([50, 20, 50, 0]);
  });
});

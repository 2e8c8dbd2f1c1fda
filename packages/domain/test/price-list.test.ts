import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PackPrices,
  type PlanOffer,
  type PriceListProblem,
  cents,
  credits,
  licenseId,
  validatePriceList,
  planPrice,
  priceListProblemText,
  rangeProblemText,
} from "@backlot/domain";
import { arbPlanOffer } from "@backlot/testing/arbitraries";

const offer = (id: number, over: Partial<PlanOffer> = {}): PlanOffer => ({
  id,
  group_id: 1,
  plan_name: "Pro",
  interval: "month",
  recurring_credits: credits(20),
  price: cents(4_900),
  license_from: licenseId(1),
  license_to: licenseId(6),
  ...over,
});
const packs: PackPrices = {
  presets: [5, 20],
  individual: [{ min: 1, max: null, price: cents(300) }],
  business: [{ min: 1, max: null, price: cents(420) }],
};

describe("a price list", () => {
  it("CRD-03 that is sound has no problems", () => {
    expect(
      validatePriceList({
        plans: [
          offer(1),
          offer(2, { recurring_credits: credits(50), price: cents(9_900) }),
          offer(3, { interval: "year" }),
        ],
        packs,
        rules: PRICE_RULES,
      }),
    ).toEqual([]);
    // More credits for the same price is a gift, not a cliff.
    expect(
      validatePriceList({ plans: [offer(1), offer(2, { recurring_credits: credits(50) })], packs, rules: PRICE_RULES }),
    ).toEqual([]);
  });

  it("CRD-03 is refused for every wrong range of its packs, by list", () => {
    const problems = validatePriceList({
      plans: [offer(1)],
      packs: { ...packs, business: [{ min: 2, max: 9, price: cents(420) }], presets: [5, 20, 5, 5] },
      rules: PRICE_RULES,
    });
    expect(problems).toEqual([
      { _tag: "Range", list: "business", problem: { _tag: "Gap", at: 1 } },
      { _tag: "Range", list: "business", problem: { _tag: "NoEnd" } },
      { _tag: "PresetTwice", amount: 5 },
    ]);
  });

  it("PLN-01 is refused where a license has nothing, the same thing twice, or pays less for more", () => {
    const startups = { license_from: licenseId(2), license_to: licenseId(2) };
    expect(validatePriceList({ plans: [offer(1, { license_to: licenseId(5) })], packs, rules: PRICE_RULES })).toEqual([
      { _tag: "NothingForLicense", license_id: 6 },
    ]);
    expect(validatePriceList({ plans: [offer(1), offer(2, startups)], packs, rules: PRICE_RULES })).toEqual([
      { _tag: "SamePlanTwice", license_id: 2, variant_ids: [1, 2] },
    ]);
    expect(
      validatePriceList({
        plans: [offer(1), offer(2, { ...startups, recurring_credits: credits(50), price: cents(4_899) })],
        packs,
        rules: PRICE_RULES,
      }),
    ).toEqual([{ _tag: "PlanCliff", license_id: 2, interval: "month", variant_ids: [1, 2] }]);
    expect(validatePriceList({ plans: [offer(1), offer(1, { interval: "year" })], packs, rules: PRICE_RULES })).toEqual(
      [{ _tag: "VariantTwice", variant_id: 1 }],
    );
    expect(
      validatePriceList({
        plans: [offer(1), offer(2, { license_from: licenseId(3), license_to: licenseId(2) })],
        packs,
        rules: PRICE_RULES,
      }),
    ).toEqual([{ _tag: "WrongWayRound", variant_id: 2 }]);
  });

  it("PLN-01 without problems never sells more credits of an interval for less, under any license", () => {
    fc.assert(
      fc.property(fc.uniqueArray(arbPlanOffer, { selector: (each) => each.id, maxLength: 5 }), (plans) => {
        const problems = validatePriceList({ plans, packs, rules: PRICE_RULES });
        const cliffs = problems.filter((problem) => problem._tag === "PlanCliff" || problem._tag === "SamePlanTwice");
        let found = false;
        for (const id of [1, 2, 3, 4, 5, 6].map(licenseId)) {
          const sold = plans.filter((each) => id >= each.license_from && id <= each.license_to);
          for (const a of sold) {
            for (const b of sold) {
              if (a.id === b.id || a.interval !== b.interval || a.recurring_credits > b.recurring_credits) continue;
              if (a.recurring_credits === b.recurring_credits || planPrice(b, id) < planPrice(a, id)) found = true;
            }
          }
        }
        expect(cliffs.length > 0).toBe(found);
      }),
    );
  });

  it.each([
    [
      { _tag: "Range", list: "business", problem: { _tag: "Gap", at: 20 } },
      "business pack prices: no range covers 20 credits. Start one there",
    ],
    [{ _tag: "PresetTwice", amount: 5 }, "the pack of 5 credits is listed twice. Keep one"],
    [{ _tag: "VariantTwice", variant_id: 130 }, "plan variant 130 is listed twice. Give one of them a different id"],
    [
      { _tag: "WrongWayRound", variant_id: 130 },
      "plan variant 130 has its licenses reversed. license_from must not be above license_to",
    ],
    [
      { _tag: "NothingForLicense", license_id: licenseId(6) },
      "license 6 has no plan to buy. Add one, or extend another plan to this license",
    ],
    [
      { _tag: "SamePlanTwice", license_id: licenseId(2), variant_ids: [1, 2] },
      "license 2 has two variants with the same interval and credits, 1 and 2. Keep one",
    ],
    [
      { _tag: "PlanCliff", license_id: licenseId(2), interval: "year", variant_ids: [1, 2] },
      "license 2 pays less per year for variant 2 than for 1, which has fewer credits",
    ],
  ] as readonly [PriceListProblem, string][])("CRD-03 a problem says where to look: %o", (problem, words) => {
    expect(priceListProblemText(problem)).toBe(words);
  });

  it("CRD-03 each kind of wrong range has its words", () => {
    expect(
      [
        { _tag: "Gap" as const, at: 3 },
        { _tag: "Overlap" as const, at: 3 },
        { _tag: "Backwards" as const, at: 3 },
        { _tag: "NoEnd" as const },
        { _tag: "Cliff" as const, at: 3 },
      ].map(rangeProblemText),
    ).toEqual([
      "no range covers 3 credits. Start one there",
      "the range from 3 overlaps the previous range. Start it later",
      "the range from 3 ends before it begins",
      "the last range has an end. Leave its max empty",
      "3 credits cost less than 2. Raise the price from 3",
    ]);
  });
});

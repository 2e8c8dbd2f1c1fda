import { PLAN_OFFERS, PRICE_LIST, PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  LICENSE_IDS,
  type PlanOffer,
  type PriceList,
  cents,
  credits,
  isAvailableFor,
  licenseId,
  offersOf,
  planPrice,
  planVariantsFor,
  priceListChanges,
  priceListWarningText,
  priceListWarnings,
  priceRuleChanges,
  toPriceList,
  validatePriceList,
} from "@backlot/domain";
import { arbPriceList } from "@backlot/testing/arbitraries";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Returns a store's plans after an import. */
const imported = (stored: readonly PlanOffer[], list: PriceList): readonly PlanOffer[] => {
  const after = new Map(stored.map((offer) => [offer.id, offer]));
  for (const { offer } of priceListChanges(stored, list)) after.set(offer.id, offer);
  return [...after.values()].sort((a, b) => a.id - b.id);
};

/** Returns what a customer who has a plan holds: its interval, credits, and prices by license. */
const held = ({ id, ...offer }: PlanOffer) => ({
  id,
  interval: offer.interval,
  credits: offer.recurring_credits,
  prices: LICENSE_IDS.filter((each) => each >= offer.license_from && each <= offer.license_to).map((each) =>
    planPrice(offer, each),
  ),
});

const changed = (list: PriceList, id: number, more: Partial<PriceList["plans"][number]>): PriceList => ({
  ...list,
  plans: list.plans.map((plan) => (plan.id === id ? { ...plan, ...more } : plan)),
});

describe("importing a price list", () => {
  const lists = fc.array(arbPriceList, { minLength: 1, maxLength: 4 });

  it("PLN-01 never changes a subscriber's plan, and never reuses an id", () => {
    fc.assert(
      fc.property(lists, (all) => {
        let stored: readonly PlanOffer[] = PLAN_OFFERS;
        for (const list of all) {
          const before = stored;
          stored = imported(before, list);
          const kept = new Map(stored.map((offer) => [offer.id, offer]));
          for (const offer of before) {
            const now = kept.get(offer.id);
            expect(now && held(now)).toEqual(held(offer));
          }
        }
      }),
    );
  });

  it("PLN-01 sells what the list says and nothing else, and a second import changes nothing", () => {
    fc.assert(
      fc.property(lists, (all) => {
        let stored: readonly PlanOffer[] = PLAN_OFFERS;
        for (const list of all) {
          stored = imported(stored, list);
          const sold = stored.filter(({ retired }) => retired !== true);
          const terms = (plans: PriceList["plans"]) =>
            plans.map(({ id: _, ...plan }) => JSON.stringify(plan, Object.keys(plan).sort())).sort();
          const { packs, plans: __, ...rules } = list;
          expect(terms(toPriceList(sold, packs, rules).plans)).toEqual(terms(list.plans));
          const again = priceListChanges(stored, toPriceList(sold, packs, rules));
          expect(again.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
          expect(imported(stored, list).filter(({ retired }) => retired !== true).length).toBe(list.plans.length);
        }
      }),
    );
  });

  it("PLN-01 charges what the list's factors say", () => {
    fc.assert(
      fc.property(arbPriceList, (list) => {
        for (const license of LICENSE_IDS)
          for (const { price, adjusted_price } of planVariantsFor(offersOf(list), license)) {
            const factor = license < 3 ? 1 : list.plan_factors[String(license) as keyof PriceList["plan_factors"]];
            expect(Math.abs(adjusted_price - price * factor)).toBeLessThan(0.51);
          }
      }),
    );
  });

  it("PLN-01 the list of a new store changes nothing in a store that has it", () => {
    const plain = PLAN_OFFERS.map(({ enterprise_prices: _, ...offer }) => offer);
    for (const stored of [PLAN_OFFERS, plain])
      expect(priceListChanges(stored, PRICE_LIST).map(({ outcome }) => outcome)).toEqual(
        PLAN_OFFERS.map(() => "unchanged"),
      );
  });

  it("PLN-01 a plan at another price takes the place of the one before, which its subscribers keep", () => {
    const raised = changed(PRICE_LIST, 130, { price: cents(5_900) });
    const [repriced, retired] = priceListChanges(PLAN_OFFERS, raised).filter(({ outcome }) => outcome !== "unchanged");
    expect(repriced).toMatchObject({
      outcome: "repriced",
      offer: { id: 140, plan_name: "Pro", price: 5_900, recurring_credits: 20 },
      replaces: { id: 130, price: 4_900 },
    });
    expect(retired).toMatchObject({ outcome: "retired", offer: { id: 130, price: 4_900, retired: true } });
    const stored = imported(PLAN_OFFERS, raised);
    const pro = stored.find(({ id }) => id === 130);
    expect(pro && isAvailableFor(pro, licenseId(1))).toBe(false);
    // The file still names the old id.
    expect(priceListChanges(stored, raised).filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
    // The old price again is the old plan again.
    const back = imported(stored, PRICE_LIST);
    expect(back.filter(({ retired: isRetired }) => isRetired === true).map(({ id }) => id)).toEqual([140]);
    expect(back.find(({ id }) => id === 130)?.retired).toBeUndefined();
  });

  it("PLN-01 other factors, credits, or licenses make another plan; another name, badge, or group does not", () => {
    const outcomes = (list: PriceList) =>
      priceListChanges(PLAN_OFFERS, list)
        .filter(({ outcome }) => outcome !== "unchanged")
        .map(({ offer, outcome }) => [offer.id, outcome]);
    expect(outcomes(changed(PRICE_LIST, 130, { plan_name: "Studio" }))).toEqual([[130, "relabeled"]]);
    expect(outcomes(changed(PRICE_LIST, 130, { badge: "Most popular" }))).toEqual([[130, "relabeled"]]);
    expect(outcomes(changed(PRICE_LIST, 130, { group_id: 7 }))).toEqual([[130, "relabeled"]]);
    for (const more of [
      { recurring_credits: credits(30) },
      { license_to: licenseId(1) },
      { interval: "year" as const },
    ])
      expect(outcomes(changed(PRICE_LIST, 130, more))).toEqual([
        [140, "repriced"],
        [130, "retired"],
      ]);
    const raised = { ...PRICE_LIST, plan_factors: { ...PRICE_LIST.plan_factors, "6": 5 } };
    expect(outcomes(raised).map(([, outcome]) => outcome)).toEqual([
      ...Array.from({ length: 6 }, () => "repriced"),
      ...Array.from({ length: 6 }, () => "retired"),
    ]);
  });

  it("PLN-01 says what else changes, with the value before and after", () => {
    expect(priceRuleChanges(PRICE_LIST, PRICE_LIST)).toEqual([]);
    expect(
      priceRuleChanges(PRICE_LIST, {
        ...PRICE_LIST,
        bundle: null,
        sale: { percent_off: 15, months: 1 },
        smallest_charge: cents(100),
        daily_downloads: { free: 5, paid: 50 },
        item_factors: { ...PRICE_LIST.item_factors, "6": 20 },
        packs: { ...PRICE_LIST.packs, presets: [10], individual: [{ min: 1, max: null, price: cents(250) }] },
      }),
    ).toEqual([
      "Bundle discount: 20% off 5 or more items → none.",
      "Sale: 30% off for 6 months → 15% off for 1 month.",
      "Smallest charge: $0.50 → $1.00.",
      "Downloads per day: 10 free, 20 paid → 5 free, 50 paid.",
      "Pack sizes: 5, 20, 50, 100 → 10.",
      "Price per credit, Individual: $3.00 from 1, $2.95 from 20, $2.91 from 50, $2.89 from 100 → $2.50 from 1.",
      "Item factor, Enterprise Over $100M: 16 → 20.",
    ]);
  });
});

describe("a price list's warnings", () => {
  const warnings = (list: PriceList): readonly string[] => {
    const { packs, plans: _, ...rules } = list;
    return priceListWarnings({ plans: offersOf(list), packs, rules }).map(priceListWarningText);
  };

  it("CRD-03 name packs cheaper than plans, yearly plans that cost more, and packs too cheap to charge", () => {
    const short: PriceList = {
      ...PRICE_LIST,
      ...PRICE_RULES,
      plans: [
        { group_id: 1, plan_name: "Pro", interval: "month", recurring_credits: credits(20), price: cents(7_000) },
        { group_id: 1, plan_name: "Pro", interval: "year", recurring_credits: credits(240), price: cents(90_000) },
      ].map((plan, index) => ({
        ...plan,
        interval: plan.interval as "month" | "year",
        id: index + 1,
        license_from: licenseId(1),
        license_to: licenseId(2),
      })),
      packs: {
        presets: [],
        individual: [{ min: 1, max: null, price: cents(40) }],
        business: [{ min: 1, max: null, price: cents(420) }],
      },
    };
    expect(warnings(short)).toEqual([
      "Under the Individual license, a pack of 20 credits costs $8.00, but plan 1 with the same credits costs $70.00.",
      "Under the Individual license, a pack of 240 credits costs $96.00, but plan 2 with the same credits costs " +
        "$900.00.",
      "Under the Individual license, yearly plan 2 costs more than twelve months of plan 1.",
      "Under the Startup license, yearly plan 2 costs more than twelve months of plan 1.",
      "An individual pack of 1 credit costs $0.40, below Stripe's minimum charge of $0.50.",
    ]);
  });

  it("PLN-01 the list of a new store sells Enterprise credits cheaper by the pack", () => {
    expect(warnings(PRICE_LIST).every((each) => each.startsWith("Under the Enterprise"))).toBe(true);
    expect(warnings(PRICE_LIST)).not.toEqual([]);
  });
});

describe("a price list's problems", () => {
  const problems = (list: PriceList) => {
    const { packs, plans: _, ...rules } = list;
    return validatePriceList({ plans: offersOf(list), packs, rules });
  };

  it("PLN-01 are charges that no provider takes, and licenses that cost less than the one below", () => {
    expect(problems({ ...PRICE_LIST, smallest_charge: cents(49) })).toEqual([
      { _tag: "ChargeBelowSmallest", charge: 49 },
    ]);
    expect(problems(changed(PRICE_LIST, 128, { price: cents(49) }))).toEqual([
      { _tag: "PlanBelowSmallest", variant_id: 128, price: 49 },
    ]);
    expect(problems({ ...PRICE_LIST, item_factors: { ...PRICE_LIST.item_factors, "4": 5 } })).toEqual([
      { _tag: "FactorFalls", factors: "item", license_id: 4 },
    ]);
    expect(problems({ ...PRICE_LIST, plan_factors: { ...PRICE_LIST.plan_factors, "3": 0.9 } })).toEqual([
      { _tag: "FactorFalls", factors: "plan", license_id: 3 },
    ]);
  });
});

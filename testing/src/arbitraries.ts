import fc from "fast-check";
import { type Instant, instant } from "@backlot/domain/kernel/calendar";
import { credits } from "@backlot/domain/credits/credits";
import type { Lot, LotKind } from "@backlot/domain/credits/ledger";
import { LICENSE_IDS, type LicenseId } from "@backlot/domain/licensing/license";
import { type Cents, cents } from "@backlot/domain/kernel/money";
import type { CurrentSubscription } from "@backlot/domain/subscriptions/change-preview";
import type { PlanSelection } from "@backlot/domain/subscriptions/change-kind";
import { renewalDate } from "@backlot/domain/plans/plan";
import type { PlanOffer } from "@backlot/domain/plans/plan.schema";
import type { PlanTerms } from "@backlot/domain/subscriptions/subscription";
import type { DailyDownloads } from "@backlot/domain/plans/daily-downloads.schema";
import type { PlanFactors } from "@backlot/domain/licensing/license-factors.schema";
import { type PriceList, type PriceRules, enterprisePrices } from "@backlot/domain/pricing/price-list";

/** Prices in cents, from 0 to $100,000. */
export const arbPrice: fc.Arbitrary<Cents> = fc.integer({ min: 0, max: 10_000_000 }).map(cents);

export const arbLicense: fc.Arbitrary<LicenseId> = fc.constantFrom(...LICENSE_IDS);

/** Times from 2000 to 2090, to the millisecond. */
export const arbInstant: fc.Arbitrary<Instant> = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) })
  .map(instant);

export const arbInterval = fc.constantFrom("month" as const, "year" as const);

/** Monthly or yearly credits of a plan. Essentials has 0. */
const arbRecurringCredits = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000 })).map(credits);

const arbPercent = fc.integer({ min: 1, max: 100 });

/** Factors of 1 or more with up to two decimals, none below the one before it. */
const arbFactors = (count: number): fc.Arbitrary<readonly number[]> =>
  fc
    .array(fc.integer({ min: 100, max: 3_000 }), { minLength: count, maxLength: count })
    .map((factors) => factors.toSorted((a, b) => a - b).map((factor) => factor / 100));

const arbPlanFactors: fc.Arbitrary<PlanFactors> = arbFactors(4).map(([three = 1, four = 1, five = 1, six = 1]) => ({
  "3": three,
  "4": four,
  "5": five,
  "6": six,
}));

/** A plan in a price list. */
export const arbPlanOffer: fc.Arbitrary<PlanOffer> = fc
  .record({
    id: fc.integer({ min: 1, max: 500 }),
    group_id: fc.integer({ min: 1, max: 9 }),
    plan_name: fc.constantFrom("Essentials", "Pro"),
    interval: arbInterval,
    recurring_credits: arbRecurringCredits,
    price: arbPrice,
    range: fc.tuple(arbLicense, arbLicense),
  })
  .chain(({ range: [a, b], ...offer }) => {
    const plain = { ...offer, license_from: a < b ? a : b, license_to: a < b ? b : a };
    const own = arbPlanFactors.map((factors) => ({
      ...plain,
      enterprise_prices: enterprisePrices(plain.price, factors),
    }));
    return fc.oneof(fc.constant(plain), own);
  });

/** Numbers of downloads per day. */
export const arbDailyDownloads: fc.Arbitrary<DailyDownloads> = fc.record({
  free: fc.integer({ min: 1, max: 25 }),
  paid: fc.integer({ min: 1, max: 50 }),
});

/** The price rules of some store. */
export const arbPriceRules: fc.Arbitrary<PriceRules> = fc.record({
  item_factors: arbFactors(5).map(([two = 1, three = 1, four = 1, five = 1, six = 1]) => ({
    "1": 1 as const,
    "2": two,
    "3": three,
    "4": four,
    "5": five,
    "6": six,
  })),
  plan_factors: arbPlanFactors,
  bundle: fc.option(fc.record({ minimum_items: fc.integer({ min: 2, max: 9 }), percent_off: arbPercent })),
  sale: fc.record({ percent_off: arbPercent, months: fc.integer({ min: 1, max: 24 }) }),
  smallest_charge: fc.integer({ min: 50, max: 500 }).map(cents),
  daily_downloads: arbDailyDownloads,
});

/** A price list of some store. Its plans can overlap, and their ids can repeat those of another list. */
export const arbPriceList: fc.Arbitrary<PriceList> = fc
  .tuple(
    fc.uniqueArray(arbPlanOffer, { selector: ({ id }) => id, minLength: 1, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    arbPriceRules,
  )
  .map(([offers, named, rules]) => ({
    plans: offers.map(({ id, license_from, license_to, enterprise_prices: _, ...plan }, index) => ({
      ...plan,
      ...(named[index] === true ? { id } : {}),
      price: cents(plan.price + 50),
      license_from: license_from,
      license_to: license_to,
    })),
    packs: {
      presets: [5, 20],
      individual: [{ min: 1, max: null, price: cents(300) }],
      business: [{ min: 1, max: null, price: cents(420) }],
    },
    ...rules,
  }));

/** A plan with a license. */
export const arbPlanSelection: fc.Arbitrary<PlanSelection> = fc.record({
  variant_id: fc.integer({ min: 1, max: 20 }),
  license_id: arbLicense,
  interval: arbInterval,
  recurring_credits: arbRecurringCredits,
});

/** A plan as a customer has it, with its price. */
export const arbPlanTerms: fc.Arbitrary<PlanTerms> = fc
  .tuple(arbPlanSelection, arbPrice)
  .map(([status, price]) => ({ ...status, price }));

/** An active subscription and a time within its period. */
export const arbCurrent: fc.Arbitrary<{ readonly current: CurrentSubscription; readonly at: Instant }> = fc
  .record({
    status: arbPlanSelection,
    legacy: fc.boolean(),
    start: arbInstant,
    elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
    paid: arbPrice,
    unspentShare: fc.double({ min: 0, max: 1, noNaN: true }),
    legacyUnspent: fc.integer({ min: 0, max: 500 }),
  })
  .map(({ status, legacy, start, elapsed, paid, unspentShare, legacyUnspent }) => {
    const end = renewalDate(start, status.interval);
    const whole = Date.parse(end) - Date.parse(start);
    return {
      at: instant(Date.parse(start) + Math.floor(whole * elapsed)),
      current: {
        ...status,
        legacy,
        period: { start, end },
        paid,
        unspent: credits(Math.floor(status.recurring_credits * unspentShare)),
        legacy_unspent: credits(legacyUnspent),
      },
    };
  });

const KINDS: readonly LotKind[] = ["plan", "pack", "legacy", "grant"];

/** Up to eight lots of any kind. */
export const arbLots: fc.Arbitrary<readonly Lot[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...KINDS),
    remaining: fc.integer({ min: 0, max: 1_000 }).map(credits),
    granted_at: arbInstant,
    subscription_id: fc.option(fc.constantFrom("sub-a", "sub-b")),
  }),
  { selector: (lot) => lot.id, maxLength: 8 },
);

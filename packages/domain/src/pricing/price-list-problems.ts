import { type PackPrices, type RangeProblem, validateRanges } from "../credits/credit-pack.ts";
import type { Interval } from "../kernel/calendar.ts";
import { type Cents, formatUsd } from "../kernel/money.ts";
import { itemFactor, planFactor } from "../licensing/license-factors.ts";
import { LICENSE_IDS, type LicenseId } from "../licensing/license.ts";
import { isAvailableFor, planPrice } from "../plans/plan.ts";
import type { PlanOffer } from "../plans/plan.schema.ts";
import { SMALLEST_CHARGE } from "./discount.ts";
import type { PriceRules } from "./price-list.schema.ts";

/** A problem in a price list, and its location in the list. A list with problems can't be imported. */
export type PriceListProblem =
  | { readonly _tag: "Range"; readonly list: "individual" | "business"; readonly problem: RangeProblem }
  | { readonly _tag: "PresetTwice"; readonly amount: number }
  | { readonly _tag: "VariantTwice"; readonly variant_id: number }
  | { readonly _tag: "NothingForLicense"; readonly license_id: LicenseId }
  | { readonly _tag: "SamePlanTwice"; readonly license_id: LicenseId; readonly variant_ids: readonly [number, number] }
  | {
      readonly _tag: "PlanCliff";
      readonly license_id: LicenseId;
      readonly interval: Interval;
      readonly variant_ids: readonly [number, number];
    }
  | { readonly _tag: "WrongWayRound"; readonly variant_id: number }
  | { readonly _tag: "PlanBelowSmallest"; readonly variant_id: number; readonly price: Cents }
  | { readonly _tag: "ChargeBelowSmallest"; readonly charge: Cents }
  | { readonly _tag: "FactorFalls"; readonly factors: "item" | "plan"; readonly license_id: LicenseId };

const twice = <T>(values: readonly T[]): readonly T[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

const pairsFor = (
  offers: readonly PlanOffer[],
  license_id: LicenseId,
  interval: Interval,
): readonly PriceListProblem[] => {
  const ladder = offers
    .filter((offer) => offer.interval === interval && isAvailableFor(offer, license_id))
    .sort((a, b) => a.recurring_credits - b.recurring_credits || a.id - b.id);
  return ladder.slice(1).flatMap((higher, index): readonly PriceListProblem[] => {
    const lower = ladder[index];
    if (lower === undefined) return [];
    const variant_ids = [lower.id, higher.id] as const;
    if (lower.recurring_credits === higher.recurring_credits)
      return [{ _tag: "SamePlanTwice", license_id, variant_ids }];
    return planPrice(higher, license_id) < planPrice(lower, license_id)
      ? [{ _tag: "PlanCliff", license_id, interval, variant_ids }]
      : [];
  });
};

/** The parts of a price list, with its plans as the store sells them. */
export interface PricesOnSale {
  readonly plans: readonly PlanOffer[];
  readonly packs: PackPrices;
  readonly rules: PriceRules;
}

/**
 * Returns each license whose factor is lower than the previous license's. An upgrade to it would have a negative price.
 */
const fallingFactors = ({ item_factors, plan_factors }: PriceRules): readonly PriceListProblem[] =>
  LICENSE_IDS.slice(1).flatMap((license_id, index): readonly PriceListProblem[] => {
    const below = LICENSE_IDS[index] ?? license_id;
    return [
      ...(itemFactor(item_factors, license_id) < itemFactor(item_factors, below)
        ? [{ _tag: "FactorFalls" as const, factors: "item" as const, license_id }]
        : []),
      ...(planFactor(plan_factors, license_id) < planFactor(plan_factors, below)
        ? [{ _tag: "FactorFalls" as const, factors: "plan" as const, license_id }]
        : []),
    ];
  });

/**
 * Returns the problems in a price list: invalid pack ranges; duplicate presets or variant ids; reversed license ranges;
 * licenses without a plan, with two identical plans, or with a plan that costs less than one with fewer credits;
 * factors that fall; and charges that a provider refuses. A list with problems can't be imported. (CRD-03, PLN-01)
 */
export const validatePriceList = (list: PricesOnSale): readonly PriceListProblem[] => [
  ...(["individual", "business"] as const).flatMap((name) =>
    validateRanges(list.packs[name]).map((problem) => ({ _tag: "Range" as const, list: name, problem })),
  ),
  ...twice(list.packs.presets).map((amount) => ({ _tag: "PresetTwice" as const, amount })),
  ...twice(list.plans.map((offer) => offer.id)).map((variant_id) => ({ _tag: "VariantTwice" as const, variant_id })),
  ...list.plans
    .filter((offer) => offer.license_from > offer.license_to)
    .map((offer) => ({ _tag: "WrongWayRound" as const, variant_id: offer.id })),
  ...LICENSE_IDS.filter((id) => !list.plans.some((offer) => isAvailableFor(offer, id))).map((license_id) => ({
    _tag: "NothingForLicense" as const,
    license_id,
  })),
  ...LICENSE_IDS.flatMap((id) =>
    (["month", "year"] as const).flatMap((interval) => pairsFor(list.plans, id, interval)),
  ),
  ...list.plans
    .filter(({ price }) => price < SMALLEST_CHARGE)
    .map(({ id, price }) => ({ _tag: "PlanBelowSmallest" as const, variant_id: id, price })),
  ...(list.rules.smallest_charge < SMALLEST_CHARGE
    ? [{ _tag: "ChargeBelowSmallest" as const, charge: list.rules.smallest_charge }]
    : []),
  ...fallingFactors(list.rules),
];

/** Returns a price list problem as one line for the maintainer of the list. */
export const priceListProblemText = (problem: PriceListProblem): string => {
  switch (problem._tag) {
    case "Range":
      return `${problem.list} pack prices: ${rangeProblemText(problem.problem)}`;
    case "PresetTwice":
      return `the pack of ${problem.amount} credits is listed twice. Keep one`;
    case "VariantTwice":
      return `plan variant ${problem.variant_id} is listed twice. Give one of them a different id`;
    case "WrongWayRound":
      return `plan variant ${problem.variant_id} has its licenses reversed. license_from must not be above license_to`;
    case "NothingForLicense":
      return `license ${problem.license_id} has no plan to buy. Add one, or extend another plan to this license`;
    case "SamePlanTwice":
      return (
        `license ${problem.license_id} has two variants with the same interval and credits, ` +
        `${problem.variant_ids.join(" and ")}. Keep one`
      );
    case "PlanCliff":
      return (
        `license ${problem.license_id} pays less per ${problem.interval} for variant ` +
        `${problem.variant_ids[1]} than for ${problem.variant_ids[0]}, which has fewer credits`
      );
    case "PlanBelowSmallest":
      return (
        `plan variant ${problem.variant_id} costs ${formatUsd(problem.price)}. Raise it to at least ` +
        `${formatUsd(SMALLEST_CHARGE)}, Stripe's minimum charge`
      );
    case "ChargeBelowSmallest":
      return (
        `the smallest charge is ${formatUsd(problem.charge)}. Raise it to at least ${formatUsd(SMALLEST_CHARGE)}, ` +
        "Stripe's minimum charge"
      );
    case "FactorFalls":
      return (
        `the ${problem.factors} factor for license ${problem.license_id} is lower than for license ` +
        `${problem.license_id - 1}. Raise it so that no higher license costs less`
      );
  }
};

/** Returns a range problem as text, with the number of credits at which it occurs. */
export const rangeProblemText = (problem: RangeProblem): string => {
  switch (problem._tag) {
    case "Gap":
      return `no range covers ${problem.at} credits. Start one there`;
    case "Overlap":
      return `the range from ${problem.at} overlaps the previous range. Start it later`;
    case "Backwards":
      return `the range from ${problem.at} ends before it begins`;
    case "NoEnd":
      return "the last range has an end. Leave its max empty";
    case "Cliff":
      return `${problem.at} credits cost less than ${problem.at - 1}. Raise the price from ${problem.at}`;
  }
};

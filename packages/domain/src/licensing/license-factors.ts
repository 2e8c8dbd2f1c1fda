import type { Ratio } from "../kernel/money.ts";
import type { ItemFactors, PlanFactors } from "./license-factors.schema.ts";
import { LICENSES, type LicenseId, isEnterprise } from "./license.ts";
import type { LicenseTypeRow } from "./license.schema.ts";

export type { ItemFactors, PlanFactors } from "./license-factors.schema.ts";

/** The item factors of a new store. (ORD-05) */
export const ITEM_FACTORS: ItemFactors = { "1": 1, "2": 3, "3": 6, "4": 9, "5": 12, "6": 16 };

/** The plan factors of a new store. (PLN-01) */
export const PLAN_FACTORS: PlanFactors = { "3": 1.7, "4": 2.5, "5": 3, "6": 4 };

const DECIMALS = 100_000;

/** Converts a factor to a ratio of integers. */
export const factorRatio = (factor: number): Ratio => ({
  numerator: Math.round(factor * DECIMALS),
  denominator: DECIMALS,
});

/** Returns a license's multiplier for the prices of single items. */
export const itemFactor = (factors: ItemFactors, id: LicenseId): number => factors[String(id) as keyof ItemFactors];

/** Returns a license's multiplier for the list prices of plans: 1, except for Enterprise. (PLN-01) */
export const planFactor = (factors: PlanFactors, id: LicenseId): number =>
  isEnterprise(id) ? factors[String(id) as keyof PlanFactors] : 1;

/** Startup's published plan factor. Its plans are sold at the list price. (LIC-01) */
const STARTUP_PLAN_FACTOR = 1.000_01;

/** Returns the license table for the API. */
export const licenseTypeRows = (factors: {
  readonly item_factors: ItemFactors;
  readonly plan_factors: PlanFactors;
}): readonly LicenseTypeRow[] =>
  LICENSES.map((each) => ({
    id: each.id,
    name: each.name,
    type: { id: each.type, name: each.name },
    revenue: each.revenue,
    price_factor: itemFactor(factors.item_factors, each.id),
    subscription_price_factor: each.id === 2 ? STARTUP_PLAN_FACTOR : planFactor(factors.plan_factors, each.id),
  }));

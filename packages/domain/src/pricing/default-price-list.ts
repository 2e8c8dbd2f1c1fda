import { credits } from "../credits/credits.ts";
import type { PackPrices, PackRange } from "../credits/credit-pack.schema.ts";
import { DAILY_DOWNLOADS } from "../plans/daily-downloads.ts";
import { cents } from "../kernel/money.ts";
import { ITEM_FACTORS, PLAN_FACTORS } from "../licensing/license-factors.ts";
import { licenseId } from "../licensing/license.ts";
import { BUNDLE_RULE, SMALLEST_CHARGE } from "./discount.ts";
import type { ListedPlan, PriceList, PriceRules } from "./price-list.schema.ts";
import { offersOf } from "./price-list.ts";
import { BANNER_SALE } from "./sale.ts";

type Row = readonly [
  id: number,
  group: number,
  name: string,
  interval: "month" | "year",
  credits: number,
  dollars: number,
];

// A group contains all offers of one plan. The month/year switch toggles between the offers of a group.
const SMALL: readonly Row[] = [
  [128, 1, "Essentials", "month", 0, 19],
  [129, 1, "Essentials", "year", 0, 180],
  [130, 2, "Pro", "month", 20, 49],
  [131, 2, "Pro", "month", 50, 99],
  [132, 2, "Pro", "year", 240, 470],
  [133, 2, "Pro", "year", 600, 950],
];
const ENTERPRISE: readonly Row[] = [
  [134, 3, "Essentials", "month", 0, 19],
  [135, 3, "Essentials", "year", 0, 180],
  [136, 4, "Pro", "month", 50, 99],
  [137, 4, "Pro", "month", 100, 179],
  [138, 4, "Pro", "year", 600, 950],
  [139, 4, "Pro", "year", 1_200, 1_720],
];

const listed = (rows: readonly Row[], from: number, to: number): readonly ListedPlan[] =>
  rows.map(([id, group_id, plan_name, interval, count, dollars]) => ({
    id,
    group_id,
    plan_name,
    interval,
    recurring_credits: credits(count),
    price: cents(dollars * 100),
    license_from: licenseId(from),
    license_to: licenseId(to),
  }));

/** Returns the price ranges that start at 1, 20, 50, and 100 credits. Prices are in cents per credit. */
const ranges = (...prices: readonly [number, number, number, number]): readonly PackRange[] => [
  { min: 1, max: 19, price: cents(prices[0]) },
  { min: 20, max: 49, price: cents(prices[1]) },
  { min: 50, max: 99, price: cents(prices[2]) },
  { min: 100, max: null, price: cents(prices[3]) },
];

/** The credit packs of a new store, with the price per credit by quantity. */
export const PACK_PRICES: PackPrices = {
  presets: [5, 20, 50, 100],
  individual: ranges(300, 295, 291, 289),
  business: ranges(420, 413, 407, 405),
};

/** The price rules of a new store. */
export const PRICE_RULES: PriceRules = {
  item_factors: ITEM_FACTORS,
  plan_factors: PLAN_FACTORS,
  bundle: BUNDLE_RULE,
  sale: BANNER_SALE,
  smallest_charge: SMALLEST_CHARGE,
  daily_downloads: DAILY_DOWNLOADS,
};

/**
 * The price list of a new store. Individual and Startup have one list of plans, and the Enterprise licenses another.
 */
export const PRICE_LIST: PriceList = {
  plans: [...listed(SMALL, 1, 2), ...listed(ENTERPRISE, 3, 6)],
  packs: PACK_PRICES,
  ...PRICE_RULES,
};

/** The plans of a new store. */
export const PLAN_OFFERS = offersOf(PRICE_LIST);

import { type Cents, cents, formatUsd, multiply } from "../kernel/money.ts";
import { formatWhole } from "../kernel/whole-number.ts";
import { type ItemFactors, factorRatio, itemFactor } from "./license-factors.ts";
import { type LicenseId, licenseId } from "./license.ts";

/** The specification's savings per unit under a license, in cents. */
export interface Savings {
  readonly license_id: LicenseId;
  readonly savings: Cents;
}

const savingsOf = (...amounts: readonly number[]): readonly Savings[] =>
  amounts.map((amount, index) => ({ license_id: licenseId(index + 1), savings: cents(amount) }));

/** The savings per unit for each license, from lowest to highest. (LIC-15) */
export const SAVINGS_PER_UNIT: readonly Savings[] = /* @__PURE__ */ savingsOf(
  1_380,
  4_580,
  9_160,
  13_740,
  18_320,
  22_900,
);

/** The specification's value of a tier badge for a monthly and a yearly plan, in cents. */
export interface BadgeValue {
  readonly month: Cents;
  readonly year: Cents;
}

const worth = (month: number, year: number): BadgeValue => ({ month: cents(month), year: cents(year) });

/** The value of each tier badge. (LIC-15) */
export const BADGE_VALUES: Readonly<Record<"silver" | "gold" | "elite", BadgeValue>> = {
  silver: /* @__PURE__ */ worth(708_100, 2_124_300),
  gold: /* @__PURE__ */ worth(1_356_200, 4_068_600),
  elite: /* @__PURE__ */ worth(1_932_000, 5_796_000),
};

/** The Essentials items of a tier that a store sells: their number, and their total list price, in cents. */
export interface TierStock {
  readonly tier: keyof typeof BADGE_VALUES;
  readonly items: number;
  readonly price: Cents;
}

/** The value of a tier on a plan: an amount, what the amount measures, and what it is based on. */
export interface TierWorth {
  readonly tier: TierStock["tier"];
  readonly amount: Cents;
  readonly per: string;
  readonly basis: string;
}

const itemsText = (items: number): string => (items === 1 ? "1 item" : `${formatWhole(items)} items`);

/**
 * Returns the value of a tier under a license: its badge value if the store's items cost at least that much when bought
 * one by one; otherwise, their cost. (LIC-15)
 */
export const tierWorth = (
  { tier, items, price }: TierStock,
  { interval, license: id }: { readonly interval: keyof BadgeValue; readonly license: LicenseId },
  factors: ItemFactors,
): TierWorth => {
  const cost = multiply(price, factorRatio(itemFactor(factors, id)));
  const claimed = BADGE_VALUES[tier][interval];
  return cost >= claimed
    ? { tier, amount: claimed, per: `a ${interval}`, basis: `${itemsText(items)} to download` }
    : { tier, amount: cost, per: "if bought separately", basis: itemsText(items) };
};

/**
 * Returns the average savings per Essentials item under a license: the savings per unit, but never more than the
 * average cost of the store's items, rounded down to whole cents. Returns null if no Essentials item has a tier.
 * (LIC-15)
 */
export const savedPerItem = (stock: readonly TierStock[], id: LicenseId, factors: ItemFactors): Cents | null => {
  const items = stock.reduce((sum, each) => sum + each.items, 0);
  const price = stock.reduce((sum, each) => sum + each.price, 0);
  const claimed = SAVINGS_PER_UNIT.find(({ license_id }) => license_id === id)?.savings;
  if (items === 0 || claimed === undefined) return null;
  const average = Math.floor(multiply(cents(price), factorRatio(itemFactor(factors, id))) / items);
  return cents(Math.min(claimed, average));
};

/** Returns the text about the savings per Essentials item. */
export const savedPerItemText = (saved: Cents, licenseName: string): string =>
  "Every paid plan includes Essentials. On average, each item you download saves you " +
  `at least ${formatUsd(saved)} with the ${licenseName} license.`;

import { type LicenseId, licenseId } from "./license.ts";
import { type Cents, cents } from "../kernel/money.ts";

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

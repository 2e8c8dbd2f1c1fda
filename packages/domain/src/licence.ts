import type { LicenceId, LicenceTypeId, LicenceTypeRow } from "./licence.schema.ts";
import { type Cents, type Ratio, cents } from "./money.ts";

export type { LicenceId, LicenceTypeId, LicenceTypeRow } from "./licence.schema.ts";

/** The three names a licence can carry. */
export type LicenceName = "Individual" | "Startup" | "Enterprise";

/** One row of the licence table. `from` and `below` bound the yearly revenue in whole dollars, half-open. */
export interface Licence {
  readonly id: LicenceId;
  readonly type: LicenceTypeId;
  readonly name: LicenceName;
  readonly revenue: string;
  readonly from: number;
  readonly below: number;
  readonly priceFactor: Ratio;
  readonly subscriptionPriceFactor: Ratio;
}

/** The licence with a number; throws RangeError for a number that names none. */
export const licenceId = (id: number): LicenceId => {
  if (!Number.isInteger(id) || id < 1 || id > 6) throw new RangeError(`there is no licence ${id}`);
  return id as LicenceId;
};

/** The licence type with a number; throws RangeError for a number that names none. */
export const licenceTypeId = (id: number): LicenceTypeId => {
  if (!Number.isInteger(id) || id < 1 || id > 3) throw new RangeError(`there is no licence type ${id}`);
  return id as LicenceTypeId;
};

const MILLION = 1_000_000;
const ratio = (numerator: number, denominator = 1): Ratio => ({ numerator, denominator });

const row = (id: number, name: LicenceName, revenue: string, from: number, below: number, priceFactor: Ratio, subscriptionPriceFactor: Ratio): Licence => ({
  id: licenceId(id),
  type: licenceTypeId(Math.min(id, 3)),
  name,
  revenue,
  from,
  below,
  priceFactor,
  subscriptionPriceFactor,
});

/** The six licences, in order of rank. (LIC-01) */
export const LICENCES: readonly Licence[] = [
  row(1, "Individual", "up to $200k", 0, 200_000, ratio(1), ratio(1)),
  row(2, "Startup", "under $3M", 0, 3 * MILLION, ratio(3), ratio(100_001, 100_000)),
  row(3, "Enterprise", "$3M-$20M", 3 * MILLION, 21 * MILLION, ratio(6), ratio(17, 10)),
  row(4, "Enterprise", "$21M-$49M", 21 * MILLION, 50 * MILLION, ratio(9), ratio(5, 2)),
  row(5, "Enterprise", "$50M-$99M", 50 * MILLION, 100 * MILLION, ratio(12), ratio(3)),
  row(6, "Enterprise", "Over $100M", 100 * MILLION, Number.POSITIVE_INFINITY, ratio(16), ratio(4)),
];

/** All licence ids in order of rank. */
export const LICENCE_IDS: readonly LicenceId[] = LICENCES.map((licence) => licence.id);

/** The lowest licence, which every account holds from the start. */
export const LOWEST_LICENCE: LicenceId = licenceId(1);

/** The row of a licence. (LIC-01) */
export const licence = (id: LicenceId): Licence => {
  const found = LICENCES[id - 1];
  if (found === undefined) throw new RangeError(`there is no licence ${id}`);
  return found;
};

/** The type of a licence: 1 → 1, 2 → 2, 3 to 6 → 3. (LIC-01) */
export const typeOfLicence = (id: LicenceId): LicenceTypeId => licence(id).type;

/** The lowest licence a type can mean. A type never says which Enterprise band. (LIC-01, CHG-03) */
export const floorOfType = (type: LicenceTypeId): LicenceId => licenceId(type);

/** The name of a licence type. */
export const licenceTypeName = (type: LicenceTypeId): LicenceName => licence(floorOfType(type)).name;

/** Whether a licence is one of the Enterprise bands. */
export const isEnterprise = (id: LicenceId): boolean => typeOfLicence(id) === 3;

/** The revenue band of a licence in words. (LIC-02) */
export const bandText = (id: LicenceId): string => licence(id).revenue;

/** "Individual", "Startup", "Enterprise $3M-$20M": what tells six licences apart in a list. */
export const licenceLabel = (id: LicenceId): string => (isEnterprise(id) ? `${licence(id).name} ${licence(id).revenue}` : licence(id).name);

/** Who works under the licence. Several people are never an Individual. */
export type Licensed = "one" | "several";

/** The licence for a yearly revenue in whole dollars (0 or more). (LIC-02) */
export const licenceForRevenue = (dollars: number, licensed: Licensed = "one"): LicenceId => {
  if (!Number.isFinite(dollars) || dollars < 0) throw new RangeError(`revenue must be 0 or more, got ${dollars}`);
  const fits = LICENCES.find((candidate) => dollars >= candidate.from && dollars < candidate.below && (candidate.id !== 1 || licensed === "one"));
  if (fits === undefined) throw new RangeError(`no licence covers a revenue of ${dollars}`);
  return fits.id;
};

/** The highest of some licences; Individual when none is given. */
export const highestLicence = (ids: Iterable<LicenceId | null | undefined>): LicenceId => {
  let highest = LOWEST_LICENCE;
  for (const id of ids) if (id !== null && id !== undefined && id > highest) highest = id;
  return highest;
};

/** What of a licensee profile the minimum licence depends on. */
export interface ProfileStanding {
  readonly completed: boolean;
  readonly invalidated: boolean;
  readonly license_id: LicenceId;
}

/** The licence a profile vouches for: only a completed one that is still valid counts. (LIC-03) */
export const licenceOfProfile = (profile: ProfileStanding | null): LicenceId | null => (profile?.completed && !profile.invalidated ? profile.license_id : null);

/** The lowest licence a customer may choose: the highest of what is known of them. (LIC-03) */
export const minimumLicence = (known: {
  readonly min_license_id: LicenceId | null;
  readonly profile: ProfileStanding | null;
  readonly selected?: LicenceId | null;
}): LicenceId => highestLicence([known.min_license_id, licenceOfProfile(known.profile), known.selected]);

/** The lowest licence that an upgrade may have: what is known of the customer, and the running plan's licence. (CHG-03) */
export const minimumLicenceForUpgrade = (known: {
  readonly min_license_id: LicenceId | null;
  readonly profile: ProfileStanding | null;
  readonly current: LicenceId;
}): LicenceId => highestLicence([known.min_license_id, licenceOfProfile(known.profile), known.current]);

/** The same among types, for callers that know only those: never above Enterprise, and no licence is weakened by it. (CHG-03) */
export const minimumTypeForUpgrade = (known: Parameters<typeof minimumLicenceForUpgrade>[0]): LicenceTypeId => typeOfLicence(minimumLicenceForUpgrade(known));

/** Whether the licensee must confirm the licence before paying. (LIC-08) */
export const needsLicenceConfirmation = (profile: ProfileStanding | null, shouldSeeConfirmLicense = false): boolean =>
  shouldSeeConfirmLicense || licenceOfProfile(profile) === null;

/** Raising keeps the higher one: a minimum licence never falls by itself. (LIC-11) */
export const raiseMinimum = (current: LicenceId | null, asked: LicenceId): LicenceId => highestLicence([current, asked]);

/** The licence table as the API serves it. (LIC-01) */
export const licenceTypeRows = (): readonly LicenceTypeRow[] =>
  LICENCES.map((each) => ({
    id: each.id,
    name: each.name,
    type: { id: each.type, name: each.name },
    revenue: each.revenue,
    price_factor: each.priceFactor.numerator / each.priceFactor.denominator,
    subscription_price_factor: each.subscriptionPriceFactor.numerator / each.subscriptionPriceFactor.denominator,
  }));

/** Savings per tier and unit, in cents. (LIC-15) */
export const SAVINGS_PER_UNIT: readonly { readonly license_id: LicenceId; readonly savings: Cents }[] = [
  { license_id: licenceId(1), savings: cents(1_380) },
  { license_id: licenceId(2), savings: cents(4_580) },
  { license_id: licenceId(3), savings: cents(9_160) },
  { license_id: licenceId(4), savings: cents(13_740) },
  { license_id: licenceId(5), savings: cents(18_320) },
  { license_id: licenceId(6), savings: cents(22_900) },
];

/** The value of a tier badge, in cents per billing interval. (LIC-15) */
export const BADGE_VALUES: Readonly<Record<"silver" | "gold" | "elite", { readonly month: Cents; readonly year: Cents }>> = {
  silver: { month: cents(708_100), year: cents(2_124_300) },
  gold: { month: cents(1_356_200), year: cents(4_068_600) },
  elite: { month: cents(1_932_000), year: cents(5_796_000) },
};

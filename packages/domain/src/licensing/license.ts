import type { LicenseId, LicenseTypeId, LicenseTypeRow } from "./license.schema.ts";
import type { Ratio } from "../kernel/money.ts";

export type { LicenseId, LicenseTypeId, LicenseTypeRow } from "./license.schema.ts";

/** The three names a license can carry. */
export type LicenseName = "Individual" | "Startup" | "Enterprise";

/** One row of the license table. `from` and `below` bound the yearly revenue in whole dollars, half-open. */
export interface License {
  readonly id: LicenseId;
  readonly type: LicenseTypeId;
  readonly name: LicenseName;
  readonly revenue: string;
  readonly from: number;
  readonly below: number;
  readonly priceFactor: Ratio;
  readonly subscriptionPriceFactor: Ratio;
}

/** The license with a number; throws RangeError for a number that names none. */
export const licenseId = (id: number): LicenseId => {
  if (!Number.isInteger(id) || id < 1 || id > 6) throw new RangeError(`there is no license ${id}`);
  return id as LicenseId;
};

/** The license that a text names by its number, as an address or a form does; null where it names none. */
export const licenseNamed = (text: string | null): LicenseId | null =>
  text !== null && /^[1-6]$/.test(text) ? licenseId(Number(text)) : null;

/** The license type with a number; throws RangeError for a number that names none. */
export const licenseTypeId = (id: number): LicenseTypeId => {
  if (!Number.isInteger(id) || id < 1 || id > 3) throw new RangeError(`there is no license type ${id}`);
  return id as LicenseTypeId;
};

/** The type of a license: 1 → 1, 2 → 2, 3 to 6 → 3. (LIC-01) */
export const typeOfLicense = (id: LicenseId): LicenseTypeId => licenseTypeId(Math.min(id, 3));

/** Numerator and denominator. */
type Factor = readonly [number, number];
type Row = readonly [
  id: number,
  name: LicenseName,
  revenue: string,
  from: number,
  below: number | null,
  price: Factor,
  subscription: Factor,
];

const ratio = ([numerator, denominator]: Factor): Ratio => ({ numerator, denominator });

const table = (...rows: readonly Row[]): readonly License[] =>
  rows.map(([id, name, revenue, from, below, priceFactor, subscriptionPriceFactor]) => ({
    id: licenseId(id),
    type: typeOfLicense(licenseId(id)),
    name,
    revenue,
    from,
    below: below ?? Number.POSITIVE_INFINITY,
    priceFactor: ratio(priceFactor),
    subscriptionPriceFactor: ratio(subscriptionPriceFactor),
  }));

// The marks let a bundler leave the table out of what does not look into it.
/** The six licenses, in order of rank. (LIC-01) */
export const LICENSES: readonly License[] = /* @__PURE__ */ table(
  [1, "Individual", "up to $200k", 0, 2e5, [1, 1], [1, 1]],
  [2, "Startup", "under $3M", 0, 3e6, [3, 1], [100_001, 100_000]],
  [3, "Enterprise", "$3M-$20M", 3e6, 21e6, [6, 1], [17, 10]],
  [4, "Enterprise", "$21M-$49M", 21e6, 50e6, [9, 1], [5, 2]],
  [5, "Enterprise", "$50M-$99M", 50e6, 100e6, [12, 1], [3, 1]],
  [6, "Enterprise", "Over $100M", 100e6, null, [16, 1], [4, 1]],
);

/** All license ids in order of rank. */
export const LICENSE_IDS: readonly LicenseId[] = [1, 2, 3, 4, 5, 6] as LicenseId[];

/** The lowest license, which every account holds from the start. */
export const LOWEST_LICENSE = 1 as LicenseId;

/** The row of a license. (LIC-01) */
export const license = (id: LicenseId): License => {
  const found = LICENSES[id - 1];
  if (found === undefined) throw new RangeError(`there is no license ${id}`);
  return found;
};

/** The lowest license a type can mean. A type never says which Enterprise band. (LIC-01, CHG-03) */
export const lowestLicenseOfType = (type: LicenseTypeId): LicenseId => licenseId(type);

/** The name of a license type. */
export const licenseTypeName = (type: LicenseTypeId): LicenseName => license(lowestLicenseOfType(type)).name;

/** A license type as it is offered: the license that it leads to first. */
export interface OfferedType {
  readonly type: LicenseTypeId;
  readonly name: LicenseName;
  readonly license_id: LicenseId;
}

/**
 * The types that somebody may choose whose license is no lower than a minimum. Enterprise always is. (LIC-01, LIC-04)
 */
export const offeredTypes = (minimum: LicenseId): readonly OfferedType[] =>
  ([1, 2, 3] as LicenseTypeId[])
    .filter((type) => type >= typeOfLicense(minimum))
    .map((type) => ({
      type,
      name: licenseTypeName(type),
      license_id: highestLicense([lowestLicenseOfType(type), minimum]),
    }));

/** The licenses that somebody may choose: none below a minimum. (LIC-04, LIC-11) */
export const offeredLicenses = (minimum: LicenseId): readonly License[] =>
  LICENSES.filter(({ id }) => !isBelowMinimum(id, minimum));

/** Whether a license is one of the Enterprise bands. */
export const isEnterprise = (id: LicenseId): boolean => typeOfLicense(id) === 3;

/** The revenue band of a license in words. (LIC-02) */
export const bandText = (id: LicenseId): string => license(id).revenue;

/** "Individual", "Startup", "Enterprise $3M-$20M": what tells six licenses apart in a list. */
export const licenseLabel = (id: LicenseId): string =>
  isEnterprise(id) ? `${license(id).name} ${license(id).revenue}` : license(id).name;

/** Who works under the license. Several people are never an Individual. */
export type LicenseeCount = "one" | "several";

/** The license for a yearly revenue in whole dollars (0 or more). (LIC-02) */
export const licenseForRevenue = (dollars: number, licensed: LicenseeCount = "one"): LicenseId => {
  if (!Number.isFinite(dollars) || dollars < 0) throw new RangeError(`revenue must be 0 or more, got ${dollars}`);
  const fits = LICENSES.find(
    (candidate) => dollars >= candidate.from && dollars < candidate.below && (candidate.id !== 1 || licensed === "one"),
  );
  if (fits === undefined) throw new RangeError(`no license covers a revenue of ${dollars}`);
  return fits.id;
};

/** The highest of some licenses; Individual when none is given. */
export const highestLicense = (ids: Iterable<LicenseId | null | undefined>): LicenseId => {
  let highest = LOWEST_LICENSE;
  for (const id of ids) if (id !== null && id !== undefined && id > highest) highest = id;
  return highest;
};

/** What of a licensee profile the minimum license depends on. */
export interface ProfileStanding {
  readonly completed: boolean;
  readonly invalidated: boolean;
  readonly license_id: LicenseId;
}

/** The license a profile vouches for: only a completed one that is still valid counts. (LIC-03) */
export const licenseOfProfile = (profile: ProfileStanding | null): LicenseId | null =>
  profile?.completed && !profile.invalidated ? profile.license_id : null;

/** The lowest license a customer may choose: the highest of what is known of them. (LIC-03) */
export const minimumLicense = (known: {
  readonly min_license_id: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly selected?: LicenseId | null;
}): LicenseId => highestLicense([known.min_license_id, licenseOfProfile(known.profile), known.selected]);

/**
 * The lowest license that an upgrade may have: what is known of the customer, and the running plan's license. (CHG-03)
 */
export const minimumLicenseForUpgrade = (known: {
  readonly min_license_id: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly current: LicenseId;
}): LicenseId => highestLicense([known.min_license_id, licenseOfProfile(known.profile), known.current]);

/** The lowest license that is offered to somebody: no plan and no cart goes below what they have. (CHG-03, LIC-03) */
export const minimumToOffer = (known: { readonly minimum: LicenseId; readonly current: LicenseId | null }): LicenseId =>
  highestLicense([known.minimum, known.current]);

/**
 * The same among types, for callers that know only those: never above Enterprise, and no license is weakened by it.
 * (CHG-03)
 */
export const minimumTypeForUpgrade = (known: Parameters<typeof minimumLicenseForUpgrade>[0]): LicenseTypeId =>
  typeOfLicense(minimumLicenseForUpgrade(known));

/** Whether a license is too low for somebody with a minimum. (LIC-03) */
export const isBelowMinimum = (asked: LicenseId, minimum: LicenseId): boolean => asked < minimum;

/**
 * Whether an account's license is known: it was chosen, for the account or for this purchase, a plan runs under it, or
 * a profile confirms it. (ORD-03, ACC-06)
 */
export const isLicenseKnown = (known: {
  readonly min_license_id: LicenseId | null;
  readonly current: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly isChosen?: boolean;
}): boolean =>
  known.isChosen === true ||
  [known.min_license_id, known.current, licenseOfProfile(known.profile)].some((id) => id !== null);

/**
 * The license that prices credits and single items: the highest of the minimum, the running plan's and the chosen one.
 * (CRD-04, LIC-03)
 */
export const licenseForItems = (known: {
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly chosen?: LicenseId | null;
}): LicenseId => highestLicense([known.minimum, known.current, known.chosen]);

/** Whether the licensee must confirm the license before paying. (LIC-08) */
export const needsLicenseConfirmation = (profile: ProfileStanding | null, shouldSeeConfirmLicense = false): boolean =>
  shouldSeeConfirmLicense || licenseOfProfile(profile) === null;

/** Raising keeps the higher one: a minimum license never falls by itself. (LIC-11) */
export const raiseMinimumLicense = (current: LicenseId | null, asked: LicenseId): LicenseId =>
  highestLicense([current, asked]);

/** The license table as the API serves it. (LIC-01) */
export const licenseTypeRows = (): readonly LicenseTypeRow[] =>
  LICENSES.map((each) => ({
    id: each.id,
    name: each.name,
    type: { id: each.type, name: each.name },
    revenue: each.revenue,
    price_factor: each.priceFactor.numerator / each.priceFactor.denominator,
    subscription_price_factor: each.subscriptionPriceFactor.numerator / each.subscriptionPriceFactor.denominator,
  }));

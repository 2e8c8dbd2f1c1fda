import type { LicenseId, LicenseTypeId } from "./license.schema.ts";

export type { LicenseId, LicenseTypeId, LicenseTypeRow } from "./license.schema.ts";

/** The name of a license type. */
export type LicenseName = "Individual" | "Startup" | "Enterprise";

/** A row of the license table. `from` (inclusive) and `below` (exclusive) bound the annual revenue, in dollars. */
export interface License {
  readonly id: LicenseId;
  readonly type: LicenseTypeId;
  readonly name: LicenseName;
  readonly revenue: string;
  readonly from: number;
  readonly below: number;
}

/** Converts a number to a license id. Throws RangeError if there is no such license. */
export const licenseId = (id: number): LicenseId => {
  if (!Number.isInteger(id) || id < 1 || id > 6) throw new RangeError(`there is no license ${id}`);
  return id as LicenseId;
};

/** Parses a license id from a URL or form. Returns null if it is invalid. */
export const licenseNamed = (text: string | null): LicenseId | null =>
  text !== null && /^[1-6]$/.test(text) ? licenseId(Number(text)) : null;

/** Converts a number to a license type id. Throws RangeError if there is no such type. */
export const licenseTypeId = (id: number): LicenseTypeId => {
  if (!Number.isInteger(id) || id < 1 || id > 3) throw new RangeError(`there is no license type ${id}`);
  return id as LicenseTypeId;
};

/** Returns the type of a license: 1 → 1, 2 → 2, 3 to 6 → 3. */
export const typeOfLicense = (id: LicenseId): LicenseTypeId => licenseTypeId(Math.min(id, 3));

type Row = readonly [id: number, name: LicenseName, revenue: string, from: number, below: number | null];

const table = (...rows: readonly Row[]): readonly License[] =>
  rows.map(([id, name, revenue, from, below]) => ({
    id: licenseId(id),
    type: typeOfLicense(licenseId(id)),
    name,
    revenue,
    from,
    below: below ?? Number.POSITIVE_INFINITY,
  }));

// The annotation lets bundlers drop the table from bundles that don't use it.
/** The six licenses, from lowest to highest. */
export const LICENSES: readonly License[] = /* @__PURE__ */ table(
  [1, "Individual", "up to $200k", 0, 2e5],
  [2, "Startup", "under $3M", 0, 3e6],
  [3, "Enterprise", "$3M-$20M", 3e6, 21e6],
  [4, "Enterprise", "$21M-$49M", 21e6, 50e6],
  [5, "Enterprise", "$50M-$99M", 50e6, 100e6],
  [6, "Enterprise", "Over $100M", 100e6, null],
);

/** All license ids, from lowest to highest. */
export const LICENSE_IDS: readonly LicenseId[] = [1, 2, 3, 4, 5, 6] as LicenseId[];

/** The lowest license, which every account starts with. */
export const LOWEST_LICENSE = 1 as LicenseId;

/** Returns a license's row in the license table. */
export const license = (id: LicenseId): License => {
  const row = LICENSES[id - 1];
  if (row === undefined) throw new RangeError(`there is no license ${id}`);
  return row;
};

/** Returns the lowest license of a type. For Enterprise, that is the lowest revenue band. (LIC-01, CHG-03) */
export const lowestLicenseOfType = (type: LicenseTypeId): LicenseId => licenseId(type);

/** Returns the name of a license type. */
export const licenseTypeName = (type: LicenseTypeId): LicenseName => license(lowestLicenseOfType(type)).name;

/** A license type a customer can choose. `license_id` is the license it selects initially. */
export interface OfferedType {
  readonly type: LicenseTypeId;
  readonly name: LicenseName;
  readonly license_id: LicenseId;
}

/** Returns the license types a customer with a minimum license can choose. Always includes Enterprise. */
export const offeredTypes = (minimum: LicenseId): readonly OfferedType[] =>
  ([1, 2, 3] as LicenseTypeId[])
    .filter((type) => type >= typeOfLicense(minimum))
    .map((type) => ({
      type,
      name: licenseTypeName(type),
      license_id: highestLicense([lowestLicenseOfType(type), minimum]),
    }));

/** Returns the licenses a customer can choose: their minimum license and all above it. */
export const offeredLicenses = (minimum: LicenseId): readonly License[] =>
  LICENSES.filter(({ id }) => !isBelowMinimum(id, minimum));

/** Returns whether a license is one of the Enterprise revenue bands. */
export const isEnterprise = (id: LicenseId): boolean => typeOfLicense(id) === 3;

/** Returns the annual revenue that a license covers, such as "$3M-$20M". */
export const bandText = (id: LicenseId): string => license(id).revenue;

/** Returns the unique label of a license: "Individual", "Startup", "Enterprise $3M-$20M". */
export const licenseLabel = (id: LicenseId): string =>
  isEnterprise(id) ? `${license(id).name} ${license(id).revenue}` : license(id).name;

/** The number of people who use the license. "several" rules out Individual. */
export type LicenseeCount = "one" | "several";

/** Returns the license for an annual revenue in whole dollars. Throws RangeError if it is negative or not finite. */
export const licenseForRevenue = (dollars: number, licensed: LicenseeCount = "one"): LicenseId => {
  if (!Number.isFinite(dollars) || dollars < 0) throw new RangeError(`revenue must be 0 or more, got ${dollars}`);
  const fits = LICENSES.find(
    (candidate) => dollars >= candidate.from && dollars < candidate.below && (candidate.id !== 1 || licensed === "one"),
  );
  if (fits === undefined) throw new RangeError(`no license covers a revenue of ${dollars}`);
  return fits.id;
};

/** Returns the highest of the licenses, or Individual if there are none. */
export const highestLicense = (ids: Iterable<LicenseId | null | undefined>): LicenseId => {
  let highest = LOWEST_LICENSE;
  for (const id of ids) if (id !== null && id !== undefined && id > highest) highest = id;
  return highest;
};

/** Returns the lowest of the licenses, ignoring null and undefined, or the lowest license of all if none is left. */
export const lowestLicense = (ids: Iterable<LicenseId | null | undefined>): LicenseId => {
  const licenseIds = [...ids].filter((id) => id !== null && id !== undefined);
  return licenseIds.length === 0 ? LOWEST_LICENSE : licenseId(Math.min(...licenseIds));
};

/** The fields of a licensee profile that determine the minimum license. */
export interface ProfileStanding {
  readonly completed: boolean;
  readonly invalidated: boolean;
  readonly license_id: LicenseId;
}

/** Returns the license a profile confirms, or null unless it is completed and not invalidated. (LIC-03) */
export const licenseOfProfile = (profile: ProfileStanding | null): LicenseId | null =>
  profile?.completed && !profile.invalidated ? profile.license_id : null;

/**
 * Returns the lowest license a customer can choose: the highest of the account's minimum, the license that the profile
 * confirms, and the license selected for this purchase. (LIC-03)
 */
export const minimumLicense = (customer: {
  readonly min_license_id: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly selected?: LicenseId | null;
}): LicenseId => highestLicense([customer.min_license_id, licenseOfProfile(customer.profile), customer.selected]);

/**
 * Returns the lowest license for an upgrade: the highest of the account's minimum, the license that the profile
 * confirms, and the current plan's.
 */
export const minimumLicenseForUpgrade = (customer: {
  readonly min_license_id: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly current: LicenseId;
}): LicenseId => highestLicense([customer.min_license_id, licenseOfProfile(customer.profile), customer.current]);

/** Returns the lowest license to offer: never below the customer's minimum or current license. (CHG-03, LIC-03) */
export const minimumToOffer = (licenses: {
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
}): LicenseId => highestLicense([licenses.minimum, licenses.current]);

/** Returns whether a license is below a customer's minimum. */
export const isBelowMinimum = (id: LicenseId, minimum: LicenseId): boolean => id < minimum;

/**
 * Returns whether an account's license is known: chosen for the account or this purchase, used by the current plan, or
 * confirmed by a profile.
 */
export const isLicenseKnown = (customer: {
  readonly min_license_id: LicenseId | null;
  readonly current: LicenseId | null;
  readonly profile: ProfileStanding | null;
  readonly isChosen?: boolean;
}): boolean =>
  customer.isChosen === true ||
  [customer.min_license_id, customer.current, licenseOfProfile(customer.profile)].some((id) => id !== null);

/**
 * Returns the license that determines the prices of credits and single items: the highest of the minimum, the current
 * plan's, and the chosen license. (CRD-04, LIC-03)
 */
export const licenseForItems = (licenses: {
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly chosen?: LicenseId | null;
}): LicenseId => highestLicense([licenses.minimum, licenses.current, licenses.chosen]);

/**
 * Returns whether the licensee must confirm the license before paying. True if the profile doesn't confirm a license,
 * or if the account is due to confirm it again (`shouldSeeConfirmLicense`).
 */
export const needsLicenseConfirmation = (profile: ProfileStanding | null, shouldSeeConfirmLicense = false): boolean =>
  shouldSeeConfirmLicense || licenseOfProfile(profile) === null;

/** Returns an account's minimum license after it chose or paid for a license. It never decreases. (LIC-11) */
export const raiseMinimumLicense = (current: LicenseId | null, id: LicenseId): LicenseId =>
  highestLicense([current, id]);

import type { LicenceId, LicenceTypeId, LicenceTypeRow } from "./licence.schema.ts";
import type { Ratio } from "../kernel/money.ts";

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

/** The licence that a text names by its number, as an address or a form does; null where it names none. */
export const licenceNamed = (text: string | null): LicenceId | null =>
  text !== null && /^[1-6]$/.test(text) ? licenceId(Number(text)) : null;

/** The licence type with a number; throws RangeError for a number that names none. */
export const licenceTypeId = (id: number): LicenceTypeId => {
  if (!Number.isInteger(id) || id < 1 || id > 3) throw new RangeError(`there is no licence type ${id}`);
  return id as LicenceTypeId;
};

/** The type of a licence: 1 → 1, 2 → 2, 3 to 6 → 3. (LIC-01) */
export const typeOfLicence = (id: LicenceId): LicenceTypeId => licenceTypeId(Math.min(id, 3));

/** Numerator and denominator. */
type Factor = readonly [number, number];
type Row = readonly [
  id: number,
  name: LicenceName,
  revenue: string,
  from: number,
  below: number | null,
  price: Factor,
  subscription: Factor,
];

const ratio = ([numerator, denominator]: Factor): Ratio => ({ numerator, denominator });

const table = (...rows: readonly Row[]): readonly Licence[] =>
  rows.map(([id, name, revenue, from, below, priceFactor, subscriptionPriceFactor]) => ({
    id: licenceId(id),
    type: typeOfLicence(licenceId(id)),
    name,
    revenue,
    from,
    below: below ?? Number.POSITIVE_INFINITY,
    priceFactor: ratio(priceFactor),
    subscriptionPriceFactor: ratio(subscriptionPriceFactor),
  }));

// The marks let a bundler leave the table out of what does not look into it.
/** The six licences, in order of rank. (LIC-01) */
export const LICENCES: readonly Licence[] = /* @__PURE__ */ table(
  [1, "Individual", "up to $200k", 0, 2e5, [1, 1], [1, 1]],
  [2, "Startup", "under $3M", 0, 3e6, [3, 1], [100_001, 100_000]],
  [3, "Enterprise", "$3M-$20M", 3e6, 21e6, [6, 1], [17, 10]],
  [4, "Enterprise", "$21M-$49M", 21e6, 50e6, [9, 1], [5, 2]],
  [5, "Enterprise", "$50M-$99M", 50e6, 100e6, [12, 1], [3, 1]],
  [6, "Enterprise", "Over $100M", 100e6, null, [16, 1], [4, 1]],
);

/** All licence ids in order of rank. */
export const LICENCE_IDS: readonly LicenceId[] = [1, 2, 3, 4, 5, 6] as LicenceId[];

/** The lowest licence, which every account holds from the start. */
export const LOWEST_LICENCE = 1 as LicenceId;

/** The row of a licence. (LIC-01) */
export const licence = (id: LicenceId): Licence => {
  const found = LICENCES[id - 1];
  if (found === undefined) throw new RangeError(`there is no licence ${id}`);
  return found;
};

/** The lowest licence a type can mean. A type never says which Enterprise band. (LIC-01, CHG-03) */
export const lowestLicenceOfType = (type: LicenceTypeId): LicenceId => licenceId(type);

/** The name of a licence type. */
export const licenceTypeName = (type: LicenceTypeId): LicenceName => licence(lowestLicenceOfType(type)).name;

/** A licence type as it is offered: the licence that it leads to first. */
export interface OfferedType {
  readonly type: LicenceTypeId;
  readonly name: LicenceName;
  readonly license_id: LicenceId;
}

/**
 * The types that somebody may choose whose licence is no lower than a minimum. Enterprise always is. (LIC-01, LIC-04)
 */
export const offeredTypes = (minimum: LicenceId): readonly OfferedType[] =>
  ([1, 2, 3] as LicenceTypeId[])
    .filter((type) => type >= typeOfLicence(minimum))
    .map((type) => ({
      type,
      name: licenceTypeName(type),
      license_id: highestLicence([lowestLicenceOfType(type), minimum]),
    }));

/** The licences that somebody may choose: none below a minimum. (LIC-04, LIC-11) */
export const offeredLicences = (minimum: LicenceId): readonly Licence[] =>
  LICENCES.filter(({ id }) => !isBelowMinimum(id, minimum));

/** Whether a licence is one of the Enterprise bands. */
export const isEnterprise = (id: LicenceId): boolean => typeOfLicence(id) === 3;

/** The revenue band of a licence in words. (LIC-02) */
export const bandText = (id: LicenceId): string => licence(id).revenue;

/** "Individual", "Startup", "Enterprise $3M-$20M": what tells six licences apart in a list. */
export const licenceLabel = (id: LicenceId): string =>
  isEnterprise(id) ? `${licence(id).name} ${licence(id).revenue}` : licence(id).name;

/** Who works under the licence. Several people are never an Individual. */
export type LicenseeCount = "one" | "several";

/** The licence for a yearly revenue in whole dollars (0 or more). (LIC-02) */
export const licenceForRevenue = (dollars: number, licensed: LicenseeCount = "one"): LicenceId => {
  if (!Number.isFinite(dollars) || dollars < 0) throw new RangeError(`revenue must be 0 or more, got ${dollars}`);
  const fits = LICENCES.find(
    (candidate) => dollars >= candidate.from && dollars < candidate.below && (candidate.id !== 1 || licensed === "one"),
  );
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
export const licenceOfProfile = (profile: ProfileStanding | null): LicenceId | null =>
  profile?.completed && !profile.invalidated ? profile.license_id : null;

/** The lowest licence a customer may choose: the highest of what is known of them. (LIC-03) */
export const minimumLicence = (known: {
  readonly min_license_id: LicenceId | null;
  readonly profile: ProfileStanding | null;
  readonly selected?: LicenceId | null;
}): LicenceId => highestLicence([known.min_license_id, licenceOfProfile(known.profile), known.selected]);

/**
 * The lowest licence that an upgrade may have: what is known of the customer, and the running plan's licence. (CHG-03)
 */
export const minimumLicenceForUpgrade = (known: {
  readonly min_license_id: LicenceId | null;
  readonly profile: ProfileStanding | null;
  readonly current: LicenceId;
}): LicenceId => highestLicence([known.min_license_id, licenceOfProfile(known.profile), known.current]);

/** The lowest licence that is offered to somebody: no plan and no cart goes below what they have. (CHG-03, LIC-03) */
export const minimumToOffer = (known: { readonly minimum: LicenceId; readonly current: LicenceId | null }): LicenceId =>
  highestLicence([known.minimum, known.current]);

/**
 * The same among types, for callers that know only those: never above Enterprise, and no licence is weakened by it.
 * (CHG-03)
 */
export const minimumTypeForUpgrade = (known: Parameters<typeof minimumLicenceForUpgrade>[0]): LicenceTypeId =>
  typeOfLicence(minimumLicenceForUpgrade(known));

/** Whether a licence is too low for somebody with a minimum. (LIC-03) */
export const isBelowMinimum = (asked: LicenceId, minimum: LicenceId): boolean => asked < minimum;

/**
 * Whether an account's licence is known: it was chosen, for the account or for this purchase, a plan runs under it, or
 * a profile confirms it. (ORD-03, ACC-06)
 */
export const isLicenceKnown = (known: {
  readonly min_license_id: LicenceId | null;
  readonly current: LicenceId | null;
  readonly profile: ProfileStanding | null;
  readonly isChosen?: boolean;
}): boolean =>
  known.isChosen === true ||
  [known.min_license_id, known.current, licenceOfProfile(known.profile)].some((id) => id !== null);

/**
 * The licence that prices credits and single items: the highest of the minimum, the running plan's and the chosen one.
 * (CRD-04, LIC-03)
 */
export const licenceForItems = (known: {
  readonly minimum: LicenceId;
  readonly current: LicenceId | null;
  readonly chosen?: LicenceId | null;
}): LicenceId => highestLicence([known.minimum, known.current, known.chosen]);

/** Whether the licensee must confirm the licence before paying. (LIC-08) */
export const needsLicenceConfirmation = (profile: ProfileStanding | null, shouldSeeConfirmLicense = false): boolean =>
  shouldSeeConfirmLicense || licenceOfProfile(profile) === null;

/** Raising keeps the higher one: a minimum licence never falls by itself. (LIC-11) */
export const raiseMinimumLicence = (current: LicenceId | null, asked: LicenceId): LicenceId =>
  highestLicence([current, asked]);

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

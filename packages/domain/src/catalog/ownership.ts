import { type LicenseId, highestLicense, lowestLicense } from "../licensing/license.ts";
import type { Collection } from "./collection.ts";

/** Something an account owns: a whole collection or one variant. `source` identifies the purchase. */
export interface OwnedItem {
  readonly collection_id: number;
  /** Null for the whole collection. */
  readonly collection_variant_id: number | null;
  readonly source: string;
  /** The license under which it was bought. */
  readonly license_id: LicenseId;
  /** Whether this is a collection bought at its upgrade price, which is for owners of one of its variants. */
  readonly at_upgrade_price: boolean;
  /** The license that the customer already had for this variant, if they paid only the difference; otherwise null. */
  readonly raised_from: LicenseId | null;
}

const covers = (item: OwnedItem, collectionId: number, variantId: number | null): boolean =>
  item.collection_id === collectionId &&
  (item.collection_variant_id === null || item.collection_variant_id === variantId);

/** Returns the ids of a collection's variants that a customer owns: all of them if they own the whole collection. */
export const ownedVariantIds = (
  collection: Pick<Collection, "id" | "collection_variants">,
  owned: readonly OwnedItem[],
): readonly number[] => {
  const items = owned.filter((each) => each.collection_id === collection.id);
  return collection.collection_variants
    .map((variant) => variant.id)
    .filter((id) => items.some((each) => covers(each, collection.id, id)));
};

/**
 * Returns the license under which a customer owns a variant: the highest of its purchases, alone or with the whole
 * collection. Null if they don't own it. (LIC-13)
 */
export const ownedLicense = (
  { collection_id, variant_id }: { readonly collection_id: number; readonly variant_id: number },
  owned: readonly OwnedItem[],
): LicenseId | null => {
  const licenses = owned.filter((each) => covers(each, collection_id, variant_id)).map((each) => each.license_id);
  return licenses.length === 0 ? null : highestLicense(licenses);
};

/** Returns whether a customer owns a whole collection. Owning each variant separately doesn't count. */
export const ownsCollection = (collectionId: number, owned: readonly OwnedItem[]): boolean =>
  owned.some((each) => each.collection_id === collectionId && each.collection_variant_id === null);

/**
 * Returns whether these purchases justify an item's price. A collection at its upgrade price needs a variant that was
 * bought alone, and a license upgrade needs the same variant under at least the license that it started from.
 */
const isJustifiedBy = (item: OwnedItem, purchases: readonly OwnedItem[]): boolean => {
  const { collection_id, collection_variant_id, raised_from } = item;
  if (raised_from !== null)
    return purchases.some(
      (each) => covers(each, collection_id, collection_variant_id) && each.license_id >= raised_from,
    );
  return (
    !item.at_upgrade_price ||
    purchases.some((each) => each.collection_id === collection_id && each.collection_variant_id !== null)
  );
};

/**
 * Returns the purchases whose lower price no longer has its basis, because the purchases that it depended on were
 * reversed: collections at their upgrade price, and license upgrades. Two of them can't justify each other. (CRD-10,
 * LIC-13, ORD-06)
 */
export const withoutBasis = (owned: readonly OwnedItem[]): readonly OwnedItem[] => {
  let justified: readonly OwnedItem[] = [];
  for (;;) {
    const basis = justified;
    const next = owned.filter((item) => isJustifiedBy(item, basis));
    if (next.length === basis.length) return owned.filter((item) => !next.includes(item));
    justified = next;
  }
};

/**
 * Returns the purchases to revoke because their lower price lost its basis: license upgrades always, and collections
 * bought with credits unless the store lets their buyers keep them (`takesItems`). (ORD-06)
 */
export const revokedWithBasis = (
  owned: readonly OwnedItem[],
  { takesItems }: { readonly takesItems: boolean },
): readonly OwnedItem[] => withoutBasis(owned).filter(({ raised_from }) => raised_from !== null || takesItems);

/**
 * Returns the license of an item bought with credits: the current plan's (`plan`, null if there is none), but never
 * higher than the license the credits were bought under. `lots` has the license of each lot that paid, or null for a
 * gift. (LIC-13)
 */
export const licenseOfCredits = (plan: LicenseId | null, lots: readonly (LicenseId | null)[]): LicenseId =>
  lowestLicense([plan, ...lots]);

const isSameItem = (one: OwnedItem, other: OwnedItem): boolean =>
  one.collection_id === other.collection_id && one.collection_variant_id === other.collection_variant_id;

/**
 * Returns what a customer owns, each item once. Of several purchases of the same item, it returns the one under the
 * highest license. (LIC-13)
 */
export const withoutRepeats = (owned: readonly OwnedItem[]): readonly OwnedItem[] =>
  owned.filter((item) =>
    owned.every(
      (other) =>
        other === item ||
        !isSameItem(item, other) ||
        other.license_id < item.license_id ||
        (other.license_id === item.license_id && other.source > item.source),
    ),
  );

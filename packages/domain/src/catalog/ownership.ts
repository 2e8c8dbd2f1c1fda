import { type LicenseId, lowestLicense } from "../licensing/license.ts";
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
}

/** Returns the ids of a collection's variants that a customer owns: all of them if they own the whole collection. */
export const ownedVariantIds = (
  collection: Pick<Collection, "id" | "collection_variants">,
  owned: readonly OwnedItem[],
): readonly number[] => {
  const own = owned.filter((each) => each.collection_id === collection.id);
  return collection.collection_variants
    .map((variant) => variant.id)
    .filter((id) => own.some((each) => each.collection_variant_id === null || each.collection_variant_id === id));
};

/** Returns whether a customer owns a whole collection. Owning each variant separately doesn't count. */
export const ownsCollection = (collectionId: number, owned: readonly OwnedItem[]): boolean =>
  owned.some((each) => each.collection_id === collectionId && each.collection_variant_id === null);

/** Returns the purchases of single variants that justify a collection's upgrade price. Any one of them is enough. */
export const upgradeBasis = (
  { collection_id }: Pick<OwnedItem, "collection_id">,
  owned: readonly OwnedItem[],
): readonly OwnedItem[] =>
  owned.filter((each) => each.collection_id === collection_id && each.collection_variant_id !== null);

/**
 * Returns the collections bought at their upgrade price by a customer who no longer owns any of their variants
 * separately, because those purchases were reversed. (CRD-10, ORD-06)
 */
export const withoutBasis = (owned: readonly OwnedItem[]): readonly OwnedItem[] =>
  owned.filter((item) => item.at_upgrade_price && upgradeBasis(item, owned).length === 0);

/**
 * Returns the license of an item bought with credits: the running plan's (`plan`, null without one), but never one
 * higher than the credits were bought under. `lots` has the license of each lot that paid, or null for a gift. (LIC-13)
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

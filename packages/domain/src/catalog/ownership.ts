import type { Collection } from "./collection.ts";

/** What an account owns: a whole collection, or one variant of it. `source` says what it was bought with. */
export interface OwnedItem {
  readonly collection_id: number;
  /** Null for the whole collection. */
  readonly collection_variant_id: number | null;
  readonly source: string;
}

/** The variants of a collection that somebody owns, by number. (DWN-04, ORD-01) */
export const ownedVariantIds = (
  collection: Pick<Collection, "id" | "collection_variants">,
  owned: readonly OwnedItem[],
): readonly number[] => {
  const own = owned.filter((each) => each.collection_id === collection.id);
  return collection.collection_variants
    .map((variant) => variant.id)
    .filter((id) => own.some((each) => each.collection_variant_id === null || each.collection_variant_id === id));
};

/** Whether somebody owns a collection with all its variants. (CRD-10) */
export const ownsCollection = (collectionId: number, owned: readonly OwnedItem[]): boolean =>
  owned.some((each) => each.collection_id === collectionId && each.collection_variant_id === null);

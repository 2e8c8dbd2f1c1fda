import type { Collection, LibraryId } from "./collection.ts";

/** The number that represents each tier in URLs. */
export const TIER_NUMBERS = { silver: 1, gold: 2, elite: 3 } as const;

/** The filters of a listing. A null field doesn't restrict the results. */
export interface CollectionFilter {
  readonly library_id: LibraryId | null;
  /** The slug of a category. */
  readonly category: string | null;
  readonly access: Collection["access"] | null;
  readonly membership_tier: Collection["membership_tier"];
  readonly resolution: Collection["collection_variants"][number]["resolution"] | null;
  /** Only collections tagged "new". */
  readonly is_new: boolean;
}

/** The filter that matches all collections. */
export const EVERYTHING: CollectionFilter = {
  library_id: null,
  category: null,
  access: null,
  membership_tier: null,
  resolution: null,
  is_new: false,
};

/** The sort orders that a listing can have. */
export const COLLECTION_SORTS = ["newest", "name", "price-low", "price-high"] as const;

/** One of the sort orders in `COLLECTION_SORTS`. */
export type CollectionSort = (typeof COLLECTION_SORTS)[number];

/** Returns the slug of a category: its letters and digits of any script, in lowercase, joined by hyphens. */
export const categorySlug = (category: string): string =>
  (
    category
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join("-");

/** Returns the path of a category's listing, which spans all libraries. */
export const categoryPath = (slug: string): string => `/collections/${encodeURIComponent(slug)}/category`;

/**
 * A category of a library. `collections` is its number of collections, and `cover` is the slug of the collection whose
 * thumbnail represents it.
 */
export interface Category {
  readonly library_id: LibraryId;
  readonly slug: string;
  readonly name: string;
  readonly collections: number;
  readonly cover: string;
}

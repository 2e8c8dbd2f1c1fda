import type { Collection, LibraryId } from "./collection.ts";

/** The tiers as addresses number them. (CAT-02) */
export const TIER_NUMBERS = { silver: 1, gold: 2, elite: 3 } as const;

/** What a listing shows of the catalog; null where it does not matter. (CAT-02) */
export interface CollectionFilter {
  readonly library_id: LibraryId | null;
  /** The address of a category. */
  readonly category: string | null;
  readonly access: Collection["access"] | null;
  readonly membership_tier: Collection["membership_tier"];
  readonly resolution: Collection["collection_variants"][number]["resolution"] | null;
  /** Only what its editors call new. */
  readonly is_new: boolean;
}

/** A listing that leaves nothing out. */
export const EVERYTHING: CollectionFilter = {
  library_id: null,
  category: null,
  access: null,
  membership_tier: null,
  resolution: null,
  is_new: false,
};

/** The orders that a listing can stand in. (CAT-02) */
export const COLLECTION_SORTS = ["newest", "name", "price-low", "price-high"] as const;

/** One of the orders. */
export type CollectionSort = (typeof COLLECTION_SORTS)[number];

/** The address of a category: its letters and figures, with lines between. The database makes the same. (CAT-02) */
export const categorySlug = (category: string): string =>
  category
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();

/** Where a category is listed, over all libraries. (CAT-02) */
export const categoryPath = (slug: string): string => `/collections/${slug}/category`;

/** A category of a library, with the slug of a collection that shows it. (CAT-02) */
export interface Category {
  readonly library_id: LibraryId;
  readonly slug: string;
  readonly name: string;
  readonly collections: number;
  readonly cover: string;
}

import type {
  Cents,
  Collection,
  CollectionFilter,
  Credits,
  LibraryId,
  MembershipTier,
  CollectionSort,
  Instant,
  OwnedItem,
} from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** An account's items and saved collections. */
export interface Holdings {
  /** The items that the account can use: its own and its team's. */
  readonly items: readonly OwnedItem[];
  /**
   * The items owned by the account whose credits are spent: the team's administrator, or the account itself. (ACC-08,
   * CRD-10)
   */
  readonly spenderItems: readonly OwnedItem[];
  /** The ids of saved collections. */
  readonly wishlist: readonly number[];
}

/** Read-only queries for the catalog and the ownership of its items. */
export interface CollectionReads {
  /**
   * Returns up to `limit` collections for sale that match a filter, in the given order, after the collection
   * `starting_after`; null starts at the beginning.
   */
  readonly page: (query: {
    readonly filter: CollectionFilter;
    readonly sort: CollectionSort;
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** Counts the collections for sale that match a filter. Stops counting at `limit`. */
  readonly count: (query: { readonly filter: CollectionFilter; readonly limit: number }) => Effect.Effect<number>;
  /** Counts the collections for sale in each library. Omits libraries without any. */
  readonly countByLibrary: () => Effect.Effect<ReadonlyMap<LibraryId, number>>;
  /**
   * Returns the number of Essentials collections for sale and the sum of their list prices, in cents, by tier: silver
   * first, and those without a tier last. Omits tiers without any.
   */
  readonly essentialsByTier: () => Effect.Effect<
    readonly { readonly tier: MembershipTier | null; readonly items: number; readonly price: Cents }[]
  >;
  /** Returns the median credit price of the premium collections for sale, or null if there are none. */
  readonly typicalCreditPrice: () => Effect.Effect<Credits | null>;
  /** Returns up to `limit` collections that will automatically go on sale, soonest first. */
  readonly coming: (limit: number) => Effect.Effect<readonly Collection[]>;
  /** Returns up to `limit` collections for sale that have a release date, newest first. */
  readonly released: (limit: number) => Effect.Effect<readonly Collection[]>;
  readonly get: (id: number) => Effect.Effect<Collection | null>;
  readonly bySlug: (slug: string) => Effect.Effect<Collection | null>;
  readonly byVariant: (variantId: number) => Effect.Effect<Collection | null>;
  /** Returns the collections with these slugs, in no particular order. */
  readonly bySlugs: (slugs: readonly string[]) => Effect.Effect<readonly Collection[]>;
  /**
   * Returns up to `limit` collections in order of id, withdrawn ones included, after the id `starting_after`; null
   * starts at the beginning.
   */
  readonly every: (pagination: {
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** Returns the collections that have a variant with one of these file names. */
  readonly byFileNames: (names: readonly string[]) => Effect.Effect<readonly Collection[]>;
  /** Returns the collections with these ids, in no particular order. */
  readonly byIds: (ids: readonly number[]) => Effect.Effect<readonly Collection[]>;
  /** Returns the collections that contain these variants, in no particular order. */
  readonly byVariants: (variantIds: readonly number[]) => Effect.Effect<readonly Collection[]>;
  /** Returns the given variant ids that at least one account owns, alone or with the whole collection. */
  readonly ownedOf: (variantIds: readonly number[]) => Effect.Effect<readonly number[]>;
  /** Returns the given variant ids that appear in an order, purchase, or download, or whose collection was bought. */
  readonly soldOf: (variantIds: readonly number[]) => Effect.Effect<readonly number[]>;
  /** Returns the given slugs that exist. */
  readonly existingSlugs: (slugs: readonly string[]) => Effect.Effect<readonly string[]>;
  readonly entitlementsOf: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** Returns the items that an account can use: its own and its team's. */
  readonly entitlementsOfTeam: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** Returns an account's items, its team's items, and its saved collections, in one query. */
  readonly holdings: (accountId: string) => Effect.Effect<Holdings>;
  /** Returns the account's grants with these sources. `held` is false if the grant was revoked. */
  readonly grantedFor: (
    accountId: string,
    sources: readonly string[],
  ) => Effect.Effect<readonly { readonly source: string; readonly held: boolean }[]>;
}

/** Adds writes to {@link CollectionReads}. Only available inside a transaction. */
export interface Collections extends CollectionReads {
  /**
   * Adds or replaces a collection. Existing variants keep their recorded file sizes. Deletes variants that it no longer
   * has, which must not have been sold.
   */
  readonly put: (collection: Collection) => Effect.Effect<void>;
  /** Records the size of a variant's file, in bytes; null if there is no file. */
  readonly setFileSize: (variantId: number, bytes: number | null) => Effect.Effect<void>;
  /** Returns the next free collection and variant ids. Blocks other callers until the transaction ends. */
  readonly freeIds: () => Effect.Effect<{ readonly collection: number; readonly variant: number }>;
  /** Deletes collections that were never sold, with their variants. */
  readonly remove: (ids: readonly number[]) => Effect.Effect<void>;
  /** Releases coming collections whose release date is this day (UTC) or earlier. Returns their number. */
  readonly release: (day: string) => Effect.Effect<number>;
  /**
   * Withdraws collections from sale by slug, or all of them if `slugs` is null. Returns the number that were for sale
   * or coming.
   */
  readonly withdraw: (slugs: readonly string[] | null) => Effect.Effect<number>;
  /** Grants an item to an account. Returns false if the account already owns it. */
  readonly grantEntitlement: (accountId: string, item: OwnedItem, at: Instant) => Effect.Effect<boolean>;
  /** Revokes the item that was granted for a source. Does nothing if there is no such grant. */
  readonly revokeEntitlement: (accountId: string, source: string, at: Instant) => Effect.Effect<void>;
}

/** Read-only queries for wishlists: the collections that an account saved. */
export interface WishlistReads {
  readonly count: (accountId: string) => Effect.Effect<number>;
  /**
   * Returns up to `limit` saved collections, most recently saved first, after the collection `starting_after`; null
   * starts at the beginning.
   */
  readonly page: (
    accountId: string,
    pagination: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly Collection[]>;
}

/** Adds writes to {@link WishlistReads}. Only available inside a transaction. */
export interface Wishlists extends WishlistReads {
  /** Adds a collection to the wishlist. Returns false if it was already saved. */
  readonly add: (accountId: string, collectionId: number, at: Instant) => Effect.Effect<boolean>;
  /** Removes a collection from the wishlist. Returns false if it was not saved. */
  readonly remove: (accountId: string, collectionId: number) => Effect.Effect<boolean>;
}

import type {
  Notification,
  Collection,
  CollectionFilter,
  LibraryId,
  CollectionSort,
  Instant,
  OwnedItem,
  PackPrices,
  PlanOffer,
  Sale,
  WrittenArticles,
} from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Plans with their prices. */
export interface PlanReads {
  readonly all: () => Effect.Effect<readonly PlanOffer[]>;
  readonly get: (id: number) => Effect.Effect<PlanOffer | null>;
}

/** Adds the writes to {@link PlanReads}. */
export interface Plans extends PlanReads {
  readonly put: (offer: PlanOffer) => Effect.Effect<void>;
}

/** A sale. `ends_at` is null if it has no scheduled end. */
export interface RunningSale extends Sale {
  readonly ends_at: Instant | null;
}

/** Sales on plans. */
export interface PlanSaleReads {
  /** Returns the sale that runs at a time, or null. */
  readonly running: (at: Instant) => Effect.Effect<RunningSale | null>;
}

/** Adds the writes to {@link PlanSaleReads}. */
export interface PlanSales extends PlanSaleReads {
  /** Starts a sale, and ends the running one. Call it in a transaction. */
  readonly start: (sale: RunningSale, at: Instant) => Effect.Effect<void>;
  /** Ends the running sale. */
  readonly end: (at: Instant) => Effect.Effect<void>;
}

/** The content that visitors see: plans, credit packs, sales, notifications, articles, and the catalog. */
export interface Storefront {
  /**
   * Returns a version string that changes with every change of this content, and when a sale or notification starts or
   * ends.
   */
  readonly version: (at: Instant) => Effect.Effect<string>;
  /** Returns the sale, notifications, and article links that every page shows at a time, in one query. */
  readonly announced: (at: Instant) => Effect.Effect<{
    readonly sale: RunningSale | null;
    readonly notifications: readonly Notification[];
    readonly articles: WrittenArticles;
  }>;
}

/** Credit pack prices, or null before the first catalog import. */
export interface PackReads {
  readonly prices: () => Effect.Effect<PackPrices | null>;
}

/** Adds the writes to {@link PackReads}. */
export interface Packs extends PackReads {
  readonly put: (prices: PackPrices) => Effect.Effect<void>;
}

/** An account's items and saved collections. */
export interface Holdings {
  /** The items it may use: its own and its team's. */
  readonly items: readonly OwnedItem[];
  /** The items of the account whose credits it spends: its team's administrator, or itself. (ACC-08, CRD-10) */
  readonly spenderItems: readonly OwnedItem[];
  /** The ids of saved collections. */
  readonly wishlist: readonly number[];
}

/** The catalog, and the ownership of its items. */
export interface CollectionReads {
  /** Returns collections in a sort order after the id `starting_after`, at most `limit`. */
  readonly page: (asked: {
    readonly filter: CollectionFilter;
    readonly sort: CollectionSort;
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** Counts the collections that match a filter, up to a limit. */
  readonly count: (asked: { readonly filter: CollectionFilter; readonly limit: number }) => Effect.Effect<number>;
  /** Counts the listed collections of each library. Leaves out libraries without any. */
  readonly countByLibrary: () => Effect.Effect<ReadonlyMap<LibraryId, number>>;
  readonly get: (id: number) => Effect.Effect<Collection | null>;
  readonly bySlug: (slug: string) => Effect.Effect<Collection | null>;
  readonly byVariant: (variantId: number) => Effect.Effect<Collection | null>;
  /** Returns all collections by id after `starting_after`, withdrawn ones included, at most `limit`. */
  readonly every: (asked: {
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** Returns the collections with variants that have these file names. */
  readonly byFileNames: (names: readonly string[]) => Effect.Effect<readonly Collection[]>;
  /** Returns the collections of these variants, in no particular order. */
  readonly byVariants: (variantIds: readonly number[]) => Effect.Effect<readonly Collection[]>;
  /** Returns the ids of those variants that anyone owns, alone or with their collection. */
  readonly ownedOf: (variantIds: readonly number[]) => Effect.Effect<readonly number[]>;
  readonly entitlementsOf: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** Returns the items that an account may use: its own and its team's. */
  readonly entitlementsOfTeam: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** Returns an account's items, its team's items, and its saved collections, in one query. */
  readonly holdings: (accountId: string) => Effect.Effect<Holdings>;
  /** Returns the items granted for these sources, and whether each is still held or was revoked. */
  readonly grantedFor: (
    accountId: string,
    sources: readonly string[],
  ) => Effect.Effect<readonly { readonly source: string; readonly held: boolean }[]>;
}

/** Adds the writes to {@link CollectionReads}. */
export interface Collections extends CollectionReads {
  /** Saves a collection. Known variants keep their recorded file sizes. */
  readonly put: (collection: Collection) => Effect.Effect<void>;
  /** Records the size of a variant's file, in bytes. */
  readonly setFileSize: (variantId: number, bytes: number) => Effect.Effect<void>;
  /** Returns the next free collection and variant ids. Blocks other callers until the transaction ends. */
  readonly freeIds: () => Effect.Effect<{ readonly collection: number; readonly variant: number }>;
  /** Withdraws collections from sale, or all of them if `slugs` is null. Returns how many were listed. */
  readonly withdraw: (slugs: readonly string[] | null) => Effect.Effect<number>;
  /** Grants an item to an account. Returns false if the account already owns it. */
  readonly grantEntitlement: (accountId: string, item: OwnedItem, at: Instant) => Effect.Effect<boolean>;
  /** Revokes an item that was granted for a source. Does nothing if there is none. */
  readonly revokeEntitlement: (accountId: string, source: string, at: Instant) => Effect.Effect<void>;
}

/** Collections that accounts saved for later. */
export interface WishlistReads {
  readonly count: (accountId: string) => Effect.Effect<number>;
  /** Returns saved collections, last saved first, after the collection `starting_after`, at most `limit`. */
  readonly page: (
    accountId: string,
    asked: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly Collection[]>;
}

/** Adds the writes to {@link WishlistReads}. */
export interface Wishlists extends WishlistReads {
  /** Saves a collection. Returns false if it was already saved. */
  readonly add: (accountId: string, collectionId: number, at: Instant) => Effect.Effect<boolean>;
  /** Removes a collection. Returns false if it was not saved. */
  readonly remove: (accountId: string, collectionId: number) => Effect.Effect<boolean>;
}

/** A file that an account downloaded or owns. */
export interface ShelfFile {
  readonly variant_id: number;
  /** The last download, or null if there was none. */
  readonly downloaded_at: Instant | null;
  readonly owned: boolean;
}

/** Downloads by UTC day. A variant counts once a day, and not at all if the account owns it. */
export interface DownloadReads {
  /**
   * Returns the files that an account downloaded, or that it or its team owns, newest first, after the variant
   * `starting_after`, at most `limit`.
   */
  readonly shelf: (
    accountId: string,
    asked: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly ShelfFile[]>;
  /** Returns every download of an account, oldest first. */
  readonly ofAccount: (
    accountId: string,
  ) => Effect.Effect<readonly { readonly variant_id: number; readonly at: Instant }[]>;
  readonly countOn: (accountId: string, day: string) => Effect.Effect<number>;
  readonly has: (accountId: string, day: string, variantId: number) => Effect.Effect<boolean>;
}

/** Adds the writes to {@link DownloadReads}. */
export interface Downloads extends DownloadReads {
  readonly record: (
    accountId: string,
    day: string,
    variantId: number,
    at: Instant,
    counted: boolean,
  ) => Effect.Effect<void>;
}

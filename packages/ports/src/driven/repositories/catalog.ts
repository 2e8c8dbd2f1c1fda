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

/** The price list. */
export interface PlanReads {
  readonly all: () => Effect.Effect<readonly PlanOffer[]>;
  readonly get: (id: number) => Effect.Effect<PlanOffer | null>;
}

/** Adds the writes and row locks to {@link PlanReads}. */
export interface Plans extends PlanReads {
  readonly put: (offer: PlanOffer) => Effect.Effect<void>;
}

/** A sale, and when it ends by itself; null where it is ended by hand. (DSC-04) */
export interface RunningSale extends Sale {
  readonly ends_at: Instant | null;
}

/** Sales of plans. */
export interface PlanSaleReads {
  /** The sale that runs at a moment. */
  readonly running: (at: Instant) => Effect.Effect<RunningSale | null>;
}

/** Adds the writes and row locks to {@link PlanSaleReads}. */
export interface PlanSales extends PlanSaleReads {
  /** Starts one, and ends what runs; within a transaction. */
  readonly start: (sale: RunningSale, at: Instant) => Effect.Effect<void>;
  /** Ends what runs. */
  readonly end: (at: Instant) => Effect.Effect<void>;
}

/** What visitors are shown: plans, packs, sales, notifications, articles and the catalog. */
export interface Storefront {
  /** A text that is another one after every change of what is shown, and where the clock begins or ends something. */
  readonly version: (at: Instant) => Effect.Effect<string>;
  /** What every page announces and leads to at a moment, read at once. (DSC-04, SHL-03, SHL-05) */
  readonly announced: (at: Instant) => Effect.Effect<{
    readonly sale: RunningSale | null;
    readonly notifications: readonly Notification[];
    readonly articles: WrittenArticles;
  }>;
}

/** What credit packs cost; a store that was never stocked has none. */
export interface PackReads {
  readonly prices: () => Effect.Effect<PackPrices | null>;
}

/** Adds the writes and row locks to {@link PackReads}. */
export interface Packs extends PackReads {
  readonly put: (prices: PackPrices) => Effect.Effect<void>;
}

/** What an account has of the catalog. */
export interface Holdings {
  /** What it may use: its own, and its team's. */
  readonly items: readonly OwnedItem[];
  /** What the account owns whose credits it spends: its team's, or itself. (ACC-08, CRD-10) */
  readonly spenderItems: readonly OwnedItem[];
  /** What it saved for later, by collection. */
  readonly wishlist: readonly number[];
}

/** The catalog, and who owns what of it. */
export interface CollectionReads {
  /** In an order, from behind the one with an id, `limit` at most. */
  readonly page: (asked: {
    readonly filter: CollectionFilter;
    readonly sort: CollectionSort;
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** How many a filter shows, up to a limit. */
  readonly count: (asked: { readonly filter: CollectionFilter; readonly limit: number }) => Effect.Effect<number>;
  /** How many of each library are offered. A library that offers none is left out. (SHL-09) */
  readonly countByLibrary: () => Effect.Effect<ReadonlyMap<LibraryId, number>>;
  readonly get: (id: number) => Effect.Effect<Collection | null>;
  readonly bySlug: (slug: string) => Effect.Effect<Collection | null>;
  readonly byVariant: (variantId: number) => Effect.Effect<Collection | null>;
  /** Every collection by its number, those that were taken out as well, from behind one, `limit` at most. */
  readonly every: (asked: {
    readonly starting_after: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** The collections that have variants with some file names. */
  readonly byFileNames: (names: readonly string[]) => Effect.Effect<readonly Collection[]>;
  /** The collections of some variants, in no order. */
  readonly byVariants: (variantIds: readonly number[]) => Effect.Effect<readonly Collection[]>;
  /** Those of some variants that somebody owns, alone or with their collection. */
  readonly ownedOf: (variantIds: readonly number[]) => Effect.Effect<readonly number[]>;
  readonly entitlementsOf: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** What an account may use: what it owns, and what its team does. (ACC-08) */
  readonly entitlementsOfTeam: (accountId: string) => Effect.Effect<readonly OwnedItem[]>;
  /** The same, with what the account owns whose credits it spends, and what it saved for later. One query. (CAT-05) */
  readonly holdings: (accountId: string) => Effect.Effect<Holdings>;
  /** What was granted for some sources, and whether it is held or was revoked since. (ORD-06) */
  readonly grantedFor: (
    accountId: string,
    sources: readonly string[],
  ) => Effect.Effect<readonly { readonly source: string; readonly held: boolean }[]>;
}

/** Adds the writes and row locks to {@link CollectionReads}. */
export interface Collections extends CollectionReads {
  /** Keeps a collection; how large the files of known variants are stays as it was noted. */
  readonly put: (collection: Collection) => Effect.Effect<void>;
  /** Notes how large the file of a variant is, in bytes. */
  readonly setFileSize: (variantId: number, bytes: number) => Effect.Effect<void>;
  /** Numbers that no collection and no variant has yet. Until the transaction ends nobody else is given any. */
  readonly freeIds: () => Effect.Effect<{ readonly collection: number; readonly variant: number }>;
  /** Takes collections out of the shop, all of them where none are named; answers how many there were. */
  readonly withdraw: (slugs: readonly string[] | null) => Effect.Effect<number>;
  /** Makes an item the account's for good; answers false where it was already. */
  readonly grantEntitlement: (accountId: string, item: OwnedItem, at: Instant) => Effect.Effect<boolean>;
  /** Takes an item back that was granted for a source; one that is not there is left out. (ORD-06) */
  readonly revokeEntitlement: (accountId: string, source: string, at: Instant) => Effect.Effect<void>;
}

/** What an account saved for later. (CAT-05) */
export interface WishlistReads {
  readonly count: (accountId: string) => Effect.Effect<number>;
  /** Last saved first, from behind the collection with an id, `limit` at most. */
  readonly page: (
    accountId: string,
    asked: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly Collection[]>;
}

/** Adds the writes and row locks to {@link WishlistReads}. */
export interface Wishlists extends WishlistReads {
  /** Answers false where it is there already. */
  readonly add: (accountId: string, collectionId: number, at: Instant) => Effect.Effect<boolean>;
  /** Answers false where it was not there. */
  readonly remove: (accountId: string, collectionId: number) => Effect.Effect<boolean>;
}

/** A file that an account has: by a download, or because it owns the item. */
export interface ShelfFile {
  readonly variant_id: number;
  /** The last download; null where there was none yet. */
  readonly downloaded_at: Instant | null;
  readonly owned: boolean;
}

/** Downloads by UTC day; the same variant counts once a day, those of owned items never. */
export interface DownloadReads {
  /** What an account downloaded and what it or its team owns, newest first, from behind a variant, `limit` at most. */
  readonly shelf: (
    accountId: string,
    asked: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly ShelfFile[]>;
  /** Every download of an account, oldest first. */
  readonly ofAccount: (
    accountId: string,
  ) => Effect.Effect<readonly { readonly variant_id: number; readonly at: Instant }[]>;
  readonly countOn: (accountId: string, day: string) => Effect.Effect<number>;
  readonly has: (accountId: string, day: string, variantId: number) => Effect.Effect<boolean>;
}

/** Adds the writes and row locks to {@link DownloadReads}. */
export interface Downloads extends DownloadReads {
  readonly record: (
    accountId: string,
    day: string,
    variantId: number,
    at: Instant,
    counted: boolean,
  ) => Effect.Effect<void>;
}

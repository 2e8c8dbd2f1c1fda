import type { Collection, CollectionFilter, LibraryId, CollectionSort, Instant, OwnedItem } from "@backlot/domain";
import type * as Effect from "effect/Effect";

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

import type { Category, Collection, CollectionFilter, KnownWord, LibraryId } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the catalog's search index. */
export interface SearchReads {
  /**
   * Returns a few indexed words for each typed word: those that start with it, and those spelled like it. A null
   * library searches all libraries.
   */
  readonly words: (typed: readonly string[], library: LibraryId | null) => Effect.Effect<readonly KnownWord[]>;
  /**
   * Returns up to `limit` collections that match at least one word of every group, best matches first. If very many
   * match, ranks only some of them.
   */
  readonly collections: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly filter: CollectionFilter;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /**
   * Returns suggestions to show while the user types: up to `limit` collections in one library that match at least one
   * word of every group, best matches first.
   */
  readonly suggested: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly library_id: LibraryId;
    readonly limit: number;
  }) => Effect.Effect<readonly Pick<Collection, "name" | "slug">[]>;
  /** Returns a library's categories by name, or those of all libraries if null. */
  readonly categories: (library: LibraryId | null) => Effect.Effect<readonly Category[]>;
  /** Returns the categories with a slug: at most one per library. */
  readonly category: (slug: string) => Effect.Effect<readonly Category[]>;
}

/** Adds writes to {@link SearchReads}. Only available inside a transaction. */
export interface Search extends SearchReads {
  /** Rebuilds the indexed words and categories. Call it after changing the catalog. */
  readonly refresh: () => Effect.Effect<void>;
}

import type { Category, Collection, CollectionFilter, KnownWord, LibraryId } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The search index of the catalog. */
export interface SearchReads {
  /** Returns a library's words that start with a typed word or are spelled like it, a few for each. */
  readonly words: (typed: readonly string[], library: LibraryId | null) => Effect.Effect<readonly KnownWord[]>;
  /**
   * Returns collections that match a word of every group, best matches first, at most `limit`. For very common words,
   * ranks only a bounded number of matches.
   */
  readonly collections: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly filter: CollectionFilter;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** Returns the same matches within one library, with only name and slug: suggestions while the user types. */
  readonly suggested: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly library_id: LibraryId;
    readonly limit: number;
  }) => Effect.Effect<readonly Pick<Collection, "name" | "slug">[]>;
  /** Returns the categories of a library, or of all, by name. */
  readonly categories: (library: LibraryId | null) => Effect.Effect<readonly Category[]>;
  /** Returns the categories with a slug, one per library. */
  readonly category: (slug: string) => Effect.Effect<readonly Category[]>;
}

/** Adds the writes to {@link SearchReads}. */
export interface Search extends SearchReads {
  /** Rebuilds words and categories after the catalog changed. Call it in a transaction. */
  readonly refresh: () => Effect.Effect<void>;
}

import type { Category, Collection, CollectionFilter, KnownWord, LibraryId } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The catalog by its words. (SRC-01, SRC-02) */
export interface SearchReads {
  /** Words of a library that begin with what was typed, or are spelled like it; a few for each. */
  readonly words: (typed: readonly string[], library: LibraryId | null) => Effect.Effect<readonly KnownWord[]>;
  /**
   * Collections with a word of every group, the best matches first, `limit` at most. Of very common words the best of a
   * bounded number are given.
   */
  readonly collections: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly filter: CollectionFilter;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /** The same of one library, by name and address alone: what a search box suggests while somebody types. */
  readonly suggested: (asked: {
    readonly groups: readonly (readonly string[])[];
    readonly library_id: LibraryId;
    readonly limit: number;
  }) => Effect.Effect<readonly Pick<Collection, "name" | "slug">[]>;
  /** The categories of a library, or of all, by name. */
  readonly categories: (library: LibraryId | null) => Effect.Effect<readonly Category[]>;
  /** The categories with an address, one for each library that has it. */
  readonly category: (slug: string) => Effect.Effect<readonly Category[]>;
}

/** Adds the writes and row locks to {@link SearchReads}. */
export interface Search extends SearchReads {
  /** Makes words and categories anew, once the catalog has changed; within a transaction. */
  readonly refresh: () => Effect.Effect<void>;
}

import type {
  Category,
  Collection,
  CollectionFilter,
  KnownWord,
  LibraryId,
  SearchGroups,
  SearchLookup,
} from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The suggestions of a search box. */
export interface Suggested {
  readonly collections: readonly Pick<Collection, "name" | "slug">[];
  readonly categories: readonly Pick<Category, "name" | "slug" | "cover">[];
}

/** Read-only queries for the catalog's search index. */
export interface SearchReads {
  /**
   * Returns a few indexed words for each word in the lookup: words that start with it, words with its stem or a
   * synonym's, and, if it isn't indexed, similarly spelled words. For a pair, returns only the pair itself and its
   * synonyms. A null library searches all libraries.
   */
  readonly words: (lookup: SearchLookup, library: LibraryId | null) => Effect.Effect<readonly KnownWord[]>;
  /**
   * Returns up to `limit` collections that match at least one word in every group of `meant`: first the one whose name
   * has the key `name`, then those that match the typed words, best matches first. If too many match, ranks only some
   * of them.
   */
  readonly collections: (query: {
    readonly groups: SearchGroups;
    readonly name: string;
    readonly filter: CollectionFilter;
    readonly limit: number;
  }) => Effect.Effect<readonly Collection[]>;
  /**
   * Returns the suggestions while the user types: up to `limit` collections in one library, found and ordered like
   * `collections`, and all of the library's categories by name.
   */
  readonly suggested: (query: {
    readonly groups: SearchGroups;
    readonly name: string;
    readonly library_id: LibraryId;
    readonly limit: number;
  }) => Effect.Effect<Suggested>;
  /** Returns a library's categories by name, or those of all libraries if `library` is null. */
  readonly categories: (library: LibraryId | null) => Effect.Effect<readonly Category[]>;
  /** Returns the categories with a slug: at most one per library. */
  readonly category: (slug: string) => Effect.Effect<readonly Category[]>;
  /** Returns the groups of synonyms, in alphabetical order. */
  readonly synonyms: () => Effect.Effect<readonly (readonly string[])[]>;
}

/** Adds writes to {@link SearchReads}. Only available inside a transaction. */
export interface Search extends SearchReads {
  /** Rebuilds the indexed words and categories. Call it after changing the catalog. */
  readonly refresh: () => Effect.Effect<void>;
  /** Replaces the indexed words of collections. Call `refresh` afterward. */
  readonly index: (collections: readonly Collection[]) => Effect.Effect<void>;
  /** Returns and locks the version of the rules that the catalog was indexed with, or 0 if it was never indexed. */
  readonly lockVersion: () => Effect.Effect<number>;
  /** Records the version of the rules that the catalog is indexed with. */
  readonly setVersion: (version: number) => Effect.Effect<void>;
  /**
   * Counts a search without results in a UTC month such as "2026-11". Ignores new words once a month has 5,000, to
   * limit the table's size.
   */
  readonly countEmpty: (month: string, words: string) => Effect.Effect<void>;
  /**
   * Replaces the groups of the given words with one group of these words. Removes a group with fewer than two words.
   */
  readonly putSynonyms: (words: readonly string[]) => Effect.Effect<void>;
}

import {
  type Collection,
  type CollectionFilter,
  type LibraryId,
  type SearchResult,
  type Suggestions,
  categoryPath,
  correctWords,
  correctedText,
  groupSuggestions,
  isNamedIn,
  libraryOf,
  searchGroups,
  searchWords,
  thumbnailPath,
} from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, PAGE_SIZE } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";

/** How many matches a search has at most: nobody reads on, and a bounded number is ranked. */
const MOST = 240;

/** How many suggestions of a kind the box shows. */
const SUGGESTED = { keywords: 5, collections: 5, categories: 4 } as const;

const correct = (read: Repositories, words: readonly string[], library: LibraryId | null) =>
  Effect.map(read.search.words(words, library), (known) => correctWords(words, known));

/** A page of what words find, the best matches first; words that were typed wrongly are corrected. (SRC-02, SRC-03) */
export const searchPage =
  (read: Repositories) =>
  (
    words: readonly string[],
    filter: CollectionFilter,
    { starting_after, limit = PAGE_SIZE }: KeyPage,
  ): Effect.Effect<{
    readonly data: readonly Collection[];
    readonly has_more: boolean;
    readonly corrected: string | null;
  }> =>
    Effect.gen(function* () {
      const searched = yield* correct(read, words, filter.library_id);
      const found = yield* read.search.collections({ groups: searchGroups(searched), filter, limit: MOST });
      // The order is the same each time, so that a page begins behind the last of the one before.
      const from = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1;
      const isGone = starting_after !== undefined && from === 0;
      const data = isGone ? [] : found.slice(from, from + limit);
      return { data, has_more: !isGone && found.length > from + limit, corrected: correctedText(searched) };
    });

/** What a search box suggests for what is typed in it. (SRC-01, SRC-02) */
export const suggest =
  (ports: Pick<StorePorts, "transactions">) =>
  (typed: string, library_id: LibraryId): Effect.Effect<Suggestions> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const searched = yield* correct(read, searchWords(typed), library_id);
      const groups = searchGroups(searched);
      if (groups.length === 0) return groupSuggestions([]);
      const [found, categories] = yield* Effect.all(
        [
          read.search.suggested({ groups, library_id, limit: SUGGESTED.collections }),
          read.search.categories(library_id),
        ],
        { concurrency: "unbounded" },
      );
      const { listing, products } = libraryOf(library_id);
      const before = searched.slice(0, -1).flatMap((each) => each.words.slice(0, 1));
      const keywords = (searched.at(-1)?.words ?? []).slice(0, SUGGESTED.keywords);
      return groupSuggestions([
        ...keywords.map((word): SearchResult => {
          const value = [...before, word].join(" ");
          return { type: "Keyword", value, path: `${listing}?q=${encodeURIComponent(value)}`, thumbnail: null };
        }),
        ...found.map(
          ({ name, slug }): SearchResult => ({
            type: "Collection",
            value: name,
            path: `${products}/${slug}`,
            thumbnail: thumbnailPath(slug),
          }),
        ),
        ...categories
          .filter((category) => isNamedIn(category.name, groups))
          .slice(0, SUGGESTED.categories)
          .map(
            ({ name, slug, cover }): SearchResult => ({
              type: "Category",
              value: name,
              path: categoryPath(slug),
              thumbnail: thumbnailPath(cover),
            }),
          ),
      ]);
    });

import {
  anyGroup,
  type CollectionFilter,
  type LibraryId,
  type SearchResult,
  type SearchToken,
  categoryPath,
  correctWords,
  correctedText,
  countedSearch,
  groupSuggestions,
  isNamedIn,
  libraryOf,
  nameKey,
  searchGroups,
  searchLookup,
  searchTokens,
  thumbnailPath,
  DEFAULT_SEARCH_LIBRARY,
} from "@backlot/domain";
import { CurrentCaller, RateLimits, ReadRepositories, Repositories, transactional, currentTime } from "@backlot/ports";
import { Searches } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { implement } from "../implement.ts";
import { type KeyPage, PAGE_SIZE } from "../key-page.ts";
import { Settings } from "../settings.ts";

/** The maximum number of matches of a search. Few people read further, and the limit keeps ranking cheap. */
const MOST = 240;

/** The number of suggestions of each kind in the search box. */
const SUGGESTED = { keywords: 5, collections: 5, categories: 4 } as const;

const correct = Effect.fnUntraced(function* (tokens: readonly SearchToken[], library: LibraryId | null) {
  const repos = yield* ReadRepositories;
  return correctWords(tokens, yield* repos.search.words(searchLookup(tokens), library));
});

/**
 * Returns a page of search results, best matches first, with misspelled words corrected. If nothing matches all words,
 * returns matches of any word.
 */
export const searchPage = Effect.fnUntraced(function* (
  typed: string,
  filter: CollectionFilter,
  { starting_after, limit = PAGE_SIZE }: KeyPage,
) {
  const repos = yield* ReadRepositories;
  const searched = yield* correct(searchTokens(typed), filter.library_id);
  const groups = searchGroups(searched);
  const query = { groups, name: nameKey(typed), filter, limit: MOST };
  const all = yield* repos.search.collections(query);
  const isLoose = all.length === 0 && groups.meant.length > 1;
  const matches = isLoose ? yield* repos.search.collections({ ...query, groups: anyGroup(groups) }) : all;
  // The order is stable, so a page starts right after the previous page's last item.
  const from = starting_after === undefined ? 0 : matches.findIndex(({ id }) => id === starting_after) + 1;
  const isGone = starting_after !== undefined && from === 0;
  const data = isGone ? [] : matches.slice(from, from + limit);
  return { data, has_more: !isGone && matches.length > from + limit, corrected: correctedText(searched) };
});

/** Counts a search without results, for the owner's report. The search succeeds even if counting fails. */
export const countEmptySearch = Effect.fnUntraced(
  function* (typed: string) {
    const words = countedSearch(typed);
    if (words === null) return;
    const { limits } = yield* Settings;
    const { take } = yield* RateLimits;
    if (!(yield* take(limits.searches, addressOf(yield* CurrentCaller)))) return;
    const month = (yield* currentTime).slice(0, 7);
    yield* transactional(Repositories.use(({ search }) => search.countEmpty(month, words)));
  },
  Effect.catchDefect((defect) => Effect.logWarning("a search was not counted", defect)),
);

/** Returns the search box's suggestions for the text typed so far. Completes only its last word. */
const suggest = Effect.fnUntraced(function* (typed: string, library_id: LibraryId) {
  const repos = yield* ReadRepositories;
  const searched = yield* correct(searchTokens(typed), library_id);
  const groups = searchGroups(searched);
  if (groups.meant.length === 0) return groupSuggestions([]);
  const query = { groups, name: nameKey(typed), library_id, limit: SUGGESTED.collections };
  const { collections, categories } = yield* repos.search.suggested(query);
  const { listing, products } = libraryOf(library_id);
  const before = searched.slice(0, -1).flatMap((each) => each.words.slice(0, 1));
  const keywords = (searched.at(-1)?.words ?? []).slice(0, SUGGESTED.keywords);
  return groupSuggestions([
    ...keywords.map((word): SearchResult => {
      const value = [...before, word].join(" ");
      return { type: "Keyword", value, path: `${listing}?q=${encodeURIComponent(value)}`, thumbnail: null };
    }),
    ...collections.map(
      ({ name, slug }): SearchResult => ({
        type: "Collection",
        value: name,
        path: `${products}/${slug}`,
        thumbnail: thumbnailPath(slug),
      }),
    ),
    ...categories
      .filter((category) => isNamedIn(category.name, groups.meant))
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

export const searches = implement(Searches, {
  find: ({ query }) => suggest(query.cq, query.library_id ?? DEFAULT_SEARCH_LIBRARY),
});

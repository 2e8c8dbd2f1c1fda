import { characterCount } from "../kernel/characters.ts";
import type { LibraryId } from "./collection.ts";
import type { SearchResult } from "./search.schema.ts";
import { nameKey } from "./search-tokens.ts";

export type { SearchResult } from "./search.schema.ts";

/** The maximum length of a search, in characters. */
export const MAX_QUERY_LENGTH = 200;

/** The library searched by default: 2D. */
export const DEFAULT_SEARCH_LIBRARY = 1 as LibraryId;

/** Search suggestions by kind, in display order. */
export interface Suggestions {
  readonly keywords: readonly SearchResult[];
  readonly collections: readonly SearchResult[];
  readonly categories: readonly SearchResult[];
}

/** The suggestions before a search, or while the search box is blank. */
export const NO_SUGGESTIONS: Suggestions = { keywords: [], collections: [], categories: [] };

/** Groups search results by kind. Drops duplicates and keeps the order. */
export const groupSuggestions = (results: readonly SearchResult[]): Suggestions => {
  const once = [
    ...new Map(results.map((result) => [JSON.stringify([result.type, result.path, result.value]), result])).values(),
  ];
  const of = (type: SearchResult["type"]) => once.filter((result) => result.type === type);
  return { keywords: of("Keyword"), collections: of("Collection"), categories: of("Category") };
};

/** The state of the search box. `dueAt` is when to send the search, in milliseconds of the caller's clock, or null. */
export interface SearchBox {
  readonly text: string;
  readonly library_id: LibraryId;
  readonly suggestions: Suggestions;
  readonly dueAt: number | null;
}

/** The debounce delay of the search box, in milliseconds. */
export const SEARCH_QUIET_MS = 750;

/** The state of the search box when the page loads: blank, with the default library. */
export const EMPTY_SEARCH: SearchBox = {
  text: "",
  library_id: DEFAULT_SEARCH_LIBRARY,
  suggestions: NO_SUGGESTIONS,
  dueAt: null,
};

/** The maximum length of a counted search without results, in characters. Longer ones say little about demand. */
const LONGEST_COUNTED = 60;

/**
 * Returns the words under which the owner's report counts a search without results, or null if the search isn't
 * counted. Email addresses aren't counted, because they identify a person.
 */
export const countedSearch = (typed: string): string | null => {
  const words = nameKey(typed);
  return words === "" || characterCount(words) > LONGEST_COUNTED || typed.includes("@") ? null : words;
};

const isBlank = (text: string): boolean => text.trim() === "";

/**
 * Returns the state after the text was edited at `atMs`. Debounces the search; blank text clears the suggestions at
 * once.
 */
export const onType = (box: SearchBox, text: string, atMs: number): SearchBox =>
  isBlank(text)
    ? { ...box, text, suggestions: NO_SUGGESTIONS, dueAt: null }
    : { ...box, text, dueAt: atMs + SEARCH_QUIET_MS };

/**
 * Returns the state after choosing another library: clears the suggestions and, unless the text is blank, schedules a
 * search for it.
 */
export const chooseLibrary = (box: SearchBox, library_id: LibraryId, atMs: number): SearchBox =>
  onType({ ...box, library_id, suggestions: NO_SUGGESTIONS }, box.text, atMs);

/** Returns the state after sending the search, so that it isn't sent again. */
export const markSearched = (box: SearchBox): SearchBox => ({ ...box, dueAt: null });

/** Returns the state after receiving the results for `text`. Ignores them if the text in the box has changed since. */
export const searchAnswered = (box: SearchBox, text: string, results: readonly SearchResult[]): SearchBox =>
  box.text === text && !isBlank(text) ? { ...box, suggestions: groupSuggestions(results) } : box;

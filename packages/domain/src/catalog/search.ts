import type { LibraryId } from "./collection.ts";
import type { SearchResult } from "./search.schema.ts";

export type { SearchResult } from "./search.schema.ts";

/** The library that is searched unless another is chosen: 2D. (SRC-01) */
export const DEFAULT_SEARCH_LIBRARY = 1 as LibraryId;

/** Suggestions by kind, in the order in which they are shown. (SRC-01) */
export interface Suggestions {
  readonly keywords: readonly SearchResult[];
  readonly collections: readonly SearchResult[];
  readonly categories: readonly SearchResult[];
}

/** No suggestions. */
export const NO_SUGGESTIONS: Suggestions = { keywords: [], collections: [], categories: [] };

/** Sorts results into their groups, each result once, in the order in which they came. (SRC-01) */
export const groupSuggestions = (results: readonly SearchResult[]): Suggestions => {
  const once = [
    ...new Map(results.map((result) => [JSON.stringify([result.type, result.path, result.value]), result])).values(),
  ];
  const of = (type: SearchResult["type"]) => once.filter((result) => result.type === type);
  return { keywords: of("Keyword"), collections: of("Collection"), categories: of("Category") };
};

/**
 * The search box: what is typed, where, what it shows, and when its search is due (milliseconds of any clock). (SRC-01,
 * SRC-02)
 */
export interface SearchBox {
  readonly text: string;
  readonly library_id: LibraryId;
  readonly suggestions: Suggestions;
  readonly dueAt: number | null;
}

/** How long typing rests before it is searched, in milliseconds. (SRC-01) */
export const SEARCH_QUIET_MS = 750;

/** A search box before anything was typed. */
export const EMPTY_SEARCH: SearchBox = {
  text: "",
  library_id: DEFAULT_SEARCH_LIBRARY,
  suggestions: NO_SUGGESTIONS,
  dueAt: null,
};

const isBlank = (text: string): boolean => text.trim() === "";

/** The box after typing: the search waits for quiet, empty text clears the suggestions at once. (SRC-01, SRC-02) */
export const onType = (box: SearchBox, text: string, atMs: number): SearchBox =>
  isBlank(text)
    ? { ...box, text, suggestions: NO_SUGGESTIONS, dueAt: null }
    : { ...box, text, dueAt: atMs + SEARCH_QUIET_MS };

/** The box after another library was chosen: what is typed is searched there. (SRC-02) */
export const chooseLibrary = (box: SearchBox, library_id: LibraryId, atMs: number): SearchBox =>
  onType({ ...box, library_id, suggestions: NO_SUGGESTIONS }, box.text, atMs);

/** Whether the search is to be sent now: the typing has rested long enough. (SRC-01) */
export const isSearchDue = (box: SearchBox, atMs: number): boolean => box.dueAt !== null && atMs >= box.dueAt;

/** The box once its search was sent. (SRC-01) */
export const markSearched = (box: SearchBox): SearchBox => ({ ...box, dueAt: null });

/** The box with the results of a text; those of a text that has been typed over since are let go. (SRC-01) */
export const searchAnswered = (box: SearchBox, text: string, results: readonly SearchResult[]): SearchBox =>
  box.text === text && !isBlank(text) ? { ...box, suggestions: groupSuggestions(results) } : box;

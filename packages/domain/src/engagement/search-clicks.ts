/** Maximum length of a search id, in characters. */
export const LONGEST_SEARCH_ID = 64;

/** Highest result position that is recorded. */
const LAST_POSITION = 10_000;

/** The last recorded search. `address` is its results page, and `slugs` are its results, best match first. */
export interface RecordedSearch {
  readonly search_id: string;
  readonly address: string;
  readonly slugs: readonly string[];
}

/**
 * Returns the search that led to a product and the product's position in its results, from 1, or null if no search did.
 * Reads them from the product URL's `query`. Otherwise, uses the `last` recorded search if `cameFrom`, the previous
 * page's address, is its results page.
 */
export const searchThatLedTo = (
  slug: string,
  query: URLSearchParams,
  last: RecordedSearch | null,
  cameFrom: string | null,
): { readonly query_id: string; readonly position: number } | null => {
  const [query_id, position] = [query.get("query_id") ?? "", Number(query.get("position"))];
  const isPlace = Number.isInteger(position) && position > 0 && position <= LAST_POSITION;
  if (query_id !== "" && query_id.length <= LONGEST_SEARCH_ID && isPlace) return { query_id, position };
  if (last === null || last.address !== cameFrom) return null;
  const place = last.slugs.indexOf(slug);
  return place < 0 ? null : { query_id: last.search_id, position: place + 1 };
};

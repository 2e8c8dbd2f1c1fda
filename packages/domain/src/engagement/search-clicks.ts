/** The longest name of a search, in characters. (ANL-01) */
export const LONGEST_SEARCH_ID = 64;

/** The last place among results that is told. (ANL-02) */
export const LAST_POSITION = 10_000;

/** A search that was recorded: where its results stand, and which they are, the best first. */
export interface RecordedSearch {
  readonly search_id: string;
  readonly address: string;
  readonly slugs: readonly string[];
}

/**
 * The search that led to a product, and the product's place among its results, from 1: named by the product's own
 * address, or the results that the visitor has just left. Null where none did. (ANL-02)
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

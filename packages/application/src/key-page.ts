/** The requested page of a list: the id of the last item on the previous page, and the maximum number of items. */
export interface KeyPage {
  readonly starting_after?: number | undefined;
  readonly limit?: number | undefined;
}

/** The default number of items on a page. */
export const PAGE_SIZE = 24;

/** Returns the query for a page. It reads one extra item, which shows whether there is another page. */
export const toRead = ({ starting_after = undefined, limit = PAGE_SIZE }: KeyPage) => ({
  starting_after: starting_after ?? null,
  limit: limit + 1,
});

/** Returns the page without the extra item that {@link toRead} requests, and whether there is another page. */
export const cutToPage = <A>(rows: readonly A[], { limit = PAGE_SIZE }: KeyPage) => ({
  data: rows.slice(0, limit),
  has_more: rows.length > limit,
});

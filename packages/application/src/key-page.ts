/** A page of a list as it is asked for: behind the key of the one before, and how many at most. */
export interface KeyPage {
  readonly starting_after?: number | undefined;
  readonly limit?: number | undefined;
}

/** How many a page has where nobody says. */
export const PAGE_SIZE = 24;

/** What is read for a page: one more than it has says whether there is another page. */
export const toRead = ({ starting_after = undefined, limit = PAGE_SIZE }: KeyPage) => ({
  starting_after: starting_after ?? null,
  limit: limit + 1,
});

/** What was read, cut to the page. */
export const cutToPage = <A>(found: readonly A[], { limit = PAGE_SIZE }: KeyPage) => ({
  data: found.slice(0, limit),
  has_more: found.length > limit,
});

import type Stripe from "stripe";

/** A list with all of its objects, unless it says that there are more. */
export const listOf = <T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> => ({
  object: "list",
  data,
  has_more,
  url,
});

/** One page of objects, newest first, after an id: 10 of them where no limit is given, 100 at the most. */
export const pageOf = <T extends { readonly id: string }>(
  url: string,
  all: readonly T[],
  limit: string | undefined,
  after: string | undefined,
): Stripe.ApiList<T> => {
  const from = after === undefined ? 0 : all.findIndex((each) => each.id === after) + 1;
  const size = Math.min(100, Number(limit ?? 10));
  return listOf(url, all.slice(from, from + size), all.length > from + size);
};

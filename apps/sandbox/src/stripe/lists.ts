import type Stripe from "stripe";
import { badState } from "./errors.ts";
import { type FormObject, str } from "./form.ts";

/** Wraps objects in Stripe's list envelope, as one page. */
export const listOf = <T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> => ({
  object: "list",
  data,
  has_more,
  url,
});

/** The pagination parameters of a list request. */
interface PageQuery {
  readonly limit?: string | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** Returns the pagination parameters of a form. */
export const pageQuery = (form: FormObject): PageQuery => ({
  limit: str(form["limit"]),
  starting_after: str(form["starting_after"]),
  ending_before: str(form["ending_before"]),
});

/**
 * Returns one page of objects, which are newest first: 10 by default, 100 at most. Throws the API's 400 if the cursor's
 * id is not in the list.
 */
export const pageOf = <T extends { readonly id: string }>(
  url: string,
  all: readonly T[],
  { limit, starting_after, ending_before }: PageQuery = {},
): Stripe.ApiList<T> => {
  const placeOf = (param: "starting_after" | "ending_before", id: string): number => {
    const place = all.findIndex((each) => each.id === id);
    if (place < 0) throw badState("resource_missing", `No such object: '${id}'`, { param });
    return place;
  };
  const size = Math.min(100, Number(limit ?? 10));
  if (ending_before !== undefined) {
    const to = placeOf("ending_before", ending_before);
    const from = Math.max(0, to - size);
    return listOf(url, all.slice(from, to), from > 0);
  }
  const from = starting_after === undefined ? 0 : placeOf("starting_after", starting_after) + 1;
  return listOf(url, all.slice(from, from + size), all.length > from + size);
};

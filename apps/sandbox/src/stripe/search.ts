import type Stripe from "stripe";
import { badState } from "./errors.ts";

/** The charge fields that the search supports, each with its accessor. Stripe supports more. */
const FIELDS: Readonly<Record<string, (charge: Stripe.Charge) => string | null | undefined>> = {
  "payment_method_details.card.last4": (charge) => charge.payment_method_details?.card?.last4,
  status: (charge) => charge.status,
};

/**
 * Returns a test for charges from a query in Stripe's search language: clauses such as `status:"succeeded"` joined by
 * AND. Throws the API's 400 for anything else.
 */
export const chargeQuery = (query: string): ((charge: Stripe.Charge) => boolean) => {
  const clauses = query.split(" AND ").map((clause) => {
    const [, name = "", value = ""] = /^([\w.]+):"([^"]*)"$/.exec(clause.trim()) ?? [];
    const read = FIELDS[name];
    if (read === undefined)
      throw badState("", `We were unable to parse your search query: ${query}`, { param: "query" });
    return (charge: Stripe.Charge) => read(charge) === value;
  });
  return (charge) => clauses.every((matches) => matches(charge));
};

/**
 * How long until a search finds a new object, in seconds. Stripe says "under one minute"
 * (https://docs.stripe.com/search#data-freshness).
 */
export const SEARCH_LAG = 60;

/** Returns the first objects that a search found, wrapped in the API's envelope. */
export const searchResult = <T>(url: string, objects: readonly T[], limit: number): Stripe.ApiSearchResult<T> => ({
  object: "search_result",
  url,
  data: objects.slice(0, limit),
  has_more: objects.length > limit,
  next_page: null,
});

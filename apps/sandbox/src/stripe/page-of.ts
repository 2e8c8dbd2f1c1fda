import type Stripe from "stripe";
import { listOf } from "./factories.ts";

/** One page of objects, newest first, after an id: 10 of them where no limit is given, 100 at the most. */
export const page = <T extends { readonly id: string }>(
  url: string,
  all: readonly T[],
  limit: string | undefined,
  after: string | undefined,
): Stripe.ApiList<T> => {
  const from = after === undefined ? 0 : all.findIndex((each) => each.id === after) + 1;
  const size = Math.min(100, Number(limit ?? 10));
  return listOf(url, all.slice(from, from + size), all.length > from + size);
};

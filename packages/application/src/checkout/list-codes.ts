import type { CodePage, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** How many codes a page has where nobody says. */
const PAGE_SIZE = 100;

/** A page of the codes of carts, by name. (CLI-03, DSC-10) */
export const listCodes = (
  repos: Repositories,
  {
    starting_after,
    limit = PAGE_SIZE,
  }: { readonly starting_after?: string | undefined; readonly limit?: number | undefined },
): Effect.Effect<CodePage> =>
  // One more than the page has says whether there is another page.
  Effect.map(repos.discountCodes.page({ starting_after: starting_after ?? null, limit: limit + 1 }), (found) => ({
    data: found.slice(0, limit),
    has_more: found.length > limit,
  }));

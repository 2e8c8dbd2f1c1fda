import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The default number of codes on a page. */
const PAGE_SIZE = 100;

/** Returns a page of cart codes, by name. */
export const listCodes = Effect.fnUntraced(function* ({
  starting_after,
  limit = PAGE_SIZE,
}: {
  readonly starting_after?: string | undefined;
  readonly limit?: number | undefined;
}) {
  const repos = yield* ReadRepositories;
  // One extra row shows whether there is another page.
  const codes = yield* repos.discountCodes.page({ starting_after: starting_after ?? null, limit: limit + 1 });
  return { data: codes.slice(0, limit), has_more: codes.length > limit };
});

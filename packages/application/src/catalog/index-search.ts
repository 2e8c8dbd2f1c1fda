import { type Collection, SEARCH_INDEX_VERSION } from "@backlot/domain";
import { Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The number of collections to read in one query. */
const BATCH = 500;

/**
 * Indexes the whole catalog if an older version of the store indexed it, or if it was never indexed. Only one process
 * at a time does so.
 */
export const indexSearch = Effect.gen(function* () {
  const repos = yield* Repositories;
  if ((yield* repos.search.lockVersion()) >= SEARCH_INDEX_VERSION) return;
  let starting_after: number | null = null;
  do {
    const batch: readonly Collection[] = yield* repos.collections.every({ starting_after, limit: BATCH });
    yield* repos.search.index(batch);
    starting_after = batch.length < BATCH ? null : (batch.at(-1)?.id ?? null);
  } while (starting_after !== null);
  yield* repos.search.refresh();
  yield* repos.search.setVersion(SEARCH_INDEX_VERSION);
}).pipe(transactional);

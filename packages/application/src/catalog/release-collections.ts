import { utcDay } from "@backlot/domain";
import { Repositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Releases collections on their release date. Returns the number released. (SHL-03) */
export const releaseCollections = Effect.gen(function* () {
  const repos = yield* Repositories;
  const released = yield* repos.collections.release(utcDay(yield* currentTime));
  if (released > 0) yield* repos.search.refresh();
  return released;
}).pipe(transactional);

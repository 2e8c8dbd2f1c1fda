import { utcDay } from "@backlot/domain";
import { Clock, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Puts collections on sale whose release date has arrived. Returns their number. (SHL-03) */
export const releaseCollections = Effect.gen(function* () {
  const { collections, search } = yield* Repositories;
  const released = yield* collections.release(utcDay((yield* Clock).now()));
  if (released > 0) yield* search.refresh();
  return released;
}).pipe(transactional);

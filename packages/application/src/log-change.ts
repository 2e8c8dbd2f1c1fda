import type { StoreChange } from "@backlot/domain/support/store-change.schema";
import { type ByStaff, Clock, Ids, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actorOf } from "./staff-actor.ts";

/**
 * Runs a change to the store in a transaction, and logs who made it and why. `changeOf` returns what the log states, or
 * null if the change had no effect.
 */
export const logged = <A, E, R>(
  { actor, reason }: ByStaff,
  work: Effect.Effect<A, E, R>,
  changeOf: (result: A) => StoreChange | null,
) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const result = yield* work;
    const change = changeOf(result);
    if (change === null) return result;
    const { supportActions } = yield* Repositories;
    const id = (yield* Ids).next();
    yield* supportActions.add(null, { ...by, reason, id, at: (yield* Clock).now(), change });
    return result;
  }).pipe(transactional);

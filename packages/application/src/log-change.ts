import { type SupportAction, loggedReason } from "@backlot/domain";
import type { StoreChange } from "@backlot/domain/support/store-change.schema";
import { type ByStaff, Ids, Repositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actorOf } from "./staff-actor.ts";

/**
 * Logs an action on an account or a guest: who took it and why. Doesn't store the reason for a deleted account. `id` is
 * the action's idempotency key; the default is a new one. Returns false if the key is already used. Call it in a
 * transaction.
 */
export const logAction = Effect.fnUntraced(function* (
  userId: string,
  { actor, reason, id }: ByStaff & { readonly id?: string },
  change: SupportAction["change"],
) {
  const by = yield* actorOf(actor);
  const repos = yield* Repositories;
  const why = loggedReason(yield* repos.accounts.get(userId), reason);
  const at = yield* currentTime;
  return yield* repos.supportActions.add(userId, { ...by, reason: why, id: id ?? (yield* Ids).next(), at, change });
});

/**
 * Runs a change to the store in a transaction, and logs who made it and why. `changeOf` returns the change to log, or
 * null if it had no effect.
 */
export const logged = Effect.fnUntraced(function* <A, E, R>(
  { actor, reason }: ByStaff,
  work: Effect.Effect<A, E, R>,
  changeOf: (result: A) => StoreChange | null,
) {
  const by = yield* actorOf(actor);
  const result = yield* work;
  const change = changeOf(result);
  if (change === null) return result;
  const repos = yield* Repositories;
  const id = (yield* Ids).next();
  yield* repos.supportActions.add(null, { ...by, reason, id, at: yield* currentTime, change });
  return result;
}, transactional);

import { message } from "@backlot/domain";
import { Conflict, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns whether any of an account's payments has an open dispute. */
export const hasOpenDispute = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* ReadRepositories;
  return (yield* repos.disputes.openOf(accountId)).length > 0;
});

/**
 * Fails while a payment of the account is disputed. Call it before a purchase calls a provider, and again under the
 * account's lock.
 */
export const requireNoDispute = Effect.fnUntraced(function* (accountId: string) {
  if (yield* hasOpenDispute(accountId))
    return yield* new Conflict({ reason: "dispute_open", message: message("dispute_open") });
});

import { message } from "@backlot/domain";
import { Conflict, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns whether any of an account's payments has an open dispute. */
export const hasOpenDispute = (accountId: string) =>
  Effect.gen(function* () {
    const { disputes } = yield* ReadRepositories;
    return (yield* disputes.openOf(accountId)).length > 0;
  });

/**
 * Fails while a payment of the account is disputed. Call it before a purchase calls a provider, and again under the
 * account's lock.
 */
export const requireNoDispute = (accountId: string) =>
  Effect.gen(function* () {
    if (yield* hasOpenDispute(accountId))
      return yield* new Conflict({ reason: "dispute_open", message: message("dispute_open") });
  });

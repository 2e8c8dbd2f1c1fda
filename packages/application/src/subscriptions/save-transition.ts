import type { SubscriptionTransition } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Saves what a transition did: how the subscription stands, entries on old lots, and new lots. (CRD-09) */
export const saveTransition = (
  repositories: Repositories,
  accountId: string,
  transition: SubscriptionTransition,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* repositories.subscriptions.save(transition.subscription);
    yield* repositories.credits.post(accountId, transition.entries);
    for (const { lot, entry } of transition.grants) yield* repositories.credits.grant(accountId, lot, entry);
  });

/** The key of an invoice's payment in our records, and so of the credits that it grants. */
export const invoiceKey = (invoiceId: string): string => `invoice:${invoiceId}`;

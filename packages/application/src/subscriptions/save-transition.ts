import type { SubscriptionTransition } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Saves the entries and lots of a transition whose subscription is saved already. (CRD-09) */
export const saveCredits = (
  repositories: Repositories,
  accountId: string,
  { entries, grants }: SubscriptionTransition,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* repositories.credits.post(accountId, entries);
    for (const { lot, entry } of grants) yield* repositories.credits.grant(accountId, lot, entry);
  });

/** Saves what a transition did: how the subscription stands, entries on old lots, and new lots. (CRD-09) */
export const saveTransition = (
  repositories: Repositories,
  accountId: string,
  transition: SubscriptionTransition,
): Effect.Effect<void> =>
  Effect.andThen(
    repositories.subscriptions.save(transition.subscription),
    saveCredits(repositories, accountId, transition),
  );

/** Saves the end of a plan: who had it is a free subscriber from then on. (ACC-01, CHG-08) */
export const saveEnd = (
  repositories: Repositories,
  accountId: string,
  transition: SubscriptionTransition,
): Effect.Effect<void> =>
  Effect.andThen(
    saveTransition(repositories, accountId, transition),
    repositories.accounts.setFreeSubscriber(accountId, true),
  );

/** The key of an invoice's payment in our records, and so of the credits that it grants. */
export const invoiceKey = (invoiceId: string): string => `invoice:${invoiceId}`;

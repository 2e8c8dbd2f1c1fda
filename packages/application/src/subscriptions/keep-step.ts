import type { SubscriptionTransition } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Writes down what a step of a subscription's life did: how it stands, entries on old lots, and new lots. (CRD-09) */
export const keepStep = (
  repositories: Repositories,
  accountId: string,
  step: SubscriptionTransition,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* repositories.subscriptions.save(step.subscription);
    yield* repositories.credits.post(accountId, step.entries);
    for (const { lot, entry } of step.grants) yield* repositories.credits.grant(accountId, lot, entry);
  });

/** The name of the credits that were bought beside the plan of a payment: taken back with it, ended with nothing. */
export const addOnOf = (payment: string): string => `${payment}:pack`;

/** The name of an invoice's payment in the store's books, and so of the credits that it buys. */
export const invoiceReference = (invoiceId: string): string => `invoice:${invoiceId}`;

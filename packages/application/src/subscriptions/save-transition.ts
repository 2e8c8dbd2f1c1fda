import type { SubscriptionTransition } from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";

/** Saves the credit entries and lots of a transition whose subscription is already saved. */
export const saveCredits = Effect.fnUntraced(function* (
  accountId: string,
  { subscription, entries, grants }: SubscriptionTransition,
) {
  const repos = yield* Repositories;
  yield* repos.credits.post(accountId, entries);
  for (const { lot, entry } of grants) yield* repos.credits.grant(accountId, lot, entry, subscription.terms.license_id);
});

/** Saves a transition: the subscription, entries on existing credit lots, and new lots. */
export const saveTransition = Effect.fnUntraced(function* (accountId: string, transition: SubscriptionTransition) {
  const repos = yield* Repositories;
  yield* repos.subscriptions.save(transition.subscription);
  yield* saveCredits(accountId, transition);
});

/** Saves the end of a plan. Its owner becomes a free subscriber. */
export const saveEnd = Effect.fnUntraced(function* (accountId: string, transition: SubscriptionTransition) {
  const repos = yield* Repositories;
  yield* saveTransition(accountId, transition);
  yield* repos.accounts.update(accountId, { free_subscriber: true });
  yield* enqueueMail("plan-ended", transition.subscription.id);
});

/** Returns the key of an invoice's payment in our records, and of the credits it grants. */
export const invoiceKey = (invoiceId: string): string => `invoice:${invoiceId}`;

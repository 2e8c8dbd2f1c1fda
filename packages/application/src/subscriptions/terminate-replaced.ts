import {
  ReadRepositories,
  Repositories,
  type StoredSubscription,
  type SubscriptionTermination,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { recordRenewal, refundBilledTwice } from "./record-renewal.ts";

/**
 * Returns the owner of a terminated subscription: from our record of the subscription, or else from the order that
 * opened it. Null if neither exists.
 */
const ownerOf = Effect.fnUntraced(function* (termination: SubscriptionTermination, orderId: string | null) {
  const repos = yield* ReadRepositories;
  const subscriptionRecord: StoredSubscription | null = yield* repos.subscriptions.byProvider(
    termination.provider_subscription_id,
  );
  if (subscriptionRecord !== null)
    return {
      user_id: subscriptionRecord.user_id,
      subscription_id: subscriptionRecord.subscription.id,
      terms: subscriptionRecord.subscription.terms,
    };
  const order = orderId === null ? null : yield* repos.orders.get(orderId);
  return order === null ? null : { user_id: order.user_id, subscription_id: null, terms: null };
});

const terminate = Effect.fnUntraced(function* (termination: SubscriptionTermination) {
  const { billing } = yield* providerOrUnavailable(termination.provider);
  yield* billing.cancelNow(termination.provider_subscription_id);
  const providerSubscription = yield* billing.retrieve(termination.provider_subscription_id);
  const owner = yield* ownerOf(termination, providerSubscription?.order_id ?? null);
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const period = { terms: owner?.terms ?? null, isKept: false, discounted: null, charge: null };
    // Record and refund periods that were billed in addition to the subscription that replaced this one.
    for (const invoice of providerSubscription?.invoices ?? [])
      if (owner !== null && (yield* recordRenewal(owner, termination, invoice, period)))
        yield* refundBilledTwice(termination, invoice);
    yield* repos.subscriptions.completeTermination(termination);
  }).pipe(transactional);
  return true;
});

/**
 * Cancels, at their providers, subscriptions that the store no longer uses, such as those that a PayPal upgrade
 * replaced or an unfulfilled payment started. Records and refunds any period that they billed in the meantime. Returns
 * how many were canceled.
 */
export const terminateReplacedSubscriptions = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  let done = 0;
  for (const termination of yield* repos.subscriptions.pendingTerminations()) {
    const what = `subscription ${termination.provider_subscription_id}`;
    if (yield* isolateFailure(what, false, terminate(termination))) done += 1;
  }
  return done;
});

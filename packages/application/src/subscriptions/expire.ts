import { type Subscription, applyDueExpiry, hasEnded } from "@backlot/domain";
import { ReadRepositories, Repositories, type StoredSubscription, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { saveEnd } from "./save-transition.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * Ends a subscription that was canceled or is past due, if its time is up, after syncing it with the provider. Returns
 * whether it has ended.
 */
const expireSubscription = Effect.fnUntraced(function* (waiting: StoredSubscription) {
  const repos = yield* ReadRepositories;
  const lots = yield* repos.credits.lots(waiting.user_id);
  const isDue = (subscription: Subscription) =>
    Effect.map(currentTime, (at) => hasEnded(applyDueExpiry(subscription, lots, at).subscription));
  if (!(yield* isDue(waiting.subscription))) return false;
  const now = yield* syncSubscription(waiting);
  if (now === null || hasEnded(now.subscription)) return true;
  if (!(yield* isDue(now.subscription))) return false;
  const { billing } = yield* providerOrUnavailable(now.provider);
  yield* billing.cancelNow(now.provider_subscription_id);
  return yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    yield* repos.accounts.lock(now.user_id);
    const subscriptionRecord = (yield* repos.subscriptions.get(now.subscription.id)) ?? now;
    const owned = yield* repos.credits.lots(now.user_id);
    const transition = applyDueExpiry(subscriptionRecord.subscription, owned, yield* currentTime);
    if (!hasEnded(transition.subscription)) return false;
    yield* saveEnd(now.user_id, transition);
    return true;
  }).pipe(transactional);
});

/**
 * Ends canceled and past-due subscriptions whose time is up. A payment in the meantime keeps the plan active. An outage
 * delays only the subscriptions of that provider. Returns how many have ended.
 */
export const expireSubscriptions = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  let ended = 0;
  for (const waiting of yield* repos.subscriptions.dueForExpiry(yield* currentTime)) {
    const what = `subscription ${waiting.subscription.id}`;
    if (yield* isolateFailure(what, false, expireSubscription(waiting))) ended += 1;
  }
  return ended;
});

import { type Subscription, type CreditLot, applyDueExpiry, hasEnded } from "@backlot/domain";
import type { Asked, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import type { OrderPorts } from "../store-ports.ts";
import { saveEnd } from "./save-transition.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** Expires one subscription that time alone ends; the provider is asked first. Answers whether it has ended. */
const expireSubscription = (ports: OrderPorts, waiting: StoredSubscription): Asked<boolean> =>
  Effect.gen(function* () {
    const lots = yield* ports.transactions.read.credits.lots(waiting.user_id);
    const isDue = (subscription: Subscription, owned: readonly CreditLot[]): boolean =>
      hasEnded(applyDueExpiry(subscription, owned, ports.clock.now()).subscription);
    if (!isDue(waiting.subscription, lots)) return false;
    const now = yield* syncSubscription(ports)(waiting);
    if (now === null || hasEnded(now.subscription)) return true;
    if (!isDue(now.subscription, lots)) return false;
    const { billing } = yield* providerOrUnavailable(ports, now.provider);
    yield* billing.cancelNow(now.provider_subscription_id);
    return yield* ports.transactions.run((repos) =>
      Effect.gen(function* () {
        yield* repos.accounts.lock(now.user_id);
        const stored = (yield* repos.subscriptions.get(now.subscription.id)) ?? now;
        const owned = yield* repos.credits.lots(now.user_id);
        const transition = applyDueExpiry(stored.subscription, owned, ports.clock.now());
        if (!hasEnded(transition.subscription)) return false;
        yield* saveEnd(repos, now.user_id, transition);
        return true;
      }),
    );
  });

/**
 * Ends what time alone ends. A payment that came meanwhile keeps the plan; a provider that is down keeps only its own.
 * Answers how many have ended. (CHG-08, CHK-07)
 */
export const expireSubscriptions = (ports: OrderPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let ended = 0;
    for (const waiting of yield* ports.transactions.read.subscriptions.dueForExpiry(ports.clock.now())) {
      const what = `subscription ${waiting.subscription.id}`;
      if (yield* isolateFailure(what, false, expireSubscription(ports, waiting))) ended += 1;
    }
    return ended;
  });

import type { Asked, StoredSubscription, SubscriptionTermination } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import type { OrderPorts } from "../store-ports.ts";
import { type RenewalOwner, recordRenewal, refundBilledTwice } from "./record-renewal.ts";

/** Whose subscription a terminated one was: the order that it was opened for says it. */
const ownerOf = (
  ports: OrderPorts,
  termination: SubscriptionTermination,
  orderId: string | null,
): Effect.Effect<RenewalOwner | null> =>
  Effect.gen(function* () {
    const { subscriptions, orders } = ports.transactions.read;
    const stored: StoredSubscription | null = yield* subscriptions.byProvider(termination.provider_subscription_id);
    if (stored !== null) return { user_id: stored.user_id, subscription_id: stored.subscription.id };
    const order = orderId === null ? null : yield* orders.get(orderId);
    return order === null ? null : { user_id: order.user_id, subscription_id: null };
  });

const terminate = (ports: OrderPorts, termination: SubscriptionTermination): Asked<boolean> =>
  Effect.gen(function* () {
    const { billing } = yield* providerOrUnavailable(ports, termination.provider);
    yield* billing.cancelNow(termination.provider_subscription_id);
    const found = yield* billing.retrieve(termination.provider_subscription_id);
    const owner = yield* ownerOf(ports, termination, found?.order_id ?? null);
    yield* ports.transactions.run((repos) =>
      Effect.gen(function* () {
        // A period that was billed beside the subscription that replaced it.
        for (const invoice of found?.invoices ?? [])
          if (owner !== null && (yield* recordRenewal(repos, owner, termination, invoice)))
            yield* refundBilledTwice(ports, repos, termination, invoice);
        yield* repos.subscriptions.completeTermination(termination);
      }),
    );
    return true;
  });

/**
 * Ends subscriptions at their providers that bill nothing of ours any more: what an upgrade through PayPal replaced,
 * and what was paid without being fulfilled. A period that was billed beside is recorded and refunded. Answers how many
 * were terminated. (CHG-09)
 */
export const terminateReplacedSubscriptions = (ports: OrderPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let done = 0;
    for (const termination of yield* ports.transactions.read.subscriptions.pendingTerminations()) {
      const what = `subscription ${termination.provider_subscription_id}`;
      if (yield* isolateFailure(what, false, terminate(ports, termination))) done += 1;
    }
    return done;
  });

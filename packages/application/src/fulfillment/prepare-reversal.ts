import { type Order, standsOnOldMoney } from "@backlot/domain";
import { PaymentProviderUnavailable, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { cancelStaleOrder } from "./cancel-stale-order.ts";

/**
 * Cancels an account's open order if its quote relies on money that a refund may reclaim: proration credit or account
 * credit. Fails if another process is working on the order, so that the event is delivered again.
 */
const cancelPendingChange = Effect.fnUntraced(function* (userId: string) {
  const repos = yield* ReadRepositories;
  const waiting: Order | null = yield* repos.orders.openSubscriptionOrder(userId);
  if (waiting === null || !standsOnOldMoney(waiting)) return;
  if (!(yield* cancelStaleOrder(waiting.id, "subscription_changed")))
    return yield* new PaymentProviderUnavailable({ cause: `order ${waiting.id} is in progress` });
});

/**
 * Records missing renewals of the current subscription, which may have used account credit before its money was
 * refunded.
 */
const syncRunning = Effect.fnUntraced(function* (userId: string) {
  const repos = yield* ReadRepositories;
  const running = yield* repos.subscriptions.current(userId);
  if (running !== null) yield* syncSubscription(running);
});

/**
 * Prepares to reverse money from an account's earlier payments: cancels the open order that relies on that money, and
 * records missing renewals. Fails if another process is working on the order.
 */
export const prepareReversal = (userId: string) => Effect.andThen(cancelPendingChange(userId), syncRunning(userId));

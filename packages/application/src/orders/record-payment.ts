import { type Order, cents } from "@backlot/domain";
import { Repositories, type SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { purchaseOf } from "./purchases/registry.ts";

/**
 * Records a payment. Returns false if it was recorded before. If `isFulfilled`, the same transaction must also open the
 * order's new subscription, because the payment refers to it.
 */
export const recordPayment = (order: Order, paid: SettledPayment, isFulfilled: boolean) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    const [item] = order.items;
    const id = purchaseOf(item).subscriptionId(order, item);
    const isKnown = id !== null && (isFulfilled || (yield* repos.subscriptions.get(id)) !== null);
    return yield* repos.payments.record({
      id: paid.key,
      user_id: order.user_id,
      order_id: order.id,
      subscription_id: isKnown ? id : null,
      provider: order.provider,
      reason: purchaseOf(item).reason,
      provider_reference: paid.refund_reference,
      amount: paid.amount,
      refunded: cents(0),
      period: paid.subscription?.period ?? null,
      // A plan's payment is dated at the start of its period, any other at the time of payment.
      at: paid.subscription?.period.start ?? paid.paid_at,
    });
  });

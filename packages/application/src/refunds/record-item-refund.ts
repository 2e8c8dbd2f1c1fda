import { type PaidItem, costOfItems, itemRefund, itemSource, reversedAmount } from "@backlot/domain";
import { Clock, type Payment, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Revokes cart items whose money was refunded or lost in a dispute, starting with the last item. Records the amount for
 * which nothing is left to revoke. Safe to repeat.
 */
export const recordItemRefund = (payment: Payment) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    const clock = yield* Clock;
    const order = payment.order_id === null ? null : yield* repos.orders.get(payment.order_id);
    if (order === null || order.status._tag !== "paid") return;
    const { user_id } = payment;
    const at = clock.now();
    const costs = costOfItems(order.quote, payment.amount);
    const sources = costs.map((_, place) => itemSource(payment.id, place));
    const granted = new Map(
      (yield* repos.collections.grantedFor(user_id, sources)).map(({ source, held }) => [source, held]),
    );
    const items = costs.map((cost, place): PaidItem => {
      const held = granted.get(itemSource(payment.id, place));
      return { cost, held: held === undefined ? "never" : held ? "yes" : "taken" };
    });
    const { taken, unrecovered } = itemRefund(items, reversedAmount(payment));
    for (const place of taken) yield* repos.collections.revokeEntitlement(user_id, itemSource(payment.id, place), at);
    yield* repos.unrecovered.put({ user_id, holder: payment.id, amount: unrecovered, at });
  });

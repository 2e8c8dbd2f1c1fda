import { type Order, type OrderItem, cents, costOfOthers } from "@backlot/domain";
import { Ids, Repositories, type SettledPayment, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";

/**
 * Enqueues a refund of the items that a payment couldn't fulfill, such as an item that the buyer has acquired since,
 * and an email about the refund. Does nothing if there are no such items.
 */
export const refundOthers = Effect.fnUntraced(function* (
  order: Order,
  delivered: readonly OrderItem[],
  paid: SettledPayment,
) {
  const repos = yield* Repositories;
  const ids = yield* Ids;
  const amount = costOfOthers(order, delivered, paid.amount);
  if (amount === 0) return;
  yield* enqueueRefund({
    cause: "unfulfillable",
    cause_reference: order.id,
    payment_id: paid.key,
    amount,
    account_credit: cents(0),
  });
  const notice = { id: ids.next(), about: order.id, kind: "payment-not-applied" } as const;
  yield* repos.outbox.enqueue(notice, yield* currentTime);
});

import { type Order, cents, itemSource, refundOfItem } from "@backlot/domain";
import type { Payment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { openRefundable } from "./open-refundable.ts";

/**
 * Enqueues a refund of the cost of the item at an index (`place`) of an order, or of the rest of its payment if that is
 * less. Returns the amount, in cents, and the refund's reference, which is the item's source.
 */
export const enqueueItemRefund = Effect.fnUntraced(function* (order: Order, place: number, payment: Payment) {
  const amount = refundOfItem(order.quote, place, payment.amount, yield* openRefundable(payment));
  const cause_reference = itemSource(payment.id, place);
  yield* enqueueRefund({
    cause: "item",
    cause_reference,
    payment_id: payment.id,
    amount,
    account_credit: cents(0),
  });
  return { amount, cause_reference };
});

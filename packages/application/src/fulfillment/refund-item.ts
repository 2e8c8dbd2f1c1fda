import { type Order, type SupportAction, holdsItem, itemSource, message, variantOf } from "@backlot/domain";
import { Conflict, NotFound, ReadRepositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueItemRefund } from "../refunds/enqueue-item-refund.ts";
import { logAction } from "../log-change.ts";
import { paymentNamed, refundSubject } from "../receipts/payment-named.ts";
import { lockOrder } from "../orders/lock-order.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { refundStatusOf } from "../refunds/refund-status.ts";
import { revokeItems } from "../refunds/revoke-items.ts";
import { tryRefund } from "../refunds/try-refund.ts";

/** Returns the position of a variant in a paid order, or -1. */
const placeOf = (order: Order | null, variantId: number): number =>
  order?.status._tag === "paid" ? order.items.findIndex((item) => variantOf(item) === variantId) : -1;

/** Returns the payment that paid for the item at a position of an order, or null if the buyer no longer owns it. */
const paymentBehind = Effect.fnUntraced(function* (order: Order, place: number) {
  const repos = yield* ReadRepositories;
  const payments = yield* repos.payments.ofOrders([order.id]);
  const owned = yield* repos.collections.entitlementsOf(order.user_id);
  return payments.find((payment) => holdsItem(owned, [payment], place)) ?? null;
});

/** Locks an order's buyer, and returns the item to refund with its payment. Fails if the buyer doesn't own it. */
const lockItem = Effect.fnUntraced(function* (orderId: string, variantId: number) {
  const order = yield* lockOrder(orderId);
  const place = placeOf(order, variantId);
  if (order === null || place < 0) return yield* new NotFound({ message: message("order_without_item") });
  const payment = yield* paymentBehind(order, place);
  if (payment === null) return yield* new Conflict({ reason: "item_unavailable", message: message("item_not_held") });
  return { order, place, payment, user_id: order.user_id };
});

type LockedItem = Effect.Success<ReturnType<typeof lockItem>>;

/** Revokes an item, and enqueues its refund. */
const takeBack = Effect.fnUntraced(function* ({ order, place, payment }: LockedItem) {
  yield* revokeItems(order.user_id, [itemSource(payment.id, place)], yield* currentTime);
  return yield* enqueueItemRefund(order, place, payment);
});

const tryItemRefund = (orderId: string, variantId: number) =>
  tryRefund(lockItem(orderId, variantId), (item) => Effect.map(takeBack(item), ({ amount }) => amount));

/**
 * Returns what a refund of one item of an order would pay and revoke, including other purchases whose price depends on
 * it. Changes nothing. Fails if the buyer doesn't own the item.
 */
export const previewItemRefund = Effect.fnUntraced(function* (orderId: string, variantId: number) {
  const { amount, takes } = yield* tryItemRefund(orderId, variantId);
  return { ...(yield* refundSubject(yield* paymentNamed(orderId))), amount, takes };
});

/**
 * Revokes one item of an order and refunds its discounted price, or the rest of the payment if that is less. Returns
 * the amount in cents, and everything that the refund revokes. Logs which staff member did it and why. Fails if the
 * buyer no longer owns the item. Makes the refund immediately, or leaves it to the jobs if the provider is down or a
 * dispute is open.
 */
export const refundItem = Effect.fnUntraced(function* (
  orderId: string,
  { variant_id, ...by }: { readonly variant_id: number } & Pick<SupportAction, "actor" | "reason">,
) {
  const { takes } = yield* tryItemRefund(orderId, variant_id);
  const { amount, cause_reference, payment_id } = yield* Effect.gen(function* () {
    const item = yield* lockItem(orderId, variant_id);
    const refund = yield* takeBack(item);
    const change = { order_id: item.order.id, variant_id, amount: refund.amount, takes };
    yield* logAction(item.user_id, by, { kind: "refund_item", ...change });
    return { ...refund, payment_id: item.payment.id };
  }).pipe(transactional);
  yield* refundDue;
  return { amount, status: yield* refundStatusOf(payment_id, cause_reference), takes };
});

import {
  type Order,
  type SupportAction,
  holdsItem,
  itemSource,
  loggedReason,
  message,
  variantOf,
} from "@backlot/domain";
import { Clock, Conflict, Ids, NotFound, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actorOf } from "../staff-actor.ts";
import { enqueueItemRefund } from "../funding/enqueue-item-refund.ts";
import { lockOrder } from "./lock-order.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { refundStatusOf } from "../refunds/refund-status.ts";
import { revokeItems } from "../refunds/revoke-items.ts";

/** Returns the position of a variant in a paid order, or -1. */
const placeOf = (order: Order | null, variantId: number): number =>
  order?.status._tag === "paid" ? order.items.findIndex((item) => variantOf(item) === variantId) : -1;

/** Returns the payment that gave an order's buyer the item at a position, or null if the buyer no longer owns it. */
const paymentBehind = (order: Order, place: number) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const payments = (yield* repos.payments.ofAccount(order.user_id)).filter(({ order_id }) => order_id === order.id);
    const owned = yield* repos.collections.entitlementsOf(order.user_id);
    return payments.find((payment) => holdsItem(owned, [payment], place)) ?? null;
  });

/**
 * Revokes one item of an order and refunds its discounted price, or what is left of the payment if that is less.
 * Returns the amount in cents. Logs which staff member did it and why. Fails if the buyer no longer owns the item.
 * Makes the refund at once, or leaves it to the jobs if the provider is down or a dispute is open.
 */
export const refundItem = (
  orderId: string,
  { variant_id, reason, actor: said }: { readonly variant_id: number } & Pick<SupportAction, "actor" | "reason">,
) =>
  Effect.gen(function* () {
    const by = yield* actorOf(said);
    const { amount, cause_reference, payment_id } = yield* Effect.gen(function* () {
      const ids = yield* Ids;
      const clock = yield* Clock;
      const repos = yield* Repositories;
      const order = yield* lockOrder(orderId);
      const place = placeOf(order, variant_id);
      if (order === null || place < 0) return yield* new NotFound({ message: message("order_without_item") });
      const payment = yield* paymentBehind(order, place);
      if (payment === null)
        return yield* new Conflict({ reason: "item_unavailable", message: message("item_not_held") });
      yield* revokeItems(order.user_id, [itemSource(payment.id, place)], clock.now());
      const { amount, cause_reference } = yield* enqueueItemRefund(order, place, payment);
      const buyer = yield* repos.accounts.get(order.user_id);
      yield* repos.supportActions.add(order.user_id, {
        ...by,
        reason: loggedReason(buyer, reason),
        id: ids.next(),
        at: clock.now(),
        change: { kind: "refund_item", order_id: order.id, variant_id, amount },
      });
      return { amount, cause_reference, payment_id: payment.id };
    }).pipe(transactional);
    yield* refundDue;
    return { amount, status: yield* refundStatusOf(payment_id, cause_reference) };
  });

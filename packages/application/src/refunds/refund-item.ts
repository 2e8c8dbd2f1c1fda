import {
  type Cents,
  type Order,
  type SupportAction,
  cents,
  holdsItem,
  isDeleted,
  itemSource,
  message,
  refundOfItem,
  variantOf,
} from "@backlot/domain";
import { Conflict, NotFound, type Payment, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { enqueueRefund } from "./enqueue-refund.ts";
import { refundDue } from "./refund-due.ts";

/** The place of a variant in a paid order that sells it. */
const placeOf = (order: Order | null, variantId: number): number =>
  order?.status._tag === "paid" ? order.items.findIndex((item) => variantOf(item) === variantId) : -1;

/** The payment by which an order's buyer still holds the item in a place; null where they don't. */
const paymentBehind = (repos: Repositories, order: Order, place: number): Effect.Effect<Payment | null> =>
  Effect.gen(function* () {
    const payments = (yield* repos.payments.ofAccount(order.user_id)).filter(({ order_id }) => order_id === order.id);
    const owned = yield* repos.collections.entitlementsOf(order.user_id);
    return payments.find((payment) => holdsItem(owned, [payment], place)) ?? null;
  });

/** An order under the lock of its buyer: an account may take a guest's order over until the lock is had. */
const lockOrder = (repos: Repositories, id: string): Effect.Effect<Order | null> =>
  Effect.gen(function* () {
    for (let order = yield* repos.orders.get(id); ; ) {
      if (order === null) return null;
      yield* repos.accounts.lock(order.user_id);
      const locked: Order | null = yield* repos.orders.get(id);
      if (locked?.user_id === order.user_id) return locked;
      order = locked;
    }
  });

/** What was made of a refund by now: "due" waits for the provider or a dispute, "failed" was refused. */
export type ItemRefundStatus = "refunded" | "due" | "failed";

/**
 * Revokes one item of an order and refunds what it cost, discounts counted, or what is left of the payment, in
 * cents, and writes down who of the staff did it and why. Refused where its buyer does not have it any more. The
 * refund is made at once, or by the jobs where the provider can't be reached or a dispute is open. (CLI-02, ORD-06)
 */
export const refundItem =
  (ports: OrderPorts) =>
  (
    orderId: string,
    {
      variant_id,
      actor,
      proven,
      reason,
    }: { readonly variant_id: number } & Pick<SupportAction, "actor" | "proven" | "reason">,
  ): Effect.Effect<{ readonly amount: Cents; readonly status: ItemRefundStatus }, NotFound | Conflict> =>
    Effect.gen(function* () {
      const { amount, cause_reference } = yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const order = yield* lockOrder(repos, orderId);
          const place = placeOf(order, variant_id);
          if (order === null || place < 0) return yield* new NotFound({ message: message("order_without_item") });
          const payment = yield* paymentBehind(repos, order, place);
          if (payment === null)
            return yield* new Conflict({ reason: "item_unavailable", message: message("item_not_held") });
          const amount = refundOfItem(order.quote, place, payment);
          const cause_reference = itemSource(payment.id, place);
          yield* repos.collections.revokeEntitlement(order.user_id, cause_reference, ports.clock.now());
          yield* enqueueRefund(ports, repos, {
            cause: "item",
            cause_reference,
            payment_id: payment.id,
            amount,
            account_credit: cents(0),
          });
          const buyer = yield* repos.accounts.get(order.user_id);
          yield* repos.supportActions.add(order.user_id, {
            actor,
            proven,
            // Words about a person go with their account.
            reason: buyer === null || isDeleted(buyer) ? "" : reason,
            id: ports.ids.next(),
            at: ports.clock.now(),
            change: { kind: "refund_item", order_id: order.id, variant_id, amount },
          });
          return { amount, cause_reference };
        }),
      );
      yield* refundDue(ports)();
      const open = (yield* ports.transactions.read.refunds.unsettled()).find(
        (refund) => refund.cause === "item" && refund.cause_reference === cause_reference,
      );
      return { amount, status: open === undefined || open.status === "applied" ? "refunded" : open.status };
    });

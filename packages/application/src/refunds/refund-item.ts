import { type Cents, type Order, cents, costOfItems, itemSource, message, variantOf } from "@backlot/domain";
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
    return payments.find(({ id }) => owned.some(({ source }) => source === itemSource(id, place))) ?? null;
  });

/**
 * Takes one item of an order back and refunds what it cost, discounts counted, in cents. Refused where its buyer does not
 * have it any more. The refund is made at once, or by the jobs where the provider can't be reached. (CLI-02, ORD-06)
 */
export const refundItem =
  (ports: OrderPorts) =>
  (orderId: string, variantId: number): Effect.Effect<{ readonly amount: Cents }, NotFound | Conflict> =>
    Effect.gen(function* () {
      const refunded = yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const known = yield* repos.orders.get(orderId);
          if (known !== null) yield* repos.accounts.lock(known.user_id);
          // An account may have taken a guest's order over until the lock was had.
          const order = yield* repos.orders.get(orderId);
          const place = placeOf(order, variantId);
          if (order === null || place < 0) return yield* new NotFound({ message: message("order_without_item") });
          const payment = order.user_id === known?.user_id ? yield* paymentBehind(repos, order, place) : null;
          if (payment === null)
            return yield* new Conflict({ reason: "item_unavailable", message: message("item_not_held") });
          const amount = costOfItems(order.quote, payment.amount)[place] ?? cents(0);
          const cause_reference = itemSource(payment.id, place);
          yield* repos.collections.revokeEntitlement(order.user_id, cause_reference, ports.clock.now());
          yield* enqueueRefund(ports, repos, {
            cause: "item",
            cause_reference,
            payment_id: payment.id,
            amount,
            account_credit: cents(0),
          });
          return { amount };
        }),
      );
      yield* Effect.ignore(refundDue(ports)());
      return refunded;
    });

import { cents, grant, message } from "@backlot/domain";
import type { Order, PackPurchase, PaymentProviderDown, SinglePayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

type PackPorts = Pick<StorePorts, "clock" | "payments" | "transactions">;

/** The name of a single payment in the store's books. */
export const paymentReference = (paymentId: string): string => `payment:${paymentId}`;

/** A pack's order after a look at the provider, and what the provider said. */
export interface CarriedOutPack {
  readonly order: Order;
  readonly payment: SinglePayment | null;
}

/**
 * Records what the payment of a pack came to, in one transaction: the order's end and the credits, once. Money that comes
 * after the order ended brings its credits all the same. (CRD-05, CHK-07)
 */
export const settlePack =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (orderId: string, payment: SinglePayment, why: string = message("order_ended")): Effect.Effect<Order | null> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const at = ports.clock.now();
        const known = yield* repositories.orders.get(orderId);
        if (known?.kind !== "pack" && known?.kind !== "wallet-pack") return known;
        yield* repositories.accounts.lock(known.user_id);
        const order = (yield* repositories.orders.get(orderId)) ?? known;
        if ((order.kind !== "pack" && order.kind !== "wallet-pack") || order.outcome._tag === "paid") return order;
        if (order.provider_reference === null && payment.payment_id !== null) {
          yield* repositories.orders.setProviderReference(orderId, payment.payment_id);
        }
        switch (payment._tag) {
          case "Paid": {
            if (payment.amount_paid !== order.quote.total) {
              yield* Effect.logError(
                `order ${order.id} was quoted ${order.quote.total} cents and paid ${payment.amount_paid}`,
              );
            }
            const source = paymentReference(payment.payment_id);
            if (order.outcome._tag === "failed") yield* repositories.orders.revive(orderId, at);
            else yield* repositories.orders.close(orderId, { _tag: "paid", at });
            yield* repositories.payments.record({
              id: source,
              user_id: order.user_id,
              order_id: order.id,
              subscription_id: null,
              provider: order.kind === "pack" ? "stripe" : "paypal",
              reason: "pack",
              provider_reference: payment.refund_as,
              amount: payment.amount_paid,
              refunded: cents(0),
              at: payment.paid_at,
            });
            const { lot, entry } = grant({
              id: `lot:${source}`,
              kind: "pack",
              granted: order.credits,
              granted_at: at,
              source,
              subscription_id: null,
            });
            yield* repositories.credits.grant(order.user_id, lot, entry);
            break;
          }
          case "Ended":
            if (order.outcome._tag === "pending") {
              yield* repositories.orders.close(orderId, { _tag: "failed", at, message: why, decline_code: null });
            }
            break;
          case "Declined":
          case "Open":
          case "NeedsConfirmation":
            // A declined card can be replaced: the payment stays open for another.
            break;
        }
        return yield* repositories.orders.get(orderId);
      }),
    );

/** The payment of a pack at the provider, made where there is none yet: the order's id is its key. */
export const openPack = (ports: PackPorts, order: PackPurchase): Effect.Effect<SinglePayment, PaymentProviderDown> =>
  Effect.gen(function* () {
    if (order.provider_reference !== null) {
      const known = yield* ports.payments.payment(order.provider_reference);
      return known ?? { _tag: "Ended", payment_id: order.provider_reference };
    }
    return yield* ports.payments.createPayment({
      order_id: order.id,
      customer_id: order.customer_id,
      amount: order.quote.total,
      payment_method_id: order.payment_method_id,
      description: order.quote.lines[0]?.label ?? "Credits",
    });
  });

/** Looks how the payment of a pack stands and settles it. Charges nothing. (CRD-05) */
export const carryOutPack =
  (ports: PackPorts) =>
  (order: PackPurchase): Effect.Effect<CarriedOutPack, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return { order, payment: null };
      const payment = yield* openPack(ports, order);
      return { order: (yield* settlePack(ports)(order.id, payment)) ?? order, payment };
    });

/** Gives up a pack's payment, unless it turns out to be paid. (CRD-05) */
export const giveUpPack =
  (ports: PackPorts) =>
  (order: PackPurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return order;
      // Opening it again finds the payment of an order that was cut short: the key is the same.
      const opened = yield* openPack(ports, order);
      const id = opened.payment_id;
      if (id !== null) yield* ports.payments.abandonPayment(id);
      const after = id === null ? null : yield* ports.payments.payment(id);
      return (yield* settlePack(ports)(order.id, after ?? { _tag: "Ended", payment_id: id })) ?? order;
    });

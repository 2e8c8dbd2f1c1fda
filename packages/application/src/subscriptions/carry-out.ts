import { planLineOf } from "@backlot/domain";
import type { Order, PaymentProviderDown, PlanPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { settle } from "./settle.ts";

/** An order after a look at the provider, and what the provider said. */
export interface CarriedOut {
  readonly order: Order;
  readonly payment: PlanPayment | null;
}

/**
 * Takes a written order to the provider and settles what comes of it. Safe to call at any time and any number of
 * times, by any process: the order's id is the key that the provider knows it by. (CHK-03)
 */
export const carryOut =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions">) =>
  (order: Order): Effect.Effect<CarriedOut, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return { order, payment: null };
      const offer = yield* ports.transactions.read.plans.get(order.plan_variant_id);
      if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
      const started = ports.payments
        .startPlan({
          order_id: order.id,
          customer_id: order.customer_id,
          payment_method_id: order.payment_method_id,
          amount: planLineOf(order.quote).net,
          interval: offer.interval,
          plan_variant_id: offer.id,
          plan_name: offer.plan_name,
        })
        .pipe(
          // Refused before there was a subscription: nothing exists at the provider, the order ends here.
          Effect.catchTag("CardDeclined", (no) =>
            Effect.succeed<PlanPayment>({
              _tag: "Declined",
              subscription_id: `none:${order.id}`,
              message: no.message,
              decline_code: no.decline_code,
            }),
          ),
        );
      const known = order.provider_reference === null ? null : yield* ports.payments.planPayment(order.provider_reference);
      const payment = known ?? (yield* started);
      if (payment._tag === "Declined") yield* ports.payments.abandonPlan(payment.subscription_id);
      const settled = yield* settle(ports)(order.id, payment);
      return { order: settled ?? order, payment };
    });

/** Gives up an order that waits for its buyer, unless it turns out to be paid. Answers the order as it is then. */
export const giveUp =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions">) =>
  (order: Order): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      const carried = yield* carryOut(ports)(order);
      if (carried.order.outcome._tag !== "pending" || carried.payment === null) return carried.order;
      yield* ports.payments.abandonPlan(carried.payment.subscription_id);
      const now = yield* ports.payments.planPayment(carried.payment.subscription_id);
      const ended: PlanPayment = now ?? { _tag: "Ended", subscription_id: carried.payment.subscription_id };
      return (yield* settle(ports)(order.id, ended)) ?? carried.order;
    });

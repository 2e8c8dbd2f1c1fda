import { message, planLineOf } from "@backlot/domain";
import type { Order, PaymentProviderDown, PlanOrder, PlanPayment, PlanPurchase } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { type PlanOutcome, settle } from "./settle.ts";

type CarryPorts = Pick<StorePorts, "clock" | "payments" | "transactions">;

/** An order after a look at the provider, and what the provider said. */
export interface CarriedOut {
  readonly order: Order;
  readonly outcome: PlanOutcome | null;
}

const asPlanOrder = (ports: CarryPorts, order: PlanPurchase): Effect.Effect<PlanOrder> =>
  Effect.map(ports.transactions.read.plans.get(order.plan_variant_id), (offer) => {
    if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
    const addOn = order.quote.lines.find((line) => line.kind === "pack");
    return {
      order_id: order.id,
      customer_id: order.customer_id,
      payment_method_id: order.payment_method_id,
      amount: planLineOf(order.quote).gross,
      interval: offer.interval,
      plan_variant_id: offer.id,
      plan_name: offer.plan_name,
      promo_code: order.quote.discounts.find((discount) => discount.kind === "promo")?.label ?? null,
      add_on: addOn === undefined ? null : { label: addOn.label, amount: addOn.net },
    };
  });

/** What the provider has of an order, by its reference or by looking for it. Looking starts nothing. */
const lookFor = (ports: CarryPorts, order: PlanPurchase): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
  order.provider_reference === null
    ? ports.payments.findPlan({ order_id: order.id, customer_id: order.customer_id })
    : ports.payments.planPayment(order.provider_reference);

/**
 * A declined plan is ended at the provider, then read again: where the buyer's bank let it through meanwhile, the
 * provider refuses to end it and it is paid. Only what can't be paid any more counts as declined. (CHK-07)
 */
export const endDeclined =
  (ports: Pick<StorePorts, "payments">) =>
  (payment: PlanPayment): Effect.Effect<PlanPayment, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (payment._tag !== "Declined") return payment;
      yield* ports.payments.abandonPlan(payment.subscription_id);
      const now = yield* ports.payments.planPayment(payment.subscription_id);
      return now === null || now._tag === "Ended" ? payment : now;
    });

/** Opens the plan at the provider and keeps its reference before any money moves. Null where the order ended meanwhile. */
const open = (ports: CarryPorts, order: PlanPurchase): Effect.Effect<PlanOutcome | null, PaymentProviderDown> =>
  Effect.gen(function* () {
    const opened = yield* ports.payments
      .openPlan(yield* asPlanOrder(ports, order))
      .pipe(
        Effect.catchTag("CardDeclined", (no) =>
          Effect.succeed<PlanOutcome>({ _tag: "NeverOpened", message: no.message, decline_code: no.decline_code }),
        ),
      );
    if (opened._tag !== "Open") return opened;
    const kept = yield* settle(ports)(order.id, opened);
    if (kept?.outcome._tag === "pending") return opened;
    // Somebody gave the order up while the plan was being opened: it must not be paid.
    yield* ports.payments.abandonPlan(opened.subscription_id);
    return null;
  });

/**
 * Takes a written order to the provider and settles what comes of it. Safe to call at any time and any number of
 * times, by any process: the order's id is the key that the provider knows it by. (CHK-03)
 */
export const carryOut =
  (ports: CarryPorts) =>
  (order: PlanPurchase): Effect.Effect<CarriedOut, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return { order, outcome: null };
      const found: PlanOutcome | null = (yield* lookFor(ports, order)) ?? (yield* open(ports, order));
      if (found === null)
        return { order: (yield* ports.transactions.read.orders.get(order.id)) ?? order, outcome: null };
      const paid: PlanOutcome =
        found._tag === "Open" ? ((yield* ports.payments.payPlan(found.subscription_id)) ?? found) : found;
      const outcome: PlanOutcome = paid._tag === "NeverOpened" ? paid : yield* endDeclined(ports)(paid);
      const settled = yield* settle(ports)(order.id, outcome);
      return { order: settled ?? order, outcome };
    });

/**
 * Gives up an order that waits, unless it turns out to be paid. It looks and never starts anything: an order that the
 * provider knows nothing of just ends. Answers the order as it is then. (CHK-03)
 */
export const giveUp =
  (ports: CarryPorts) =>
  (order: PlanPurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return order;
      const found = yield* lookFor(ports, order);
      if (found === null) {
        const never: PlanOutcome = { _tag: "NeverOpened", message: message("order_ended"), decline_code: null };
        return (yield* settle(ports)(order.id, never)) ?? order;
      }
      yield* ports.payments.abandonPlan(found.subscription_id);
      const now = yield* ports.payments.planPayment(found.subscription_id);
      return (
        (yield* settle(ports)(order.id, now ?? { _tag: "Ended", subscription_id: found.subscription_id })) ?? order
      );
    });

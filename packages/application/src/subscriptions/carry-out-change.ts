import { message, planLineOf } from "@backlot/domain";
import type { BilledPlan, Order, PaymentProviderDown, PlanChangePurchase, PlanPayment, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import type { CarriedOut } from "./carry-out.ts";
import { type NotedEvent, type PlanOutcome, settle } from "./settle.ts";

type CarryPorts = Pick<StorePorts, "clock" | "payments" | "transactions">;

/** A plan as the provider is told of it. `amount` is what a period costs, in cents. */
export const billedPlan = (ports: Pick<StorePorts, "transactions">, planVariantId: number, amount: BilledPlan["amount"]): Effect.Effect<BilledPlan> =>
  Effect.map(ports.transactions.read.plans.get(planVariantId), (offer) => {
    if (offer === null) throw new Error(`plan ${planVariantId} is gone`);
    return { plan_variant_id: offer.id, plan_name: offer.plan_name, interval: offer.interval, amount };
  });

const subscriptionOf = (ports: CarryPorts, order: PlanChangePurchase): Effect.Effect<StoredSubscription> =>
  Effect.map(ports.transactions.read.subscriptions.get(order.subscription_id), (stored) => {
    if (stored === null) throw new Error(`order ${order.id} changes subscription ${order.subscription_id}, which is gone`);
    return stored;
  });

const atProvider = (order: PlanChangePurchase, stored: StoredSubscription) => ({
  order_id: order.id,
  customer_id: order.customer_id,
  subscription_id: stored.provider_subscription_id,
});

/** Ends what was refused, and reads it again: where the bank let it through meanwhile, it is paid. */
const abandon = (ports: CarryPorts, order: PlanChangePurchase, stored: StoredSubscription): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
  Effect.andThen(ports.payments.abandonChange(atProvider(order, stored)), ports.payments.findChange(atProvider(order, stored)));

/**
 * Takes a written change to the provider and settles what comes of it. Safe to call at any time and any number of times:
 * the order's id is what the provider knows it by. (CHG-02, CHK-03)
 */
export const carryOutChange =
  (ports: CarryPorts) =>
  (order: PlanChangePurchase): Effect.Effect<CarriedOut, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return { order, outcome: null };
      const stored = yield* subscriptionOf(ports, order);
      const line = planLineOf(order.quote);
      const plan = yield* billedPlan(ports, order.plan_variant_id, line.gross);
      // What is handed back may be worth more than the new plan costs: the rest becomes account credit.
      const unused = order.quote.credit_for_unused ?? line.discount;
      const found: PlanOutcome = yield* ports.payments
        .changePlan({ ...plan, ...atProvider(order, stored), payment_method_id: order.payment_method_id, unused })
        .pipe(
          Effect.catchTag("CardDeclined", (no) => Effect.succeed<PlanOutcome>({ _tag: "NeverOpened", message: no.message, decline_code: no.decline_code })),
        );
      const refused = found._tag === "Declined" || found._tag === "NeverOpened";
      const after = refused ? yield* abandon(ports, order, stored) : null;
      const outcome: PlanOutcome = after?._tag === "Paid" ? after : found;
      return { order: (yield* settle(ports)(order.id, outcome)) ?? order, outcome };
    });

/** Looks how a change that waits stands, and settles what has come of it. Starts nothing. (CHK-07) */
export const lookAtChange =
  (ports: CarryPorts) =>
  (order: PlanChangePurchase, event?: NotedEvent): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      const stored = yield* subscriptionOf(ports, order);
      const found = yield* ports.payments.findChange(atProvider(order, stored));
      return found?._tag === "Paid" || found?._tag === "Ended" ? ((yield* settle(ports)(order.id, found, event)) ?? order) : order;
    });

/** Gives up a change that waits, unless it turns out to be paid. (CHK-03) */
export const giveUpChange =
  (ports: CarryPorts) =>
  (order: PlanChangePurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      if (order.outcome._tag !== "pending") return order;
      const stored = yield* subscriptionOf(ports, order);
      const after = yield* abandon(ports, order, stored);
      const outcome: PlanOutcome = after?._tag === "Paid" ? after : { _tag: "NeverOpened", message: message("order_closed"), decline_code: null };
      return (yield* settle(ports)(order.id, outcome)) ?? order;
    });

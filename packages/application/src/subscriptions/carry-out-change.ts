import { hasEnded, message, planLineOf } from "@backlot/domain";
import type { Order, PaymentProviderDown, PlanChangePurchase, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { billedPlan } from "./billed-plan.ts";
import type { CarriedOut } from "./carry-out.ts";
import { type PlanOutcome, settle } from "./settle.ts";

type CarryPorts = Pick<StorePorts, "clock" | "payments" | "transactions">;

const subscriptionOf = (ports: CarryPorts, order: PlanChangePurchase): Effect.Effect<StoredSubscription> =>
  Effect.map(ports.transactions.read.subscriptions.get(order.subscription_id), (stored) => {
    if (stored === null)
      throw new Error(`order ${order.id} changes subscription ${order.subscription_id}, which is gone`);
    return stored;
  });

const atProvider = (order: PlanChangePurchase, stored: StoredSubscription) => ({
  order_id: order.id,
  customer_id: order.customer_id,
  subscription_id: stored.provider_subscription_id,
});

/** What waited for the end of the period before an upgrade was tried waits again once that has failed. */
const arrangeAgain = (ports: CarryPorts, stored: StoredSubscription): Effect.Effect<void, PaymentProviderDown> =>
  Effect.gen(function* () {
    const now = yield* ports.transactions.read.subscriptions.get(stored.life.id);
    if (now === null || hasEnded(now.life) || now.life.at_period_end._tag !== "changes") return;
    const { to } = now.life.at_period_end;
    yield* ports.payments.changeAtPeriodEnd(
      now.provider_subscription_id,
      yield* billedPlan(ports, to.variant_id, to.price),
    );
  });

/**
 * Settles what a change came to, and leaves the provider as it is to be: a paid one is adopted (its card pays from now on, a
 * cancellation is void), a failed one is ended, and what waited before it waits again. A payment that came after all counts.
 */
const conclude = (
  ports: CarryPorts,
  order: PlanChangePurchase,
  stored: StoredSubscription,
  found: PlanOutcome,
): Effect.Effect<CarriedOut, PaymentProviderDown> =>
  Effect.gen(function* () {
    const failed = found._tag === "Declined" || found._tag === "NeverOpened" || found._tag === "Ended";
    if (failed) yield* ports.payments.abandonChange(atProvider(order, stored));
    const after = failed ? yield* ports.payments.findChange(atProvider(order, stored)) : null;
    const outcome: PlanOutcome = after?._tag === "Paid" ? after : found;
    if (outcome._tag === "Paid")
      yield* ports.payments.adoptChange(stored.provider_subscription_id, order.payment_method_id);
    else if (failed) yield* arrangeAgain(ports, stored);
    return { order: (yield* settle(ports)(order.id, outcome)) ?? order, outcome };
  });

/**
 * Takes a written change to the provider and settles what comes of it. Safe to call at any time and any number of times, one
 * at a time for an account (`alone`): the order's id is what the provider knows it by. (CHG-02, CHK-03)
 */
export const carryOutChange =
  (ports: CarryPorts) =>
  (written: PlanChangePurchase): Effect.Effect<CarriedOut, PaymentProviderDown> =>
    Effect.gen(function* () {
      // Somebody may have ended the order since it was read.
      const order = yield* ports.transactions.read.orders.get(written.id);
      if (order?.kind !== "change" || order.outcome._tag !== "pending")
        return { order: order ?? written, outcome: null };
      const stored = yield* subscriptionOf(ports, order);
      const line = planLineOf(order.quote);
      const plan = yield* billedPlan(ports, order.plan_variant_id, line.gross);
      // What is handed back may be worth more than the new plan costs: the rest becomes account credit.
      const unused = order.quote.credit_for_unused ?? line.discount;
      const found: PlanOutcome = yield* ports.payments
        .changePlan({ ...plan, ...atProvider(order, stored), payment_method_id: order.payment_method_id, unused })
        .pipe(
          Effect.catchTag("CardDeclined", (no) =>
            Effect.succeed<PlanOutcome>({ _tag: "NeverOpened", message: no.message, decline_code: no.decline_code }),
          ),
        );
      return yield* conclude(ports, order, stored, found);
    });

/** Looks how a change that waits stands, and settles what has come of it. Starts nothing. (CHK-07) */
export const lookAtChange =
  (ports: CarryPorts) =>
  (order: PlanChangePurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      const stored = yield* subscriptionOf(ports, order);
      const found = yield* ports.payments.findChange(atProvider(order, stored));
      if (found?._tag === "Paid") return (yield* conclude(ports, order, stored, found)).order;
      // What was voided while somebody carries it out is theirs to conclude.
      return order;
    });

/** Gives up a change that waits, unless it turns out to be paid. One at a time for an account (`alone`). (CHK-03) */
export const giveUpChange =
  (ports: CarryPorts) =>
  (written: PlanChangePurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ports.transactions.read.orders.get(written.id);
      if (order?.kind !== "change" || order.outcome._tag !== "pending") return order ?? written;
      const stored = yield* subscriptionOf(ports, order);
      return (yield* conclude(ports, order, stored, {
        _tag: "NeverOpened",
        message: message("order_ended"),
        decline_code: null,
      })).order;
    });

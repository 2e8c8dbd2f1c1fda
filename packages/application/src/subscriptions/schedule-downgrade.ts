import { type CreditLot, type Subscription, applyPlanChange, message } from "@backlot/domain";
import { Conflict, type PaymentProviderUnavailable, type StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import type { OrderPorts } from "../store-ports.ts";
import { billedPlan } from "./billed-plan.ts";
import type { PricedChange } from "./price-change.ts";

/** Saves what is scheduled for the end of the period. */
export const saveSchedule = (
  ports: OrderPorts,
  stored: StoredSubscription,
  to: (subscription: Subscription, lots: readonly CreditLot[]) => Subscription,
): Effect.Effect<void> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      yield* repos.accounts.lock(stored.user_id);
      const now = (yield* repos.subscriptions.get(stored.subscription.id)) ?? stored;
      yield* repos.subscriptions.save(to(now.subscription, yield* repos.credits.lots(stored.user_id)));
    }),
  );

/**
 * Tells the provider of a schedule and saves ours, in the order that the provider asks for. PayPal stores a price, not
 * a plan, so our schedule is saved first, since sync compares PayPal's price with it; it is restored where PayPal
 * fails.
 */
export const schedule = <E>(
  ports: OrderPorts,
  stored: StoredSubscription,
  plansKnown: boolean,
  tell: Effect.Effect<void, E>,
  to: (subscription: Subscription, lots: readonly CreditLot[]) => Subscription,
): Effect.Effect<void, E> => {
  const save = saveSchedule(ports, stored, to);
  if (plansKnown) return Effect.andThen(tell, save);
  const { at_period_end } = stored.subscription;
  const restore = saveSchedule(ports, stored, (subscription) => ({ ...subscription, at_period_end }));
  return Effect.andThen(
    save,
    Effect.onError(tell, () => restore),
  );
};

/** A subscription that its provider has ended can't be changed or resumed. */
export const subscriptionEnded = (): Conflict =>
  new Conflict({ reason: "subscription_ended", message: message("subscription_ended") });

/** Schedules another plan for the end of the paid period. Nothing is charged. Under the account's lease. (CHG-02) */
export const scheduleDowngrade = (
  ports: OrderPorts,
  stored: StoredSubscription,
  { target, preview }: PricedChange,
): Effect.Effect<void, Conflict | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const { billing } = yield* providerOrUnavailable(ports, stored.provider);
    const plan = yield* billedPlan(ports, target.variant_id, preview.price);
    const tell = billing
      .schedulePlan(stored.provider_subscription_id, plan)
      .pipe(Effect.catchTag("SubscriptionEnded", () => Effect.fail(subscriptionEnded())));
    yield* schedule(ports, stored, billing.plansKnown, tell, (subscription, lots) => {
      const change = {
        to: target,
        accountCredit: preview.account_credit_left,
        at: ports.clock.now(),
        order: "",
        payment: "",
        policy: ports.settings.changePolicy,
      };
      const changed = applyPlanChange(subscription, lots, change);
      return changed.preview.kind === "downgrade" ? changed.subscription : subscription;
    });
  });

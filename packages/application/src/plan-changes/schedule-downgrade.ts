import { type CreditLot, type Subscription, applyPlanChange, message } from "@backlot/domain";
import { Conflict, Repositories, currentTime, type StoredSubscription, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { providerOrUnavailable } from "../providers.ts";
import { billedPlan } from "../subscriptions/billed-plan.ts";
import type { PricedChange } from "./price-change.ts";
import { Settings } from "../settings.ts";
import type { InTransaction } from "../store-services.ts";

/**
 * Saves the schedule for the end of a subscription's period. `to` returns the changed subscription. `mail` adds the
 * email about it to the outbox.
 */
export const saveSchedule = Effect.fnUntraced(function* (
  subscriptionRecord: StoredSubscription,
  to: (subscription: Subscription, lots: readonly CreditLot[]) => Subscription,
  mail: InTransaction<void> | null = null,
) {
  const repos = yield* Repositories;
  yield* repos.accounts.lock(subscriptionRecord.user_id);
  const now = (yield* repos.subscriptions.get(subscriptionRecord.subscription.id)) ?? subscriptionRecord;
  yield* repos.subscriptions.save(to(now.subscription, yield* repos.credits.lots(subscriptionRecord.user_id)));
  if (mail !== null) yield* mail;
}, transactional);

/**
 * Sends a schedule to the provider with `tell`, and saves it in our records with `to`, in the order that the provider
 * needs. `mail` adds the email about it to the outbox once both are updated. If `plansKnown` is false, the provider
 * (PayPal) stores only a price, which sync compares with our records, so those change first and are restored if PayPal
 * fails.
 */
export const schedule = <E, R>(
  subscriptionRecord: StoredSubscription,
  plansKnown: boolean,
  tell: Effect.Effect<void, E, R>,
  to: (subscription: Subscription, lots: readonly CreditLot[]) => Subscription,
  mail: InTransaction<void> | null = null,
) => {
  if (plansKnown) return Effect.andThen(tell, saveSchedule(subscriptionRecord, to, mail));
  const { at_period_end } = subscriptionRecord.subscription;
  const restore = saveSchedule(subscriptionRecord, (subscription) => ({ ...subscription, at_period_end }));
  const providerUpdate = Effect.onError(tell, () => restore);
  const both = Effect.andThen(saveSchedule(subscriptionRecord, to), providerUpdate);
  return mail === null ? both : Effect.andThen(both, mail.pipe(transactional));
};

/** Returns the error for a subscription that has ended at its provider, and so can't be changed or resumed. */
export const subscriptionEnded = (): Conflict =>
  new Conflict({ reason: "subscription_ended", message: message("subscription_ended") });

/** Schedules another plan for the end of the paid period. Charges nothing. Call it under the account's lease. */
export const scheduleDowngrade = Effect.fn("planChanges.schedule")(function* (
  subscriptionRecord: StoredSubscription,
  { target, preview }: PricedChange,
) {
  const settings = yield* Settings;
  const at = yield* currentTime;
  const { billing } = yield* providerOrUnavailable(subscriptionRecord.provider);
  const plan = yield* billedPlan(target.variant_id, preview.price);
  const tell = billing
    .schedulePlan(subscriptionRecord.provider_subscription_id, plan)
    .pipe(Effect.catchTag("SubscriptionEnded", () => Effect.fail(subscriptionEnded())));
  const schedules = (subscription: Subscription, lots: readonly CreditLot[]): Subscription => {
    const change = {
      to: target,
      accountCredit: preview.account_credit_left,
      at,
      order: "",
      payment: "",
      policy: settings.changePolicy,
    };
    const changed = applyPlanChange(subscription, lots, change);
    return changed.preview.kind === "downgrade" ? changed.subscription : subscription;
  };
  const mail = enqueueMail("plan-change-scheduled", `${subscriptionRecord.subscription.id} ${at}`);
  yield* schedule(subscriptionRecord, billing.plansKnown, tell, schedules, mail);
});

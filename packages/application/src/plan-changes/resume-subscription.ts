import { type Account, clearScheduledChange, payerOf, renewalBlock, resumeError } from "@backlot/domain";
import { type StoredSubscription, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../account-lease.ts";
import { enqueueMail } from "../enqueue-mail.ts";
import { providerOrUnavailable } from "../providers.ts";
import { supersedeOpenOrder } from "../fulfillment/place-order.ts";
import { billedDiscount, billedPlan } from "../subscriptions/billed-plan.ts";
import { requireSubscription, requireSubscriptionView } from "../subscriptions/require-subscription.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { requireNotRenewing } from "./require-not-renewing.ts";
import { schedule, subscriptionEnded } from "./schedule-downgrade.ts";

/**
 * Returns the plan with any renewal that its provider has charged since its period ended. If there is one, the change
 * to undo has already taken effect. Fails while the plan is renewing.
 */
const afterRenewal = Effect.fnUntraced(function* (account: Account, subscriptionRecord: StoredSubscription) {
  const { at_period_end, period } = subscriptionRecord.subscription;
  if (renewalBlock(period.end, yield* currentTime) === null) return subscriptionRecord;
  // A canceled plan may already have ended by the provider's clock.
  if (at_period_end._tag === "cancels" && payerOf(subscriptionRecord.provider).plans.changeInPlace)
    return yield* subscriptionEnded();
  yield* syncSubscription(subscriptionRecord);
  const synced = yield* requireSubscription(account);
  yield* requireNotRenewing(synced);
  return synced;
});

/** Undoes a scheduled cancellation or downgrade. Fails once the period is over. */
export const resumeSubscription = Effect.fn("planChanges.resume")(
  function* (account: Account) {
    yield* supersedeOpenOrder(account.id);
    const before = yield* requireSubscription(account);
    if (resumeError(before.subscription, yield* currentTime) !== null) return yield* subscriptionEnded();
    const subscriptionRecord = yield* afterRenewal(account, before);
    const { subscription } = subscriptionRecord;
    const plan = yield* billedPlan(subscription.terms.variant_id, subscription.terms.price);
    const { billing } = yield* providerOrUnavailable(subscriptionRecord.provider);
    const tell = billing
      .resume(subscriptionRecord.provider_subscription_id, plan, billedDiscount(subscription.discount))
      .pipe(Effect.catchTag("SubscriptionEnded", () => Effect.fail(subscriptionEnded())));
    const isUndone = subscription.at_period_end._tag !== "renews";
    const mail = isUndone ? enqueueMail("plan-kept", `${subscription.id} ${yield* currentTime}`) : null;
    yield* schedule(subscriptionRecord, billing.plansKnown, tell, clearScheduledChange, mail);
    return yield* requireSubscriptionView(account);
  },
  (effect, account) => withAccountLease(account.id)(effect),
);

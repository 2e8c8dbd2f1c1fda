import { type Account, clearScheduledChange, resumeError } from "@backlot/domain";
import { Clock } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../account-lease.ts";
import { enqueueMail } from "../enqueue-mail.ts";
import { providerOrUnavailable } from "../providers.ts";
import { supersedeOpenOrder } from "../orders/place-order.ts";
import { billedDiscount, billedPlan } from "../subscriptions/billed-plan.ts";
import { requireSubscription, requireSubscriptionView } from "../subscriptions/require-subscription.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { requireNotRenewing } from "./require-not-renewing.ts";
import { schedule, subscriptionEnded } from "./schedule-downgrade.ts";

/** Undoes a scheduled cancellation or downgrade. Fails once the period is over. */
export const resumeSubscription = (account: Account) =>
  Effect.gen(function* () {
    const clock = yield* Clock;
    yield* supersedeOpenOrder(account.id);
    // Sync first: the change may have taken effect with a renewal that we don't know about yet.
    yield* syncSubscription(yield* requireSubscription(account));
    const stored = yield* requireSubscription(account);
    const { subscription } = stored;
    if (resumeError(subscription, clock.now()) !== null) return yield* subscriptionEnded();
    yield* requireNotRenewing(stored);
    const plan = yield* billedPlan(subscription.terms.variant_id, subscription.terms.price);
    const { billing } = yield* providerOrUnavailable(stored.provider);
    const tell = billing
      .resume(stored.provider_subscription_id, plan, billedDiscount(subscription.discount))
      .pipe(Effect.catchTag("SubscriptionEnded", () => Effect.fail(subscriptionEnded())));
    const isUndone = subscription.at_period_end._tag !== "renews";
    const mail = isUndone ? enqueueMail("plan-kept", `${subscription.id} ${clock.now()}`) : null;
    yield* schedule(stored, billing.plansKnown, tell, clearScheduledChange, mail);
    return yield* requireSubscriptionView(account);
  }).pipe(withAccountLease(account.id));

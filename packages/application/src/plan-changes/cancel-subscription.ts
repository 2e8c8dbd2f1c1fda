import {
  type Account,
  cancelAtPeriodEnd,
  changeErrorMessage,
  legacyLossError,
  toCurrentSubscription,
} from "@backlot/domain";
import { Conflict, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { withAccountLease } from "../account-lease.ts";
import { providerOrUnavailable } from "../providers.ts";
import { supersedeOpenOrder } from "../fulfillment/place-order.ts";
import { requireSubscription, requireSubscriptionView } from "../subscriptions/require-subscription.ts";
import { saveSchedule } from "./schedule-downgrade.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/**
 * Cancels the current plan at the end of its paid period. Fails if that forfeits legacy credits and the owner has not
 * acknowledged the loss. (CHG-05)
 */
export const cancelSubscription = Effect.fn("planChanges.cancel")(
  function* (account: Account, acknowledged: boolean) {
    const repos = yield* ReadRepositories;
    // Cancel a pending upgrade, unless it turns out to be paid.
    yield* supersedeOpenOrder(account.id);
    // Sync first, because a declined renewal that we don't know about yet affects how long access lasts.
    yield* syncSubscription(yield* requireSubscription(account));
    const subscriptionRecord = yield* requireSubscription(account);
    const lots = yield* repos.credits.lots(account.id);
    const lost = legacyLossError(
      toCurrentSubscription(subscriptionRecord.subscription, lots),
      "cancellation",
      acknowledged,
    );
    if (lost !== null)
      return yield* new Conflict({ reason: "acknowledgement_required", message: changeErrorMessage(lost) });
    const { billing } = yield* providerOrUnavailable(subscriptionRecord.provider);
    yield* billing.cancelAtPeriodEnd(subscriptionRecord.provider_subscription_id);
    yield* saveSchedule(
      subscriptionRecord,
      cancelAtPeriodEnd,
      enqueueMail("plan-canceled", subscriptionRecord.subscription.id, { repeats: true }),
    );
    return yield* requireSubscriptionView(account);
  },
  (effect, account) => withAccountLease(account.id)(effect),
);

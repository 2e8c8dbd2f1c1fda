import { type Account, type ExpectedOffer, type PaymentMethod, ZERO, hasEnded, message } from "@backlot/domain";
import { Conflict, ReadRepositories, type StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { supersedeOpenOrder } from "../orders/place-order.ts";
import { type PlanChangeRequest, previewPlanChange } from "../plan-changes/price-change.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { requireExpected } from "./require-expected.ts";

/** Returns the error for a plan that was changed, started, or ended since the buyer's page was shown. */
export const subscriptionChanged = (): Conflict =>
  new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });

/**
 * Returns the running plan, ready to be changed: cancels the plan order that is still open, which returns what it
 * holds, and records any missing renewals. If the buyer was shown another offer, the open order stays. Call it under
 * the account's lease, with the plan as read there.
 */
export const readyForChange = (
  account: Account,
  running: StoredSubscription,
  request: PlanChangeRequest & ExpectedOffer,
  payment_method: PaymentMethod,
) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const isWaiting = (yield* read.orders.openSubscriptionOrder(account.id)) !== null;
    if (isWaiting) {
      const { preview, quote } = yield* previewPlanChange(account, { ...request, payment_method });
      yield* requireExpected(request, { kind: preview.kind, total: quote?.total ?? ZERO });
      yield* supersedeOpenOrder(account.id);
    }
    // The open order may have turned out to be paid.
    const before = isWaiting ? yield* read.subscriptions.current(account.id) : running;
    const stored = before === null ? null : yield* syncSubscription(before);
    return stored === null || hasEnded(stored.subscription) ? yield* subscriptionChanged() : stored;
  });

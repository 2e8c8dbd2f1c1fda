import {
  type Order,
  type OrderItem,
  applyUpgrade,
  prorationCreditOf,
  isChangeDeliverable,
  isQuoteValid,
  periodCost,
  payerOf,
  replacedPayment,
} from "@backlot/domain";
import { discountToBill } from "@backlot/domain/subscriptions/promised-period";
import { ReadRepositories, Repositories, type ChargeSpec, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../../enqueue-mail.ts";
import { openChangedPeriod } from "../../refunds/open-changed-period.ts";
import { revokeWhatCameBack } from "../../refunds/save-refund-effects.ts";
import { isProrationCreditWhole } from "../../subscriptions/proration-credit.ts";
import { billedDiscount, billedPlan } from "../../subscriptions/billed-plan.ts";
import { saveTransition } from "../../subscriptions/save-transition.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import { soldOffer } from "../../plans/known-offers.ts";
import { termsOf } from "./plan.ts";
import { planSpec } from "./plan-spec.ts";
import type { UseCaseSteps } from "../../store-services.ts";
import type { Purchase } from "./purchase.ts";
import { returnedCredits } from "./returned-credits.ts";

type Change = OrderItem<"plan-change">;

const planChangeSpec = Effect.fnUntraced(function* (order: Order, item: Change): UseCaseSteps<ChargeSpec> {
  const repos = yield* ReadRepositories;
  const subscriptionRecord = yield* repos.subscriptions.get(item.subscription_id);
  if (subscriptionRecord === null)
    throw new Error(`order ${order.id} changes subscription ${item.subscription_id}, which doesn't exist`);
  const { at_period_end } = subscriptionRecord.subscription;
  const discount = discountToBill(subscriptionRecord.subscription, yield* currentTime);
  const to = at_period_end._tag === "changes" ? at_period_end.to : null;
  return {
    _tag: "plan-change",
    ...(yield* planSpec(order, item)),
    subscription_reference: subscriptionRecord.provider_subscription_id,
    // Any proration credit beyond the new price becomes account credit.
    unused: prorationCreditOf(order.quote),
    scheduled: to === null ? null : yield* billedPlan(to.variant_id, to.price),
    discount: billedDiscount(discount),
  };
});

/** A plan that replaces the current one once it is paid for. */
export const planChangePurchase: Purchase<"plan-change"> = {
  reason: "change",
  chargeSpec: planChangeSpec,
  hold: returnedCredits,
  complete: null,
  subscriptionId: (_order, item) => item.subscription_id,
  // The quote is valid only for the current period, so record any missing renewal first.
  staleness: (order, item) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const before = yield* repos.subscriptions.current(order.user_id);
      if (before !== null) yield* syncSubscription(before);
      const running = yield* repos.subscriptions.current(order.user_id);
      const payment = replacedPayment(item, running?.subscription ?? null);
      const isValid = isQuoteValid({ subscription_id: item.subscription_id, payment }, running?.subscription ?? null);
      if (!isValid || !(yield* isProrationCreditWhole(order, payment))) return "subscription_changed";
      return (yield* isPaymentAllowed(order)) ? null : "subscription_changed";
    }),
  deliverable: (order, item) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const running = (yield* repos.subscriptions.get(item.subscription_id))?.subscription ?? null;
      const replaces = replacedPayment(item, running);
      const { plans } = payerOf(order.provider);
      const isWhole = plans.changeInPlace || (yield* isProrationCreditWhole(order, replaces));
      return isChangeDeliverable(running, { replaces, isProrationCreditWhole: isWhole }, plans);
    }),
  fulfill: (order, item, paid) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      const subscriptionRecord = yield* repos.subscriptions.get(item.subscription_id);
      if (subscriptionRecord === null || paid.subscription === null)
        throw new Error(`order ${order.id} changes nothing`);
      const { reference, period } = paid.subscription;
      const lots = yield* repos.credits.lots(order.user_id);
      const replaced =
        replacedPayment(item, subscriptionRecord.subscription) ?? subscriptionRecord.subscription.payment;
      const { cost, short } = yield* openChangedPeriod(order, { ...paid, at: period.start }, replaced);
      const to = termsOf(order, yield* soldOffer(item.plan_variant_id));
      const transition = applyUpgrade(subscriptionRecord.subscription, lots, {
        to,
        at: period.start,
        payment: { reference: paid.key, paid: periodCost(to, cost, short), period },
      });
      yield* saveTransition(order.user_id, transition);
      yield* enqueueMail("plan-upgraded", `${item.subscription_id} ${order.id}`);
      yield* repos.accounts.setSubscriber(order.user_id, order.license_id);
      if (short > 0) yield* revokeWhatCameBack(order.user_id, `short:${paid.key}`, period.start);
      // A provider that can't change plans in place bills a new agreement, so terminate the old one.
      if (reference !== subscriptionRecord.provider_subscription_id)
        yield* repos.subscriptions.transferBilling(item.subscription_id, order.provider, reference, period.start);
    }),
};

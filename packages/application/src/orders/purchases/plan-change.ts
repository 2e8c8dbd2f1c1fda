import {
  type Order,
  type OrderItem,
  applyUpgrade,
  prorationCreditOf,
  isChangeDeliverable,
  isQuoteValid,
  periodCost,
  providerTraits,
  replacedPayment,
} from "@backlot/domain";
import type { ChargeSpec } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openChangedPeriod } from "../../refunds/open-changed-period.ts";
import { revokeWhatCameBack } from "../../refunds/save-refund-effects.ts";
import { isProrationCreditWhole } from "../../refunds/proration-credit.ts";
import { billedDiscount, billedPlan } from "../../subscriptions/billed-plan.ts";
import { saveTransition } from "../../subscriptions/save-transition.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import { offerOf, termsOf } from "./plan.ts";
import { planSpec } from "./plan-spec.ts";
import type { ChargePorts, Purchase } from "./purchase.ts";
import { returnedCredits } from "./returned-credits.ts";

type Change = OrderItem<"plan-change">;

const planChangeSpec = (ports: ChargePorts, order: Order, item: Change): Effect.Effect<ChargeSpec> =>
  Effect.gen(function* () {
    const stored = yield* ports.transactions.read.subscriptions.get(item.subscription_id);
    if (stored === null)
      throw new Error(`order ${order.id} changes subscription ${item.subscription_id}, which is gone`);
    const { at_period_end, discount } = stored.subscription;
    const to = at_period_end._tag === "changes" ? at_period_end.to : null;
    return {
      _tag: "plan-change",
      ...(yield* planSpec(ports, order, item)),
      subscription_reference: stored.provider_subscription_id,
      // What is returned may be worth more than the new plan costs: the rest becomes account credit.
      unused: prorationCreditOf(order.quote),
      scheduled: to === null ? null : yield* billedPlan(ports, to.variant_id, to.price),
      discount: billedDiscount(discount),
    };
  });

/** Another plan in place of the running one: it counts once its payment is in. (CHG-02, CHG-09) */
export const planChangePurchase: Purchase<"plan-change"> = {
  reason: "change",
  chargeSpec: planChangeSpec,
  hold: returnedCredits,
  complete: null,
  subscriptionId: (_order, item) => item.subscription_id,
  // Its quote is of one period: a renewal that was not received yet comes first.
  staleness: (ports, order, item) =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const before = yield* read.subscriptions.current(order.user_id);
      if (before !== null) yield* syncSubscription(ports)(before);
      const running = yield* read.subscriptions.current(order.user_id);
      const payment = replacedPayment(item, running?.subscription ?? null);
      const isValid = isQuoteValid({ subscription_id: item.subscription_id, payment }, running?.subscription ?? null);
      if (!isValid || !(yield* isProrationCreditWhole(read, order, payment))) return "subscription_changed";
      return (yield* isPaymentAllowed(ports, order)) ? null : "subscription_changed";
    }),
  deliverable: (repos, order, item) =>
    Effect.gen(function* () {
      const running = (yield* repos.subscriptions.get(item.subscription_id))?.subscription ?? null;
      const replaces = replacedPayment(item, running);
      const traits = providerTraits(order.provider);
      const isWhole = traits.changesInPlace || (yield* isProrationCreditWhole(repos, order, replaces));
      return isChangeDeliverable(running, { replaces, isProrationCreditWhole: isWhole }, traits);
    }),
  fulfil: (repos, order, item, paid) =>
    Effect.gen(function* () {
      const stored = yield* repos.subscriptions.get(item.subscription_id);
      if (stored === null || paid.subscription === null) throw new Error(`order ${order.id} changes nothing`);
      const { reference, period } = paid.subscription;
      const lots = yield* repos.credits.lots(order.user_id);
      const replaced = replacedPayment(item, stored.subscription) ?? stored.subscription.payment;
      const { cost, short } = yield* openChangedPeriod(repos, order, { ...paid, at: period.start }, replaced);
      const to = termsOf(order, yield* offerOf(repos, item.plan_variant_id));
      const transition = applyUpgrade(stored.subscription, lots, {
        to,
        at: period.start,
        payment: { reference: paid.key, paid: periodCost(to, cost, short), period },
      });
      yield* saveTransition(repos, order.user_id, transition);
      yield* repos.accounts.setSubscriber(order.user_id, order.license_id);
      if (short > 0) yield* revokeWhatCameBack(repos, order.user_id, `short:${paid.key}`, period.start);
      // PayPal bills by an agreement of its own: what billed the subscription before is terminated there. (CHG-09)
      if (reference !== stored.provider_subscription_id)
        yield* repos.subscriptions.transferBilling(item.subscription_id, order.provider, reference, period.start);
    }),
};

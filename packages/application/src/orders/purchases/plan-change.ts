import {
  type Instant,
  type Order,
  type OrderItem,
  applyUpgrade,
  prorationCreditOf,
  isChangeDeliverable,
  isQuoteValid,
  periodCost,
  providerTraits,
  planLineOf,
  reinstateHold,
  releaseHold,
  replacedPayment,
  shortOf,
  shortageEntries,
  takesCreditsBack,
  taxRateOf,
  withTax,
} from "@backlot/domain";
import type { ChargeSpec, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "../../refunds/open-funding.ts";
import { changeAccountCredit, revokeWhatCameBack } from "../../refunds/save-refund-effects.ts";
import { isProrationCreditWhole, prorationCreditLeft } from "../../refunds/proration-credit.ts";
import { billedDiscount, billedPlan } from "../../subscriptions/billed-plan.ts";
import { saveTransition } from "../../subscriptions/save-transition.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import { offerOf, termsOf } from "./plan.ts";
import { planSpec } from "./plan-spec.ts";
import type { ChargePorts, Hold, Purchase } from "./purchase.ts";

type Change = OrderItem<"plan-change">;

/** Credits of the running period that an upgrade returns. They are held when it is ordered. (CHG-07) */
const hold: Hold<"plan-change"> = {
  release: (repos: Repositories, order: Order, item: Change, at: Instant) =>
    Effect.gen(function* () {
      const stored = yield* repos.subscriptions.get(item.subscription_id);
      if (stored === null || !takesCreditsBack(stored.subscription)) return;
      const released = releaseHold(yield* repos.credits.entries(order.user_id), order.id, at);
      if (released.length === 0) return;
      yield* repos.credits.post(order.user_id, released);
      // Money that was refunded meanwhile leaves nothing to come back to.
      yield* revokeWhatCameBack(repos, order.user_id, `release:${order.id}`, at);
    }),
  reinstate: (repos: Repositories, order: Order, _item: Change, at: Instant) =>
    Effect.gen(function* () {
      const entries = yield* repos.credits.entries(order.user_id);
      const lots = yield* repos.credits.lots(order.user_id);
      yield* repos.credits.post(order.user_id, reinstateHold(entries, lots, order.id, at));
    }),
};

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
  hold,
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
      // What was returned is money too: the period cost its whole price.
      const price = planLineOf(order.quote).gross;
      const left = yield* prorationCreditLeft(repos, order, replaced);
      const proration_credit = { holder: replaced, value: left };
      const cost = yield* openPlanFunding(repos, order, { ...paid, at: period.start }, { price, proration_credit });
      // What was refunded of it between the order and its payment is short. The new credits make up for the price
      // below, and the account credit that the provider gave for it goes again.
      const short = shortOf(order.quote, left);
      yield* repos.funding.post(order.user_id, shortageEntries(paid.key, short.price, period.start));
      const credit = withTax(short.credit, taxRateOf(order.quote));
      yield* changeAccountCredit(repos, order.user_id, -credit, `short:${paid.key}`, period.start);
      const to = termsOf(order, yield* offerOf(repos, item.plan_variant_id));
      const transition = applyUpgrade(stored.subscription, lots, {
        to,
        at: period.start,
        payment: { reference: paid.key, paid: periodCost(to, cost, short.price), period },
      });
      yield* saveTransition(repos, order.user_id, transition);
      yield* repos.accounts.setSubscriber(order.user_id, order.license_id);
      if (short.price > 0) yield* revokeWhatCameBack(repos, order.user_id, `short:${paid.key}`, period.start);
      // PayPal bills by an agreement of its own: what billed the subscription before is terminated there. (CHG-09)
      if (reference !== stored.provider_subscription_id)
        yield* repos.subscriptions.transferBilling(item.subscription_id, order.provider, reference, period.start);
    }),
};

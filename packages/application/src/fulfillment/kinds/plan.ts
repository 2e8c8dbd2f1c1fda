import {
  type Order,
  type OrderItem,
  type PlanOffer,
  type PlanTerms,
  discountToCome,
  opensPlan,
  planLineOf,
  planTerms,
  quotedDiscount,
  startSubscription,
  taxRateOf,
} from "@backlot/domain";
import { ReadRepositories, Repositories, type ChargeSpec } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "../../funding/open-funding.ts";
import { soldOffer } from "../../plans/known-offers.ts";
import { saveCredits } from "../../subscriptions/save-transition.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import { planSpec } from "./plan-spec.ts";
import type { UseCase } from "../../store-services.ts";
import type { Purchase } from "./purchase.ts";

/** Returns the terms of an order's plan. Renewals cost the price before discounts. */
export const termsOf = (order: Order, offer: PlanOffer): PlanTerms =>
  planTerms(offer, order.license_id, planLineOf(order.quote).gross);

const subscriptionSpec = (order: Order, item: OrderItem<"plan">): UseCase<ChargeSpec> =>
  Effect.map(planSpec(order, item), (spec) => {
    const addOn = order.quote.lines.find((line) => line.kind === "pack");
    return {
      _tag: "subscription",
      ...spec,
      one_time: addOn === undefined ? null : { label: addOn.label, amount: addOn.net },
      discount: quotedDiscount(order.quote),
    };
  });

/** A new plan: its first payment opens the subscription and grants its credits. */
export const planPurchase: Purchase<"plan"> = {
  reason: "plan",
  chargeSpec: subscriptionSpec,
  hold: null,
  complete: null,
  // The order's id is also the subscription's, so that a refund that arrives early still finds the subscription.
  subscriptionId: (order) => order.id,
  staleness: (order) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const running = yield* repos.subscriptions.current(order.user_id);
      return running === null && (yield* isPaymentAllowed(order)) ? null : "subscription_changed";
    }),
  deliverable: (order, _item, paid) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const running = yield* repos.subscriptions.current(order.user_id);
      return opensPlan(order, paid, { hasPlan: running !== null });
    }),
  fulfill: (order, item, paid) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      if (paid.subscription === null) throw new Error(`order ${order.id} was paid without a period`);
      const { reference: provider_subscription_id, period } = paid.subscription;
      const offer = yield* soldOffer(item.plan_variant_id);
      const price = planLineOf(order.quote).net;
      const cost = yield* openPlanFunding(order, { ...paid, at: period.start }, { price, proration_credit: null });
      const transition = startSubscription({
        id: order.id,
        terms: termsOf(order, offer),
        at: period.start,
        payment: { reference: paid.key, paid: cost, period },
        discount: discountToCome(quotedDiscount(order.quote)),
      });
      yield* repos.subscriptions.insert({
        user_id: order.user_id,
        provider: order.provider,
        provider_subscription_id,
        legacy_kind: null,
        created_at: period.start,
        tax: taxRateOf(order.quote),
        subscription: transition.subscription,
      });
      yield* saveCredits(order.user_id, transition);
      // Paying under a license raises the minimum to it. (LIC-11)
      yield* repos.accounts.setSubscriber(order.user_id, order.license_id);
    }),
};

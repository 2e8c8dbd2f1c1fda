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
import type { ChargeSpec, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "../../refunds/open-funding.ts";
import { saveCredits } from "../../subscriptions/save-transition.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import { planSpec } from "./plan-spec.ts";
import type { ChargePorts, Purchase } from "./purchase.ts";

/** The plan of an order as its buyer has it from then on. Renewals cost the price before discounts. */
export const termsOf = (order: Order, offer: PlanOffer): PlanTerms =>
  planTerms(offer, order.license_id, planLineOf(order.quote).gross);

/** The plan that an order sells; a plan that was sold is never deleted. */
export const offerOf = (repos: Repositories, planVariantId: number): Effect.Effect<PlanOffer> =>
  Effect.map(repos.plans.get(planVariantId), (offer) => {
    if (offer === null) throw new Error(`plan ${planVariantId} is gone`);
    return offer;
  });

const subscriptionSpec = (ports: ChargePorts, order: Order, item: OrderItem<"plan">): Effect.Effect<ChargeSpec> =>
  Effect.map(planSpec(ports, order, item), (spec) => {
    const addOn = order.quote.lines.find((line) => line.kind === "pack");
    return {
      _tag: "subscription",
      ...spec,
      one_time: addOn === undefined ? null : { label: addOn.label, amount: addOn.net },
      discount: quotedDiscount(order.quote),
    };
  });

/** A new plan: its first payment opens the subscription and grants its credits. (CHK-03, CHK-04) */
export const planPurchase: Purchase<"plan"> = {
  reason: "plan",
  chargeSpec: subscriptionSpec,
  hold: null,
  complete: null,
  // An early refund of the first payment is found by this.
  subscriptionId: (order) => order.id,
  staleness: (ports, order) =>
    Effect.gen(function* () {
      const running = yield* ports.transactions.read.subscriptions.current(order.user_id);
      return running === null && (yield* isPaymentAllowed(ports, order)) ? null : "subscription_changed";
    }),
  deliverable: (repos, order, _item, paid) =>
    Effect.map(repos.subscriptions.current(order.user_id), (running) =>
      opensPlan(order, paid, { hasPlan: running !== null }),
    ),
  fulfil: (repos, order, item, paid) =>
    Effect.gen(function* () {
      if (paid.subscription === null) throw new Error(`order ${order.id} was paid for no period`);
      const { reference: provider_subscription_id, period } = paid.subscription;
      const offer = yield* offerOf(repos, item.plan_variant_id);
      const price = planLineOf(order.quote).net;
      const cost = yield* openPlanFunding(
        repos,
        order,
        { ...paid, at: period.start },
        { price, proration_credit: null },
      );
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
      yield* saveCredits(repos, order.user_id, transition);
      // Whoever pays under a licence keeps to it from then on. (LIC-11)
      yield* repos.accounts.setSubscriber(order.user_id, order.license_id);
    }),
};

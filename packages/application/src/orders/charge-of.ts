import { type Order, type OrderItem, epochMs, instant, planLineOf, renewalDate } from "@backlot/domain";
import type { Charge, ChargeSpec, ReturnUrls } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { billedPlan } from "../subscriptions/billed-plan.ts";

type ChargePorts = Pick<StorePorts, "transactions" | "settings">;

/** Where a provider sends the buyer of an order afterwards: our own page, which looks again at everything. */
export const returnUrls = (settings: StorePorts["settings"], orderId: string): ReturnUrls => {
  const return_url = `${settings.siteUrl}/checkout/paypal?order=${orderId}`;
  return { return_url, cancel_url: `${return_url}&cancelled=1` };
};

const planSpec = (ports: ChargePorts, order: Order, item: OrderItem<"plan" | "plan-change">) =>
  Effect.map(billedPlan(ports, item.plan_variant_id, planLineOf(order.quote).gross), (plan) => ({
    plan,
    due_today: order.quote.total,
    // A provider counts in whole seconds.
    next_billing_at: instant(Math.floor(epochMs(renewalDate(order.created_at, plan.interval)) / 1_000) * 1_000),
  }));

const subscriptionSpec = (ports: ChargePorts, order: Order, item: OrderItem<"plan">): Effect.Effect<ChargeSpec> =>
  Effect.map(planSpec(ports, order, item), (spec) => {
    const addOn = order.quote.lines.find((line) => line.kind === "pack");
    const promo = order.quote.discounts.find((discount) => discount.kind === "promo");
    const line = planLineOf(order.quote);
    return {
      _tag: "subscription",
      ...spec,
      one_time: addOn === undefined ? null : { label: addOn.label, amount: addOn.net },
      discount:
        promo === undefined
          ? null
          : {
              code: promo.label,
              percent_off: promo.percent_off ?? Math.round((line.discount * 100) / Math.max(1, line.gross)),
              cycles: promo.cycles ?? 1,
            },
    };
  });

const planChangeSpec = (ports: ChargePorts, order: Order, item: OrderItem<"plan-change">): Effect.Effect<ChargeSpec> =>
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
      unused: order.quote.credit_for_unused ?? planLineOf(order.quote).discount,
      scheduled: to === null ? null : yield* billedPlan(ports, to.variant_id, to.price),
      discount:
        discount === null
          ? null
          : { code: discount.code, percent_off: discount.percent_off, cycles: discount.cycles_left },
    };
  });

const specOf = (ports: ChargePorts, order: Order): Effect.Effect<ChargeSpec> => {
  const [item] = order.items;
  switch (item.kind) {
    case "plan":
      return subscriptionSpec(ports, order, item);
    case "plan-change":
      return planChangeSpec(ports, order, item);
    case "credit-pack":
      return Effect.succeed({
        _tag: "one-time",
        amount: order.quote.total,
        description: order.quote.lines[0]?.label ?? "Credits",
      });
  }
};

/** What the provider is asked to charge for an order. Amounts in cents. */
export const chargeOf = (ports: ChargePorts, order: Order): Effect.Effect<Charge> =>
  Effect.map(specOf(ports, order), (spec) => ({
    order_id: order.id,
    reference: order.payment_reference,
    customer_id: order.customer_id,
    payment_method_id: order.payment_method_id,
    attempt: order.attempts,
    return_urls: returnUrls(ports.settings, order.id),
    spec,
  }));

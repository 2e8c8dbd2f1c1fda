import { type Order, type OrderItem, epochMs, instant, planLineOf, renewalDate, taxRateOf } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { billedPlan } from "../../subscriptions/billed-plan.ts";

/**
 * Returns the charge specification of a plan: price, amount due today, tax, and next billing time. Amounts in cents.
 */
export const planSpec = (order: Order, item: OrderItem<"plan" | "plan-change">) =>
  Effect.map(billedPlan(item.plan_variant_id, planLineOf(order.quote).gross), (plan) => ({
    plan,
    due_today: order.quote.total,
    tax: taxRateOf(order.quote),
    // Providers count in whole seconds.
    next_billing_at: instant(Math.floor(epochMs(renewalDate(order.created_at, plan.interval)) / 1_000) * 1_000),
  }));

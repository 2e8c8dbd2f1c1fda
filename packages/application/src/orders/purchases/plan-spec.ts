import { type Order, type OrderItem, epochMs, instant, planLineOf, renewalDate, taxRateOf } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { billedPlan } from "../../subscriptions/billed-plan.ts";
import type { ChargePorts } from "./purchase.ts";

/** What a provider bills for any plan: its price, what is due today, its tax, and when it bills next. In cents. */
export const planSpec = (ports: ChargePorts, order: Order, item: OrderItem<"plan" | "plan-change">) =>
  Effect.map(billedPlan(ports, item.plan_variant_id, planLineOf(order.quote).gross), (plan) => ({
    plan,
    due_today: order.quote.total,
    tax: taxRateOf(order.quote),
    // A provider counts in whole seconds.
    next_billing_at: instant(Math.floor(epochMs(renewalDate(order.created_at, plan.interval)) / 1_000) * 1_000),
  }));

import type { Cents, Discount, RecurringDiscount } from "@backlot/domain";
import type { BilledPlan } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { soldOffer } from "../plans/known-offers.ts";

/** Returns a plan as the provider bills it. `amount` is the price of a period, in cents without tax. */
export const billedPlan = Effect.fnUntraced(function* (planVariantId: number, amount: Cents) {
  const offer = yield* soldOffer(planVariantId);
  const plan: BilledPlan = {
    plan_variant_id: offer.id,
    plan_name: offer.plan_name,
    interval: offer.interval,
    amount,
  };
  return plan;
});

/** Returns the current plan's remaining discount in the form that providers accept, or null. */
export const billedDiscount = (discount: RecurringDiscount | null): Discount | null =>
  discount === null
    ? null
    : { code: discount.code, reference: null, percent_off: discount.percent_off, cycles: discount.cycles_left };

import { periodContaining } from "../kernel/calendar.ts";
import type { PriceFrom } from "../plans/plan.ts";
import { type Subscription, hasEnded } from "./subscription.ts";

/**
 * Returns the price of renewals once the plan's discount has ended, without tax, and the first of them. Null without a
 * discount, and for a plan that ends or changes before.
 */
export const priceAfterDiscount = (subscription: Subscription): PriceFrom | null => {
  const { discount, terms, anchor, period, at_period_end } = subscription;
  if (discount === null || at_period_end._tag !== "renews" || hasEnded(subscription)) return null;
  let at = period.end;
  for (let cycles = discount.cycles_left; cycles > 0; cycles -= 1)
    at = periodContaining(anchor, terms.interval, at).end;
  return { price: terms.price, at };
};

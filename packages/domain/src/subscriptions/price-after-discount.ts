import { periodContaining } from "../kernel/calendar.ts";
import type { PriceFrom } from "../plans/plan.ts";
import { type Subscription, hasEnded } from "./subscription.ts";

/**
 * Returns the price of renewals without tax once the plan's discount has ended, and the first such renewal. Null if
 * there is no discount, or if the plan ends or changes before then.
 */
export const priceAfterDiscount = (subscription: Subscription): PriceFrom | null => {
  const { discount, terms, anchor, period, at_period_end } = subscription;
  if (discount === null || at_period_end._tag !== "renews" || hasEnded(subscription)) return null;
  let at = period.end;
  for (let cycles = discount.cycles_left; cycles > 0; cycles -= 1)
    at = periodContaining(anchor, terms.interval, at).end;
  return { price: terms.price, at };
};

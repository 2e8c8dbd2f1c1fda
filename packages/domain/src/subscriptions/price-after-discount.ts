import { monthsAfter, monthsIn } from "../kernel/calendar.ts";
import type { PriceFrom } from "../plans/plan.ts";
import { type Subscription, hasEnded } from "./subscription.ts";

/**
 * Returns what renewals cost once the plan's discount has ended, without tax, and the first of them; null without a
 * discount, and for a plan that ends or changes before.
 */
export const priceAfterDiscount = (subscription: Subscription): PriceFrom | null => {
  const { discount, terms, anchor, period, at_period_end } = subscription;
  if (discount === null || discount.cycles_left === 0) return null;
  if (at_period_end._tag !== "renews" || hasEnded(subscription)) return null;
  const months = monthsIn(terms.interval);
  let passed = 1;
  while (monthsAfter(anchor, passed * months) < period.end) passed += 1;
  return { price: terms.price, at: monthsAfter(anchor, (passed + discount.cycles_left) * months) };
};

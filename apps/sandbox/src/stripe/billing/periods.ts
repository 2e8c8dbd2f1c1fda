import type Stripe from "stripe";
import { addInterval } from "../../calendar.ts";

/** How long a first payment or a pending update may stay unpaid, in seconds. */
export const PAYMENT_WINDOW = 23 * 3_600;

/** Returns a subscription's only item. Throws if it has none. */
export const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`${subscription.id} has no item`);
  return item;
};

/**
 * Returns when the period that starts at `start` ends, in Unix seconds: the first time after it that is a whole number
 * of the price's intervals after `anchor`.
 */
export const periodEnd = (anchor: number, start: number, price: Stripe.Price): number => {
  const interval = price.recurring?.interval ?? "month";
  const count = price.recurring?.interval_count ?? 1;
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, interval, periods * count);
    if (end > start) return end;
  }
};

import { type Cents, type Instant, cents, instant, loweredPrice } from "@backlot/domain";
import type { ProviderCall } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { retrieveOrNull } from "./client.ts";

/** The `expand` paths for `nextInvoiceOf`: the prices of the subscription's schedule and the discounts on its item. */
export const WITH_NEXT_INVOICE = ["items.data.discounts", "schedule.phases.items.price"];

/** The date of a subscription's next renewal, and its plan's price at that time, in cents without tax. */
export interface NextInvoice {
  readonly amount: Cents;
  readonly at: Instant;
}

/** Returns whether an expanded discount of an item lowers the item's next renewal. */
export const lowersRenewal = (
  item: Stripe.SubscriptionItem,
  discount: string | Stripe.Discount,
): discount is Stripe.Discount =>
  typeof discount !== "string" && (discount.end === null || discount.end > item.current_period_end);

/** Returns the price of the schedule's phase that starts with the next period, or null if none does. */
const scheduledPrice = ({ schedule }: Stripe.Subscription, at: number): Stripe.Price | null => {
  const phases = schedule === null || typeof schedule === "string" ? [] : schedule.phases;
  const price = phases.find(({ start_date }) => start_date === at)?.items[0]?.price;
  return price === undefined || typeof price === "string" || !("unit_amount" in price) ? null : price;
};

/** Creates the lookup of a subscription's next invoice. */
export const makeNextInvoices = (stripe: Stripe) => {
  /** A coupon's percentage never changes, so read it once per process. */
  const percents = new Map<string, number>();

  /** Returns a coupon's percentage, or null if the coupon was deleted. A discount outlives its coupon. */
  const percentOf = (coupon: string | Stripe.Coupon): ProviderCall<number | null> =>
    Effect.gen(function* () {
      if (typeof coupon !== "string") return coupon.percent_off ?? 0;
      const cachedPercent = percents.get(coupon);
      if (cachedPercent !== undefined) return cachedPercent;
      const stripeCoupon = yield* retrieveOrNull(() => stripe.coupons.retrieve(coupon));
      if (stripeCoupon === null) return null;
      percents.set(coupon, stripeCoupon.percent_off ?? 0);
      return stripeCoupon.percent_off ?? 0;
    });

  /**
   * Returns a subscription's next invoice, based on the subscription's price, schedule, and discounts. Returns null if
   * a pending update may still change the invoice, or if a discount is unknown. The subscription must be expanded with
   * WITH_NEXT_INVOICE.
   */
  const nextInvoiceOf = (subscription: Stripe.Subscription): ProviderCall<NextInvoice | null> =>
    Effect.gen(function* () {
      const item = subscription.items.data[0];
      if (item === undefined || subscription.pending_update !== null) return null;
      const at = instant(item.current_period_end * 1_000);
      const scheduled = scheduledPrice(subscription, item.current_period_end);
      if (scheduled !== null) return { amount: cents(scheduled.unit_amount ?? 0), at };
      let amount = cents(item.price.unit_amount ?? 0);
      for (const discount of item.discounts) {
        const coupon = lowersRenewal(item, discount) ? discount.source.coupon : null;
        if (coupon === null) continue;
        const percent_off = yield* percentOf(coupon);
        if (percent_off === null) return null;
        amount = loweredPrice(amount, { percent_off });
      }
      return { amount, at };
    });

  return { nextInvoiceOf };
};

/** The lookup of a subscription's next invoice. */
export type NextInvoices = ReturnType<typeof makeNextInvoices>;

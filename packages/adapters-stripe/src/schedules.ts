import type { Discount } from "@backlot/domain";
import type { ProviderCall, BilledPlan } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { idOf, ignoreInvalidRequest, isCode, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import { type Invoices, priceData } from "./invoices.ts";
import { productOf } from "./provider-subscription.ts";

/** Returns the ID of the coupon for a percentage off a number of months. */
const couponId = ({ percent_off, cycles }: Discount): string => `backlot-${percent_off}-off-${cycles}-months`;

/** Creates the methods for scheduled plan changes and recurring discounts. */
export const makeSchedules = (stripe: Stripe, invoices: Invoices) => {
  const withLiving = (
    id: string,
    work: (subscription: Stripe.Subscription) => ProviderCall<void>,
  ): ProviderCall<void> =>
    Effect.gen(function* () {
      const subscription = yield* retrieveOrNull(() => stripe.subscriptions.retrieve(id));
      const isOver = subscription?.status === "canceled" || subscription?.status === "incomplete_expired";
      if (subscription !== null && !isOver) yield* work(subscription);
    });

  /**
   * Releases a subscription's schedule, because Stripe rejects cancellations and changes of a scheduled subscription.
   */
  const release = (subscription: Stripe.Subscription): ProviderCall<void> => {
    const schedule = idOf(subscription.schedule);
    return schedule === null
      ? Effect.void
      : Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptionSchedules.release(schedule)));
  };

  const uncancel = (subscription: Stripe.Subscription): ProviderCall<void> =>
    subscription.cancel_at_period_end
      ? Effect.asVoid(
          requestOrUnavailable(() => stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })),
        )
      : Effect.void;

  /** Schedules another plan for the end of the paid period. */
  const schedule = (id: string, to: BilledPlan): ProviderCall<void> =>
    Effect.gen(function* () {
      yield* invoices.ensureProduct(productOf(to.plan_variant_id), to.plan_name);
      yield* withLiving(id, (subscription) =>
        Effect.gen(function* () {
          const item = subscription.items.data[0];
          if (item === undefined) return;
          yield* uncancel(subscription);
          const known = idOf(subscription.schedule);
          const made = () => stripe.subscriptionSchedules.create({ from_subscription: id });
          const scheduleId = known ?? (yield* requestOrUnavailable(made)).id;
          const { current_period_start: start_date, current_period_end: end_date } = item;
          // A phase drops what it does not repeat, so keep the taxes in both phases and the discounts in the current
          // one.
          const discounts = item.discounts.map((each) => ({ discount: idOf(each) ?? "" }));
          const rates = (subscription.default_tax_rates ?? []).map((rate) => rate.id);
          const taxed = rates.length === 0 ? {} : { default_tax_rates: rates };
          yield* requestOrUnavailable(() =>
            stripe.subscriptionSchedules.update(scheduleId, {
              end_behavior: "release",
              proration_behavior: "none",
              phases: [
                { ...taxed, items: [{ price: item.price.id, quantity: 1, discounts }], start_date, end_date },
                {
                  ...taxed,
                  items: [{ price_data: priceData(to), quantity: 1 }],
                  start_date: end_date,
                  duration: { interval: to.interval, interval_count: 1 },
                },
              ],
            }),
          );
        }),
      );
    });

  /**
   * Removes an item's discounts, because Stripe doesn't allow discounts in a subscription update that can stay pending
   * until it is paid.
   */
  const clearDiscounts = (item: Stripe.SubscriptionItem): ProviderCall<void> =>
    item.discounts.length === 0
      ? Effect.void
      : Effect.asVoid(requestOrUnavailable(() => stripe.subscriptionItems.update(item.id, { discounts: "" })));

  const ensureCoupon = (discount: Discount): ProviderCall<string> => {
    const id = couponId(discount);
    const { percent_off, cycles: duration_in_months } = discount;
    return Effect.as(
      requestOrUnavailable(async () => {
        try {
          await stripe.coupons.create({ id, percent_off, duration: "repeating", duration_in_months });
        } catch (error) {
          if (!isCode(error, "resource_already_exists")) throw error;
        }
      }),
      id,
    );
  };

  /** Restores the discount of a subscription's item, unless the item has one. */
  const restoreDiscount = (id: string, discount: Discount): ProviderCall<void> =>
    withLiving(id, (subscription) =>
      Effect.gen(function* () {
        const item = subscription.items.data[0];
        if (item === undefined || item.discounts.length > 0) return;
        const coupon = yield* ensureCoupon(discount);
        yield* requestOrUnavailable(() => stripe.subscriptionItems.update(item.id, { discounts: [{ coupon }] }));
      }),
    );

  return { withLiving, release, uncancel, schedule, clearDiscounts, restoreDiscount, ensureCoupon };
};

/** The methods for scheduled plan changes and recurring discounts. */
export type Schedules = ReturnType<typeof makeSchedules>;

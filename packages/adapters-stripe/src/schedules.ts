import { type Discount, type Instant, type Interval, epochMs, instant, periodContaining } from "@backlot/domain";
import type { ProviderCall, BilledPlan } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { idOf, ignoreInvalidRequest, isCode, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import type { Invoices } from "./invoices.ts";
import { lowersRenewal } from "./next-invoice.ts";

const WITH_DISCOUNTS = { expand: ["items.data.discounts"] };

/** How long a coupon discounts a plan: for its next invoice, or for a number of months from when it is applied. */
type CouponDuration = "once" | { readonly months: number };

/**
 * Returns the time of the renewal that follows a subscription's next `n` renewals, in Unix seconds. Counts from the
 * billing anchor, so that a subscription billed on the 31st keeps that day after a shorter month.
 */
const renewalAfter = (subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, n: number): number => {
  const anchor = instant(subscription.billing_cycle_anchor * 1_000);
  const interval: Interval = item.price.recurring?.interval === "year" ? "year" : "month";
  let at: Instant = instant(item.current_period_end * 1_000);
  for (let passed = 0; passed < n; passed += 1) at = periodContaining(anchor, interval, at).end;
  return epochMs(at) / 1_000;
};

/**
 * Returns an item's price for the running phase. Older versions sold subscriptions at inline prices, which are
 * inactive. A phase can't refer to their ids and must repeat their terms.
 */
const runningPrice = ({ price }: Stripe.SubscriptionItem): Stripe.SubscriptionScheduleUpdateParams.Phase.Item =>
  price.active
    ? { price: price.id }
    : {
        price_data: {
          currency: price.currency,
          product: idOf(price.product) ?? "",
          unit_amount: price.unit_amount ?? 0,
          recurring: { interval: price.recurring?.interval ?? "month" },
        },
      };

/** Creates the methods for scheduled plan changes and recurring discounts. */
export const makeSchedules = (stripe: Stripe, invoices: Invoices) => {
  const withLiving = (
    id: string,
    work: (subscription: Stripe.Subscription) => ProviderCall<void>,
  ): ProviderCall<void> =>
    Effect.gen(function* () {
      const subscription = yield* retrieveOrNull(() => stripe.subscriptions.retrieve(id, WITH_DISCOUNTS));
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
      const price = yield* invoices.ensurePrice(to);
      yield* withLiving(id, (subscription) =>
        Effect.gen(function* () {
          const item = subscription.items.data[0];
          if (item === undefined) return;
          yield* uncancel(subscription);
          const currentScheduleId = idOf(subscription.schedule);
          const createSchedule = () => stripe.subscriptionSchedules.create({ from_subscription: id });
          const scheduleId = currentScheduleId ?? (yield* requestOrUnavailable(createSchedule)).id;
          const { current_period_start: start_date, current_period_end: end_date } = item;
          // A phase drops anything it doesn't repeat, so keep the taxes in both phases and the discounts in the current
          // one. A discount ends with the plan that it was bought with, even if both have the same price.
          const discounts = item.discounts.map((each) => ({ discount: idOf(each) ?? "" }));
          const rates = (subscription.default_tax_rates ?? []).map((rate) => rate.id);
          const taxed = rates.length === 0 ? {} : { default_tax_rates: rates };
          yield* requestOrUnavailable(() =>
            stripe.subscriptionSchedules.update(scheduleId, {
              end_behavior: "release",
              proration_behavior: "none",
              phases: [
                { ...taxed, items: [{ ...runningPrice(item), quantity: 1, discounts }], start_date, end_date },
                {
                  ...taxed,
                  items: [{ price, quantity: 1, discounts: "" }],
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

  /** Returns the id of the store's coupon for a percentage and a duration. Creates it unless it exists. */
  const ensureCoupon = (percent_off: number, duration: CouponDuration): ProviderCall<string> => {
    const [id, terms] =
      duration === "once"
        ? [`backlot-${percent_off}-off-once`, { duration }]
        : [
            `backlot-${percent_off}-off-${duration.months}-months`,
            { duration: "repeating" as const, duration_in_months: duration.months },
          ];
    return requestOrUnavailable(async () => {
      try {
        await stripe.coupons.create({ id, percent_off, ...terms });
      } catch (error) {
        if (!isCode(error, "resource_already_exists")) throw error;
      }
      return id;
    });
  };

  /** Sets an item's only discount. Returns its end in Unix seconds, or null if it applies only to the next invoice. */
  const setDiscount = (
    item: string,
    { percent_off }: Discount,
    duration: CouponDuration,
  ): ProviderCall<number | null> =>
    Effect.gen(function* () {
      const coupon = yield* ensureCoupon(percent_off, duration);
      const set = { discounts: [{ coupon }], expand: ["discounts"] };
      const { discounts } = yield* requestOrUnavailable(() => stripe.subscriptionItems.update(item, set));
      const [discount] = discounts;
      return discount === undefined || typeof discount === "string" ? null : discount.end;
    });

  /**
   * Restores the discount on a subscription's item for the remaining discounted renewals, unless its next renewal is
   * already discounted. A coupon lasts a number of months from now, but renewals count from the anchor, so after a
   * short month no number of months may fit exactly. The coupon then covers one renewal fewer, and the next sync adds
   * the missing renewal.
   */
  const restoreDiscount = (id: string, discount: Discount): ProviderCall<void> =>
    withLiving(id, (subscription) =>
      Effect.gen(function* () {
        const item = subscription.items.data[0];
        if (item === undefined || item.discounts.some((each) => lowersRenewal(item, each))) return;
        const { cycles } = discount;
        if (cycles === 1) return yield* Effect.asVoid(setDiscount(item.id, discount, "once"));
        const end = yield* setDiscount(item.id, discount, { months: cycles });
        if (end === null || end > renewalAfter(subscription, item, cycles - 1)) return;
        const longer = yield* setDiscount(item.id, discount, { months: cycles + 1 });
        if (longer !== null && longer > renewalAfter(subscription, item, cycles))
          yield* setDiscount(item.id, discount, { months: cycles });
      }),
    );

  return { withLiving, release, uncancel, schedule, clearDiscounts, restoreDiscount, ensureCoupon };
};

/** The methods for scheduled plan changes and recurring discounts. */
export type Schedules = ReturnType<typeof makeSchedules>;

import type Stripe from "stripe";
import { addInterval } from "../../calendar.ts";
import type { Route } from "../api.ts";
import { itemOf } from "../billing/periods.ts";
import type { Renewals } from "../billing/renewals.ts";
import { badState } from "../errors.ts";
import { type Form, arr, int, obj, str } from "../form.ts";
import { idOf } from "../ids.ts";
import { discountsOf, makePhase, makeSubscriptionSchedule } from "../objects/subscription-schedule.ts";
import type { StripeState } from "../state.ts";
import { priceOf } from "./prices.ts";
import { taxRatesOf } from "./tax-rates.ts";

/** Adds the routes for subscription schedules. */
export const subscriptionScheduleRoutes =
  (state: StripeState, { release }: Renewals) =>
  (route: Route): void => {
    const requireActive = (id: string): Stripe.SubscriptionSchedule => {
      const schedule = state.get("subscription_schedule", id);
      if (schedule.status !== "active") throw badState("schedule_not_active", `The schedule is ${schedule.status}.`);
      return schedule;
    };
    const subscriptionOf = (schedule: Stripe.SubscriptionSchedule): Stripe.Subscription =>
      state.get("subscription", idOf(schedule.subscription ?? ""));

    /**
     * Creates the phases that a form describes. Each starts at the end of the previous one unless it sets a start date.
     */
    const phasesOf = (
      given: readonly Form[],
      subscription: Stripe.Subscription,
    ): Stripe.SubscriptionSchedule.Phase[] => {
      const item = itemOf(subscription);
      let start = item.current_period_start;
      return given.map(obj).map((phase, index) => {
        const price = priceOf(state, arr(phase["items"])[0] ?? {}, "phases[0][items][0]");
        const start_date = int(phase["start_date"]) ?? start;
        const duration = obj(phase["duration"]);
        const interval = str(duration["interval"]) ?? price.recurring?.interval ?? "month";
        const count = int(duration["interval_count"]) ?? 1;
        const end_date = int(phase["end_date"]) ?? addInterval(start_date, interval, count);
        start = end_date;
        const default_tax_rates = taxRatesOf(state, phase["default_tax_rates"], "phases[0][default_tax_rates][0]");
        const named = obj(arr(phase["items"])[0])["discounts"];
        // The running phase drops anything it doesn't repeat. Stripe doesn't document whether a later phase drops
        // discounts that it omits, so here it keeps them.
        const discountIds = item.discounts.map(idOf);
        const listed = new Set(arr(named).map((each) => str(obj(each)["discount"])));
        const discounts = named === undefined && index > 0 ? discountIds : discountIds.filter((id) => listed.has(id));
        const terms = { start_date, end_date, price: price.id, quantity: 1, default_tax_rates, discounts };
        return makePhase(terms, subscription.currency);
      });
    };

    route("post", "/v1/subscription_schedules", ({ form }) => {
      const subscription = state.get("subscription", str(form["from_subscription"]) ?? "", "from_subscription");
      if (subscription.schedule !== null)
        throw badState("resource_already_exists", "The subscription has a schedule already.");
      if (subscription.cancel_at_period_end)
        throw badState("subscription_canceled", "The subscription is set to cancel at period end.");
      const schedule = state.put(makeSubscriptionSchedule(state.now(), subscription, itemOf(subscription)));
      subscription.schedule = schedule.id;
      state.emit("subscription_schedule.created", schedule);
      return schedule;
    });
    route("get", "/v1/subscription_schedules/:id", ({ id }) => state.get("subscription_schedule", id));
    route("post", "/v1/subscription_schedules/:id", ({ id, form }) => {
      const schedule = requireActive(id);
      const subscription = subscriptionOf(schedule);
      schedule.phases = phasesOf(arr(form["phases"]), subscription);
      const [running] = schedule.phases;
      itemOf(subscription).discounts = discountsOf(running);
      subscription.default_tax_rates = running?.default_tax_rates ?? [];
      schedule.end_behavior = str(form["end_behavior"]) ?? schedule.end_behavior;
      state.emit("subscription_schedule.updated", schedule);
      return schedule;
    });
    route("post", "/v1/subscription_schedules/:id/release", ({ id }) => {
      const schedule = requireActive(id);
      const subscription = subscriptionOf(schedule);
      release(schedule, subscription);
      state.emit("customer.subscription.updated", subscription);
      return schedule;
    });
  };

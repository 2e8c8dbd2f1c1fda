import type Stripe from "stripe";
import { badState } from "../errors.ts";
import { withPeriod } from "../objects/subscription.ts";
import type { StripeState } from "../state.ts";
import type { Collection } from "./collection.ts";
import type { Invoicing } from "./invoicing.ts";
import { PAYMENT_WINDOW, itemOf, periodEnd } from "./periods.ts";

/** Creates the function that changes the plan of an active subscription. */
export const makePlanChanges = (state: StripeState, invoicing: Invoicing, collection: Collection) => {
  /**
   * Changes a subscription's price: at once if nothing is due, otherwise when the invoice is paid. Throws the API's 400
   * if another change is still pending.
   */
  const changeNow = (subscription: Stripe.Subscription, price: Stripe.Price): void => {
    if (subscription.pending_update !== null) {
      throw badState("pending_update_exists", "The subscription has a pending update already: void its invoice first.");
    }
    const start = state.now();
    const running = itemOf(subscription);
    const item = withPeriod(running, price, { start, end: periodEnd(start, start, price) });
    item.discounts = [];
    subscription.pending_update = {
      billing_cycle_anchor: start,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(start + PAYMENT_WINDOW, running.current_period_end),
      metadata: null,
      subscription_items: [item],
      trial_end: null,
      trial_from_plan: null,
    };
    const method = collection.defaultMethodOf(subscription);
    const invoice = invoicing.bill(subscription, "subscription_update", [item], method);
    if (invoice.status === "paid") {
      invoicing.applyPayment(invoice);
      return;
    }
    collection.tryToCollect(invoice, { offSession: false });
    if (subscription.pending_update !== null) state.emit("customer.subscription.updated", subscription);
  };

  return { changeNow };
};

export type PlanChanges = ReturnType<typeof makePlanChanges>;

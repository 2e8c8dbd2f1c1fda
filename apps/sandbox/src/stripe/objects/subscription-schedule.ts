import type Stripe from "stripe";
import { idOf, newId } from "../ids.ts";

/** A price and its time range, in Unix seconds. */
interface PhaseTerms {
  readonly start_date: number;
  readonly end_date: number;
  readonly price: string;
  readonly quantity: number;
  readonly default_tax_rates: Stripe.TaxRate[];
  /** The ids of the discounts on the price. */
  readonly discounts: readonly string[];
}

/** Creates a schedule phase with one price, which applies from `start_date` to `end_date`. */
export const makePhase = (terms: PhaseTerms, currency: string): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  default_tax_rates: terms.default_tax_rates,
  description: null,
  discounts: [],
  end_date: terms.end_date,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: terms.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
      metadata: {},
      plan: terms.price,
      price: terms.price,
      quantity: terms.quantity,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: "create_prorations",
  start_date: terms.start_date,
  transfer_data: null,
  trial_end: null,
});

/** Returns the ids of the discounts on a phase's price. */
export const discountsOf = (phase: Stripe.SubscriptionSchedule.Phase | undefined): string[] =>
  (phase?.items[0]?.discounts ?? []).flatMap(({ discount }) => (discount === null ? [] : [idOf(discount)]));

/** Creates a schedule as `from_subscription` does: one phase with the current item and period. */
export const makeSubscriptionSchedule = (
  at: number,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.SubscriptionSchedule => {
  const period = { start_date: item.current_period_start, end_date: item.current_period_end };
  const default_tax_rates = subscription.default_tax_rates ?? [];
  const discounts = item.discounts.map(idOf);
  const phase = { ...period, price: item.price.id, quantity: item.quantity ?? 1, default_tax_rates, discounts };
  return {
    id: newId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    canceled_at: null,
    completed_at: null,
    created: at,
    current_phase: period,
    customer: idOf(subscription.customer),
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [makePhase(phase, subscription.currency)],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: null,
  };
};

import type Stripe from "stripe";
import { addInterval } from "../../calendar.ts";
import { newId } from "../ids.ts";
import { listOf } from "../lists.ts";
import { planOf } from "./price.ts";

/** Returns the end of the period that starts at `start`, based on the price's interval. Both are in Unix seconds. */
const onePeriodAfter = (start: number, { recurring }: Stripe.Price): number =>
  addInterval(start, recurring?.interval ?? "month", recurring?.interval_count ?? 1);

/** Creates an item whose first period starts at `at`, in Unix seconds. */
const makeSubscriptionItem = (
  at: number,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
): Stripe.SubscriptionItem => ({
  id: newId("si"),
  object: "subscription_item",
  billing_thresholds: null,
  created: at,
  current_period_end: onePeriodAfter(at, price),
  current_period_start: at,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** Returns an item with another price and period, and quantity 1. Keeps its discounts. */
export const withPeriod = (
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  period: { readonly start: number; readonly end: number },
): Stripe.SubscriptionItem => ({
  ...item,
  current_period_start: period.start,
  current_period_end: period.end,
  plan: planOf(price),
  price,
  quantity: 1,
});

/** Creates a subscription that waits for its first payment. */
export const makeSubscription = (
  at: number,
  of: {
    readonly customer: string;
    readonly items: readonly { readonly price: Stripe.Price; readonly quantity: number }[];
    readonly default_payment_method: string | null;
    readonly default_tax_rates: Stripe.TaxRate[];
    readonly metadata: Stripe.Metadata;
  },
): Stripe.Subscription => {
  const id = newId("sub");
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: at,
    currency: of.items[0]?.price.currency ?? "usd",
    customer: of.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: of.default_payment_method,
    default_source: null,
    default_tax_rates: of.default_tax_rates,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOf(
      `/v1/subscription_items?subscription=${id}`,
      of.items.map(({ price, quantity }) => makeSubscriptionItem(at, id, price, quantity)),
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: of.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: null,
  };
};

/**
 * Complete Stripe objects (API 2026-10-28.endive, stripe 23.1.0), one factory each.
 * `make…(at, over)` is a shallow override on a complete base that is dated `at`, in Unix seconds. Decimal fields hold
 * Stripe.Decimal, whose toJSON() gives the wire's decimal string; so clone through JSON, never with structuredClone.
 */
import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { addInterval } from "../calendar.ts";

export const API_VERSION = "2026-10-28.endive";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const token = (length = 24): string => Array.from(randomBytes(length), (b) => ALPHABET[b % 62]).join("");
export const newId = (prefix: string): string => `${prefix}_${token()}`;
export const idOf = (x: string | { id: string }): string => (typeof x === "string" ? x : x.id);
export const listOf = <T>(url: string, data: T[] = [], has_more = false): Stripe.ApiList<T> => ({
  object: "list",
  data,
  has_more,
  url,
});
const decimal = (n: number | null): Stripe.Decimal | null => (n === null ? null : Stripe.Decimal.from(n));

export const emptyAddress = (): Stripe.Address => ({
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
});

export const makeCustomer = (at: number, o: Partial<Stripe.Customer> = {}): Stripe.Customer => ({
  ...({
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0, // negative = credit
    created: at,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: token(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  } satisfies Stripe.Customer),
  ...o,
});

/** What Stripe keeps of a card: never the number. */
export type CardFacts = {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint?: string;
  country?: string;
  funding?: string;
};
export const makePaymentMethod = (
  at: number,
  card: CardFacts,
  o: Partial<Stripe.PaymentMethod> = {},
): Stripe.PaymentMethod => ({
  ...({
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: emptyAddress(), email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: card.country ?? "US",
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? token(16),
      funding: card.funding ?? "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: at,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  } satisfies Stripe.PaymentMethod),
  ...o,
});

export const makeSetupIntent = (at: number, o: Partial<Stripe.SetupIntent> = {}): Stripe.SetupIntent => {
  const id = o.id ?? newId("seti");
  return {
    ...({
      id,
      object: "setup_intent",
      allowed_payment_method_types: ["card"],
      application: null,
      automatic_payment_methods: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${token(25)}`,
      created: at,
      customer: null,
      customer_account: null,
      description: null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
      payment_method_types: ["card"],
      single_use_mandate: null,
      status: "requires_payment_method",
      usage: "off_session",
    } satisfies Stripe.SetupIntent),
    ...o,
  };
};

export const makePaymentIntent = (
  at: number,
  o: Partial<Stripe.PaymentIntent> & { amount: number; currency: string },
): Stripe.PaymentIntent => {
  const id = o.id ?? newId("pi");
  return {
    ...({
      id,
      object: "payment_intent",
      allowed_payment_method_types: ["card"],
      amount: o.amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: "automatic",
      client_secret: `${id}_secret_${token(25)}`,
      confirmation_method: "automatic",
      created: at,
      currency: o.currency,
      customer: null,
      customer_account: null,
      description: null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
      },
      payment_method_types: ["card"],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: "requires_payment_method",
      transfer_data: null,
      transfer_group: null,
    } satisfies Stripe.PaymentIntent),
    ...o,
  };
};

export const makeCharge = (
  at: number,
  pi: Stripe.PaymentIntent,
  pm: Stripe.PaymentMethod,
  o: Partial<Stripe.Charge> = {},
): Stripe.Charge => {
  const failed = o.status === "failed";
  return {
    ...({
      id: newId("ch"),
      object: "charge",
      amount: pi.amount,
      amount_captured: failed ? 0 : pi.amount,
      amount_refunded: 0,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: failed ? null : newId("txn"),
      billing_details: pm.billing_details,
      calculated_statement_descriptor: "BACKLOT",
      captured: !failed,
      created: at,
      currency: pi.currency,
      customer: pi.customer,
      description: pi.description,
      disputed: false,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      fraud_details: {},
      livemode: false,
      metadata: pi.metadata,
      on_behalf_of: null,
      outcome: {
        advice_code: null,
        network_advice_code: null,
        network_decline_code: null,
        network_status: failed ? "declined_by_network" : "approved_by_network",
        reason: null,
        risk_level: "normal",
        risk_score: 12,
        seller_message: failed ? "The bank did not return any further details with this decline." : "Payment complete.",
        type: failed ? "issuer_declined" : "authorized",
      },
      paid: !failed,
      payment_intent: pi.id,
      payment_method: pm.id,
      payment_method_details: {
        card: {
          amount_authorized: failed ? null : pi.amount,
          authorization_code: failed ? null : token(6).toUpperCase(),
          brand: pm.card?.brand ?? null,
          checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
          country: pm.card?.country ?? null,
          electronic_commerce_indicator: null,
          exp_month: pm.card?.exp_month ?? 1,
          exp_year: pm.card?.exp_year ?? 2030,
          fingerprint: pm.card?.fingerprint ?? null,
          funding: pm.card?.funding ?? null,
          installments: null,
          last4: pm.card?.last4 ?? null,
          mandate: null,
          network: pm.card?.brand ?? null,
          network_token: { used: false },
          network_transaction_id: token(15),
          regulated_status: "unregulated",
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
        type: "card",
      },
      receipt_email: pi.receipt_email,
      receipt_number: null,
      receipt_url: null,
      refunded: false,
      review: null,
      shipping: null,
      source: null,
      source_transfer: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: "succeeded",
      transfer_data: null,
      transfer_group: null,
    } satisfies Stripe.Charge),
    ...o,
  };
};

export const makeRefund = (at: number, charge: Stripe.Charge, o: Partial<Stripe.Refund> = {}): Stripe.Refund => ({
  ...({
    id: newId("re"),
    object: "refund",
    amount: charge.amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: at,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  } satisfies Stripe.Refund),
  ...o,
});

export const makeProduct = (at: number, o: Partial<Stripe.Product> & { name: string }): Stripe.Product => ({
  ...({
    id: newId("prod"),
    object: "product",
    active: true,
    created: at,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: o.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: at,
    url: null,
  } satisfies Stripe.Product),
  ...o,
});

export const makePrice = (
  at: number,
  o: Partial<Stripe.Price> & { currency: string; product: string; unit_amount: number },
  interval: string | null = "month",
  interval_count = 1,
): Stripe.Price => ({
  ...({
    id: newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: at,
    currency: o.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: o.product,
    recurring:
      interval === null
        ? null
        : { interval, interval_count, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval === null ? "one_time" : "recurring",
    unit_amount: o.unit_amount,
    unit_amount_decimal: decimal(o.unit_amount),
  } satisfies Stripe.Price),
  ...o,
});

/** The legacy twin that every subscription item still carries. */
export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: "plan",
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: decimal(price.unit_amount),
  billing_scheme: "per_unit",
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? "month",
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: idOf(price.product),
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: "licensed",
});

/** A sum that waits for the next invoice of a subscription, or of any where none is named; a negative one is owed. */
export const makeInvoiceItem = (
  at: number,
  of: {
    readonly customer: string;
    readonly subscription: string | null;
    readonly amount: number;
    readonly description: string | null;
    readonly currency?: string;
    readonly metadata?: Stripe.Metadata;
  },
): Stripe.InvoiceItem => ({
  id: newId("ii"),
  object: "invoiceitem",
  amount: of.amount,
  currency: of.currency ?? "usd",
  customer: of.customer,
  customer_account: null,
  date: at,
  description: of.description,
  discountable: of.amount >= 0,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: of.metadata ?? {},
  parent:
    of.subscription === null
      ? null
      : { type: "subscription_details", subscription_details: { subscription: of.subscription } },
  period: { start: at, end: at },
  pricing: { type: "price_details", unit_amount_decimal: Stripe.Decimal.from(of.amount) },
  proration: false,
  quantity: 1,
  quantity_decimal: Stripe.Decimal.from(1),
  tax_rates: [],
  test_clock: null,
});

export const makeSubscriptionItem = (
  at: number,
  subscription: string,
  price: Stripe.Price,
  o: Partial<Stripe.SubscriptionItem> = {},
): Stripe.SubscriptionItem => {
  const start = o.current_period_start ?? at;
  return {
    ...({
      id: newId("si"),
      object: "subscription_item",
      billing_thresholds: null,
      created: at,
      current_period_end: addInterval(
        start,
        price.recurring?.interval ?? "month",
        price.recurring?.interval_count ?? 1,
      ),
      current_period_start: start,
      current_trial: null,
      discounts: [],
      metadata: {},
      plan: planOf(price),
      price,
      quantity: 1,
      subscription,
      tax_rates: [],
    } satisfies Stripe.SubscriptionItem),
    ...o,
  };
};

export const makeSubscription = (
  at: number,
  customer: string,
  prices: { price: Stripe.Price; quantity?: number }[],
  o: Partial<Stripe.Subscription> = {},
): Stripe.Subscription => {
  const id = o.id ?? newId("sub");
  const start = o.start_date ?? at;
  return {
    ...({
      id,
      object: "subscription",
      application: null,
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: start,
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
      currency: prices[0]?.price.currency ?? "usd",
      customer,
      customer_account: null,
      days_until_due: null,
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
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
        prices.map(({ price, quantity }) =>
          makeSubscriptionItem(at, id, price, { quantity: quantity ?? 1, current_period_start: start }),
        ),
      ),
      latest_invoice: null,
      livemode: false,
      managed_payments: null,
      metadata: {},
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
      start_date: start,
      status: "incomplete",
      test_clock: null,
      transfer_data: null,
      trial_end: null,
      trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
      trial_start: null,
    } satisfies Stripe.Subscription),
    ...o,
  };
};

export const makeInvoiceLineItem = (
  invoice: string,
  item: Stripe.SubscriptionItem,
  o: Partial<Stripe.InvoiceLineItem> = {},
): Stripe.InvoiceLineItem => {
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    ...({
      id: newId("il"),
      object: "line_item",
      amount,
      currency: item.price.currency,
      description: `${item.quantity ?? 1} × ${item.price.nickname ?? "subscription"}`,
      discount_amounts: [],
      discountable: true,
      discounts: [],
      invoice,
      livemode: false,
      metadata: item.metadata,
      parent: {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: { credited_items: null },
          subscription: item.subscription,
          subscription_item: item.id,
        },
        type: "subscription_item_details",
      },
      period: { end: item.current_period_end, start: item.current_period_start },
      pretax_credit_amounts: [],
      pricing: {
        price_details: { price: item.price.id, product: idOf(item.price.product) },
        type: "price_details",
        unit_amount_decimal: decimal(item.price.unit_amount),
      },
      quantity: item.quantity ?? 1,
      quantity_decimal: decimal(item.quantity ?? 1),
      subscription: item.subscription,
      subtotal: amount,
      taxes: [],
    } satisfies Stripe.InvoiceLineItem),
    ...o,
  };
};

export const makeInvoicePayment = (
  at: number,
  invoice: string,
  pi: Stripe.PaymentIntent,
  o: Partial<Stripe.InvoicePayment> = {},
): Stripe.InvoicePayment => ({
  ...({
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: pi.amount,
    created: at,
    currency: pi.currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: pi.id, type: "payment_intent" },
    status: "open", // open | paid | canceled
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies Stripe.InvoicePayment),
  ...o,
});

/**
 * A finalised, open invoice of a subscription. `payments` and `confirmation_secret` are kept on the stored object and
 * answered only when expanded (see INCLUDABLE in wire.ts). Negative `starting_balance` = account credit.
 */
export const makeInvoice = (
  at: number,
  customer: Stripe.Customer,
  sub: Stripe.Subscription,
  pi: Stripe.PaymentIntent | null,
  o: Partial<Stripe.Invoice> & { discount_total?: number; credit_used?: number } = {},
): Stripe.Invoice => {
  const { discount_total = 0, credit_used = 0, ...over } = o;
  const id = over.id ?? newId("in");
  const lines =
    over.lines ??
    listOf(
      `/v1/invoices/${id}/lines`,
      sub.items.data.map((item) => makeInvoiceLineItem(id, item)),
    );
  const subtotal = lines.data.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - discount_total;
  const amount_due = Math.max(0, total) - credit_used;
  const starting_balance = over.starting_balance ?? customer.balance;
  return {
    ...({
      id,
      object: "invoice",
      account_country: "GB",
      account_name: "Backlot",
      account_tax_ids: null,
      amount_due,
      amount_overpaid: 0,
      amount_paid: 0,
      amount_remaining: amount_due,
      amount_shipping: 0,
      application: null,
      attempt_count: 0,
      attempted: false,
      auto_advance: false,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      automatically_finalizes_at: null,
      billing_reason: "subscription_create",
      collection_method: "charge_automatically",
      confirmation_secret: pi?.client_secret ? { client_secret: pi.client_secret, type: "payment_intent" } : null,
      created: at,
      currency: sub.currency,
      custom_fields: null,
      customer: customer.id,
      customer_account: null,
      customer_address: customer.address ?? null,
      customer_email: customer.email,
      customer_name: customer.name ?? null,
      customer_phone: customer.phone ?? null,
      customer_shipping: null,
      customer_tax_exempt: "none",
      customer_tax_ids: [],
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discounts: sub.discounts.map(idOf),
      due_date: null,
      effective_at: at,
      // What an invoice owes the customer becomes their credit.
      ending_balance: starting_balance + credit_used + Math.min(0, total),
      footer: null,
      from_invoice: null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      issuer: { type: "self" },
      last_finalization_error: null,
      latest_revision: null,
      lines,
      livemode: false,
      metadata: {},
      next_payment_attempt: null,
      number: `${customer.invoice_prefix ?? "BACKLOT"}-${String(customer.next_invoice_sequence ?? 1).padStart(4, "0")}`,
      on_behalf_of: null,
      parent: {
        quote_details: null,
        subscription_details: { metadata: sub.metadata, subscription: sub.id },
        type: "subscription_details",
      },
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      payments: listOf("/v1/invoice_payments", pi ? [makeInvoicePayment(at, id, pi)] : []),
      period_end: at,
      period_start: at,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      receipt_number: null,
      rendering: null,
      shipping_cost: null,
      shipping_details: null,
      starting_balance,
      statement_descriptor: null,
      status: "open",
      status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      subtotal,
      subtotal_excluding_tax: subtotal,
      test_clock: null,
      total,
      total_discount_amounts:
        discount_total > 0 ? [{ amount: discount_total, discount: idOf(sub.discounts[0] ?? "di_unknown") }] : [],
      total_excluding_tax: total,
      total_pretax_credit_amounts: [],
      total_taxes: [],
      webhooks_delivered_at: null,
    } satisfies Stripe.Invoice),
    ...over,
  };
};

/** The same invoice after the money is in (or after a zero amount). */
export const paidInvoice = (invoice: Stripe.Invoice, at: number): Stripe.Invoice => ({
  ...invoice,
  status: "paid",
  amount_paid: invoice.amount_due,
  amount_remaining: 0,
  attempted: true,
  attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
  next_payment_attempt: null,
  status_transitions: { ...invoice.status_transitions, paid_at: at },
  ...(invoice.payments
    ? {
        payments: {
          ...invoice.payments,
          data: invoice.payments.data.map((p) => ({
            ...p,
            status: "paid",
            amount_paid: p.amount_requested,
            status_transitions: { canceled_at: null, paid_at: at },
          })),
        },
      }
    : {}),
});

export const makeCoupon = (at: number, o: Partial<Stripe.Coupon> = {}): Stripe.Coupon => ({
  ...({
    id: token(8),
    object: "coupon",
    amount_off: null,
    created: at,
    currency: null,
    duration: "once",
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: 10,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  } satisfies Stripe.Coupon),
  ...o,
});

export const makeDiscount = (
  at: number,
  customer: string,
  subscription: string | null,
  coupon: string,
  o: Partial<Stripe.Discount> = {},
): Stripe.Discount => ({
  ...({
    id: newId("di"),
    object: "discount",
    checkout_session: null,
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon, type: "coupon" }, // the coupon moved here; there is no discount.coupon
    start: at,
    subscription,
    subscription_item: null,
  } satisfies Stripe.Discount),
  ...o,
});

export const makeCustomerBalanceTransaction = (
  at: number,
  customer: Stripe.Customer,
  o: Partial<Stripe.CustomerBalanceTransaction> & { amount: number; currency: string },
): Stripe.CustomerBalanceTransaction => ({
  ...({
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    amount: o.amount, // negative = credit
    checkout_session: null,
    created: at,
    credit_note: null,
    currency: o.currency,
    customer: customer.id,
    customer_account: null,
    description: null,
    ending_balance: customer.balance + o.amount,
    invoice: null,
    livemode: false,
    metadata: {},
    type: "adjustment",
  } satisfies Stripe.CustomerBalanceTransaction),
  ...o,
});

export type PhaseInput = {
  start_date: number;
  end_date: number;
  price: string;
  quantity?: number;
  metadata?: Stripe.Metadata;
};
const phaseOf = (p: PhaseInput, currency: string): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: p.end_date,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: p.price,
      price: p.price,
      quantity: p.quantity ?? 1,
      tax_rates: [],
    },
  ],
  metadata: p.metadata ?? {},
  on_behalf_of: null,
  proration_behavior: "create_prorations",
  start_date: p.start_date,
  transfer_data: null,
  trial_end: null,
});

/** `from_subscription`: one phase with the current items and period. */
export const makeSubscriptionSchedule = (
  at: number,
  sub: Stripe.Subscription,
  phases: PhaseInput[] = [],
  o: Partial<Stripe.SubscriptionSchedule> = {},
): Stripe.SubscriptionSchedule => {
  const item = sub.items.data[0];
  const current = item ? { start_date: item.current_period_start, end_date: item.current_period_end } : null;
  const all =
    phases.length > 0
      ? phases
      : item && current
        ? [{ ...current, price: item.price.id, quantity: item.quantity ?? 1 }]
        : [];
  return {
    ...({
      id: newId("sub_sched"),
      object: "subscription_schedule",
      application: null,
      billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
      canceled_at: null,
      completed_at: null,
      created: at,
      current_phase: current,
      customer: idOf(sub.customer),
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: { disabled_reason: null, enabled: false, liability: null },
        billing_cycle_anchor: "automatic",
        billing_thresholds: null,
        collection_method: "charge_automatically",
        default_payment_method: sub.default_payment_method,
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
      phases: all.map((p) => phaseOf(p, sub.currency)),
      released_at: null,
      released_subscription: null,
      status: "active",
      subscription: sub.id,
      test_clock: null,
    } satisfies Stripe.SubscriptionSchedule),
    ...o,
  };
};

export const makeTestClock = (
  frozen_time: number,
  o: Partial<Stripe.TestHelpers.TestClock> = {},
): Stripe.TestHelpers.TestClock => ({
  ...({
    id: newId("clock"),
    object: "test_helpers.test_clock",
    created: frozen_time,
    deletes_after: frozen_time + 30 * 86_400,
    frozen_time,
    livemode: false,
    name: null,
    status: "ready",
    status_details: {},
  } satisfies Stripe.TestHelpers.TestClock),
  ...o,
});

export type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;
/** `data.object` must be the state at that moment: pass a clone. */
export const makeEvent = <T extends Stripe.Event["type"]>(
  at: number,
  type: T,
  object: EventOf<T>["data"]["object"],
  request: Stripe.Event.Request | null = null,
  previous_attributes?: EventOf<T>["data"]["previous_attributes"],
): EventOf<T> => {
  const base = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: at,
    livemode: false,
    pending_webhooks: 1,
    request, // { id: "req_…", idempotency_key } for an API call, { id: null, idempotency_key: null } for automation
    data: { object, ...(previous_attributes ? { previous_attributes } : {}) },
  } satisfies Omit<Stripe.InvoicePaidEvent, "type" | "data"> & { data: { object: unknown } };
  return { ...base, type } as unknown as EventOf<T>;
};
// A concrete one, to hold the shape against the type.

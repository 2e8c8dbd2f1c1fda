import type Stripe from "stripe";
import { idOf, newId } from "../ids.ts";
import { listOf } from "../lists.ts";
import { SMALLEST_CHARGE } from "../smallest-charge.ts";
import type { DiscountAmount } from "./invoice-line.ts";

/** The inputs of a new invoice. Amounts are in cents. */
interface InvoiceParts {
  readonly id: string;
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription;
  readonly reason: Stripe.Invoice.BillingReason;
  readonly lines: Stripe.InvoiceLineItem[];
  readonly discounts: DiscountAmount[];
}

/** The amount due for an invoice, in cents, and the customer's balance after it. */
interface AmountDue {
  readonly amount_due: number;
  readonly ending_balance: number;
}

const makeInvoicePayment = (at: number, invoice: string, intent: Stripe.PaymentIntent): Stripe.InvoicePayment => ({
  id: newId("inpay"),
  object: "invoice_payment",
  amount_paid: null,
  amount_requested: intent.amount,
  created: at,
  currency: intent.currency,
  invoice,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent.id, type: "payment_intent" },
  status: "open",
  status_transitions: { canceled_at: null, paid_at: null },
});

/** Returns the sum of the lines, in cents, before discounts and tax. */
const subtotalOf = (lines: readonly Stripe.InvoiceLineItem[]): number =>
  lines.reduce((sum, line) => sum + line.amount, 0);

/** Returns the taxes of the lines, summed by rate. */
const taxesOf = (lines: readonly Stripe.InvoiceLineItem[]): Stripe.Invoice.TotalTax[] => {
  const totals = new Map<string, Stripe.Invoice.TotalTax>();
  for (const { taxes } of lines)
    for (const tax of taxes ?? []) {
      const rate = idOf(tax.tax_rate_details?.tax_rate ?? "");
      const { amount, taxable_amount } = totals.get(rate) ?? { amount: 0, taxable_amount: 0 };
      totals.set(rate, {
        ...tax,
        amount: amount + tax.amount,
        taxable_amount: (taxable_amount ?? 0) + (tax.taxable_amount ?? 0),
      });
    }
  return [...totals.values()];
};

/** Returns the total of an invoice in cents, after discounts and with tax. A negative total is owed to the customer. */
const totalOf = (lines: readonly Stripe.InvoiceLineItem[], discounts: readonly DiscountAmount[]): number =>
  subtotalOf(lines) -
  discounts.reduce((sum, each) => sum + each.amount, 0) +
  taxesOf(lines).reduce((sum, each) => sum + each.amount, 0);

/**
 * Returns the amount to charge for an invoice's total, given the customer's balance, which is a credit or debt. An
 * amount that is too small to charge stays on the balance.
 */
export const amountDue = (total: number, balance: number): AmountDue => {
  const whole = total + balance;
  const amount_due = whole < SMALLEST_CHARGE ? 0 : whole;
  return { amount_due, ending_balance: whole - amount_due };
};

/**
 * Creates a draft of a subscription's invoice. `payments` and `confirmation_secret` are stored, but returned only if
 * expanded. A negative starting balance is customer credit.
 */
export const makeInvoice = (at: number, parts: InvoiceParts): Stripe.Invoice => {
  const { id, customer, subscription, lines, discounts } = parts;
  const subtotal = subtotalOf(lines);
  const total_taxes = taxesOf(lines);
  const total = totalOf(lines, discounts);
  const { amount_due } = amountDue(total, customer.balance);
  return {
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
    billing_reason: parts.reason,
    collection_method: "charge_automatically",
    confirmation_secret: null,
    created: at,
    currency: subscription.currency,
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
    default_tax_rates: subscription.default_tax_rates ?? [],
    description: null,
    discounts: subscription.discounts.map(idOf),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: listOf("/v1/invoice_payments", []),
    period_end: at,
    period_start: at,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total - total_taxes.reduce((sum, each) => sum + each.amount, 0),
    total_pretax_credit_amounts: [],
    total_taxes,
    webhooks_delivered_at: null,
  };
};

/** Opens a draft with the amount due, and with its payment intent; null if nothing is due. `at` is in Unix seconds. */
export const markOpen = (
  invoice: Stripe.Invoice,
  at: number,
  customer: Stripe.Customer,
  { amount_due, ending_balance }: AmountDue,
  intent: Stripe.PaymentIntent | null,
): void => {
  invoice.status = "open";
  invoice.status_transitions.finalized_at = at;
  invoice.effective_at = at;
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
  const sequence = String(customer.next_invoice_sequence ?? 1).padStart(4, "0");
  invoice.number = `${customer.invoice_prefix ?? "BACKLOT"}-${sequence}`;
  invoice.starting_balance = customer.balance;
  invoice.ending_balance = ending_balance;
  invoice.amount_due = amount_due;
  invoice.amount_remaining = amount_due;
  if (intent === null) return;
  invoice.payments = listOf("/v1/invoice_payments", [makeInvoicePayment(at, invoice.id, intent)]);
  if (intent.client_secret !== null)
    invoice.confirmation_secret = { client_secret: intent.client_secret, type: "payment_intent" };
};

/** Marks an invoice as paid. `at` is in Unix seconds. */
export const markPaid = (invoice: Stripe.Invoice, at: number): void => {
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  // If the buyer confirms the intent, the invoice is paid without a collection attempt.
  if (invoice.amount_due > 0) invoice.attempt_count = Math.max(1, invoice.attempt_count);
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  for (const payment of invoice.payments?.data ?? []) {
    payment.status = "paid";
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = at;
  }
};

/** Returns the id of the subscription that an invoice bills. */
export const subscriptionOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.parent?.subscription_details?.subscription ?? "");

/** Returns the id of an invoice's payment intent, or "". */
export const intentOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.payments?.data[0]?.payment.payment_intent ?? "");

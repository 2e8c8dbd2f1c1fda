import { cents, instant } from "@backlot/domain";
import type { PaidInvoice, ProviderSubscription } from "@backlot/ports";
import type Stripe from "stripe";
import { idOf } from "./client.ts";
import type { NextInvoice } from "./next-invoice.ts";

const seconds = (at: number) => instant(at * 1_000);

export const productOf = (planVariantId: number): string => `plan_${planVariantId}`;
const variantOf = (product: string | null): number | null => {
  const match = /^plan_(\d+)$/.exec(product ?? "");
  return match === null ? null : Number(match[1]);
};

const REASONS: Partial<Record<Stripe.Invoice.BillingReason, PaidInvoice["reason"]>> = {
  subscription_create: "start",
  subscription_cycle: "renewal",
  subscription_update: "change",
};

/** Returns the invoice line that bills the plan. The proration credit has its own line. */
const planLine = (invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined =>
  invoice.lines.data.find((line) => line.amount >= 0 && line.parent?.type === "subscription_item_details") ??
  invoice.lines.data[0];

/** Returns the ID of an invoice's payment intent, paid or not, if the invoice was read with its payments. */
const intentIdOf = (invoice: Stripe.Invoice): string | null => idOf(invoice.payments?.data[0]?.payment.payment_intent);

/** Returns a paid invoice as the store records it, or null if it is unpaid or not for a subscription. */
export const paidInvoice = (invoice: Stripe.Invoice): PaidInvoice | null => {
  const reason = REASONS[invoice.billing_reason ?? "manual"];
  const line = planLine(invoice);
  if (invoice.status !== "paid" || reason === undefined || line === undefined || invoice.id === undefined) return null;
  return {
    id: invoice.id,
    reason,
    total: cents(Math.max(0, invoice.total)),
    // An invoice with a negative total charges no tax.
    tax: cents(
      Math.max(
        0,
        (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ),
    ),
    amount_paid: cents(invoice.amount_paid),
    period: { start: seconds(line.period.start), end: seconds(line.period.end) },
    plan_variant_id: variantOf(idOf(line.pricing?.price_details?.product)),
    payment_id: invoice.amount_paid > 0 ? intentIdOf(invoice) : null,
    paid_at: seconds(invoice.status_transitions.paid_at ?? invoice.created),
  };
};

const STATUS: Partial<Record<Stripe.Subscription.Status, ProviderSubscription["status"]>> = {
  incomplete: "incomplete",
  incomplete_expired: "ended",
  canceled: "ended",
  unpaid: "past-due",
  past_due: "past-due",
};

/**
 * Returns whether an invoice is an unpaid renewal that Stripe has finalized, whether or not Stripe has tried to charge
 * it.
 */
export const isOpenRenewal = (invoice: Stripe.Invoice): invoice is Stripe.Invoice & { readonly id: string } =>
  invoice.status === "open" && invoice.billing_reason === "subscription_cycle";

/** Returns whether an invoice is an open renewal whose payment has failed. */
export const isOverdueRenewal = (invoice: Stripe.Invoice): invoice is Stripe.Invoice & { readonly id: string } =>
  isOpenRenewal(invoice) && invoice.attempted;

/** Returns whether an invoice is a renewal that Stripe will charge within the hour. */
export const isDraftRenewal = (invoice: Stripe.Invoice): invoice is Stripe.Invoice & { readonly id: string } =>
  invoice.status === "draft" && invoice.billing_reason === "subscription_cycle";

/** Converts a subscription and its invoices to the port's type. */
export const toProviderSubscription = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  next: NextInvoice | null,
  failed_unconfirmed: boolean,
): ProviderSubscription => {
  const open = invoices.find(isOverdueRenewal);
  const isOver = ["canceled", "incomplete", "incomplete_expired"].includes(subscription.status);
  return {
    subscription_id: subscription.id,
    order_id: subscription.metadata["order_id"] ?? null,
    status: STATUS[subscription.status] ?? "active",
    ended_at: subscription.ended_at === null ? null : seconds(subscription.ended_at),
    ended_unpaid: subscription.cancellation_details?.reason === "payment_failed",
    cancels_at_period_end: subscription.cancel_at_period_end,
    has_schedule: subscription.schedule !== null,
    auto_renews: !isOver && !subscription.cancel_at_period_end,
    next_invoice_amount: next?.amount ?? null,
    next_invoice_at: next?.at ?? null,
    failed_unconfirmed,
    failed_at: open === undefined ? null : seconds(open.status_transitions.finalized_at ?? open.created),
    invoices: invoices
      .map(paidInvoice)
      .filter((invoice) => invoice !== null)
      .sort((a, b) => (a.period.start < b.period.start ? -1 : a.period.start > b.period.start ? 1 : 0)),
  };
};

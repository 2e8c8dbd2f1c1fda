import { cents, instant } from "@backlot/domain";
import type { PaidInvoice, ProviderPlan, SinglePayment } from "@backlot/ports";
import type Stripe from "stripe";

const seconds = (at: number) => instant(at * 1_000);
const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** The product of a plan at the provider, and back. */
export const productOf = (planVariantId: number): string => `plan_${planVariantId}`;
const variantOf = (product: string | null): number | null => {
  const found = /^plan_(\d+)$/.exec(product ?? "");
  return found === null ? null : Number(found[1]);
};

const REASONS: Partial<Record<Stripe.Invoice.BillingReason, PaidInvoice["reason"]>> = {
  subscription_create: "start",
  subscription_cycle: "renewal",
  subscription_update: "change",
};

/** The line of an invoice that bills the plan: credit for what is unused stands on lines of its own. */
const planLine = (invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined =>
  invoice.lines.data.find((line) => line.amount >= 0 && line.parent?.type === "subscription_item_details") ??
  invoice.lines.data[0];

/** The id of the intent that paid, or is to pay, an invoice that came with its payments. */
export const paymentOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.payments?.data[0]?.payment.payment_intent);

/** What an invoice says once it is paid; nothing before. */
export const paidInvoice = (invoice: Stripe.Invoice): readonly PaidInvoice[] => {
  const reason = REASONS[invoice.billing_reason ?? "manual"];
  const line = planLine(invoice);
  if (invoice.status !== "paid" || reason === undefined || line === undefined || invoice.id === undefined) return [];
  return [
    {
      id: invoice.id,
      reason,
      total: cents(Math.max(0, invoice.total)),
      amount_paid: cents(invoice.amount_paid),
      period: { start: seconds(line.period.start), end: seconds(line.period.end) },
      plan_variant_id: variantOf(idOf(line.pricing?.price_details?.product)),
      payment_id: invoice.amount_paid > 0 ? paymentOf(invoice) : null,
      paid_at: seconds(invoice.status_transitions.paid_at ?? invoice.created),
    },
  ];
};

const STANDINGS: Partial<Record<Stripe.Subscription.Status, ProviderPlan["status"]>> = {
  incomplete: "incomplete",
  incomplete_expired: "ended",
  canceled: "ended",
  unpaid: "past-due",
  past_due: "past-due",
};

/** A subscription with its invoices, as the store wants to know it. (CHK-07) */
export const providerPlan = (subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): ProviderPlan => {
  const open = invoices.find(
    (invoice) => invoice.status === "open" && invoice.billing_reason === "subscription_cycle" && invoice.attempted,
  );
  return {
    subscription_id: subscription.id,
    order_id: subscription.metadata["order_id"] ?? null,
    status: STANDINGS[subscription.status] ?? "active",
    ended_at: subscription.ended_at === null ? null : seconds(subscription.ended_at),
    ended_unpaid: subscription.cancellation_details?.reason === "payment_failed",
    cancels_at_period_end: subscription.cancel_at_period_end,
    has_schedule: subscription.schedule !== null,
    bills:
      !["canceled", "incomplete", "incomplete_expired"].includes(subscription.status) &&
      !subscription.cancel_at_period_end,
    next_amount: null,
    failed_at: open === undefined ? null : seconds(open.status_transitions.finalized_at ?? open.created),
    invoices: invoices
      .flatMap(paidInvoice)
      .sort((a, b) => (a.period.start < b.period.start ? -1 : a.period.start > b.period.start ? 1 : 0)),
  };
};

/** How a single payment stands, from the provider's object alone. */
export const singlePayment = (intent: Stripe.PaymentIntent): SinglePayment => {
  const payment_id = intent.id;
  switch (intent.status) {
    case "succeeded":
      return {
        _tag: "Paid",
        payment_id,
        refund_as: payment_id,
        amount_paid: cents(intent.amount_received),
        paid_at: seconds(intent.created),
      };
    case "canceled":
      return { _tag: "Ended", payment_id };
    case "requires_action":
      return { _tag: "NeedsConfirmation", payment_id, client_secret: intent.client_secret ?? "" };
    case "requires_payment_method":
      if (intent.last_payment_error !== null) {
        const { message, decline_code, code } = intent.last_payment_error;
        return {
          _tag: "Declined",
          payment_id,
          message: message ?? "Your card was declined.",
          decline_code: decline_code ?? code ?? null,
        };
      }
      return { _tag: "Open", payment_id, client_secret: intent.client_secret ?? "" };
    default:
      return { _tag: "Open", payment_id, client_secret: intent.client_secret ?? "" };
  }
};

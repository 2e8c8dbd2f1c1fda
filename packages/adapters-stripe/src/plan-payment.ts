import { type Cents, cents, instant } from "@backlot/domain";
import type { PlanPayment } from "@backlot/ports";
import type Stripe from "stripe";

const seconds = (at: number) => instant(at * 1_000);

const period = (subscription: Stripe.Subscription) => {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`subscription ${subscription.id} has no item`);
  return { period_start: seconds(item.current_period_start), period_end: seconds(item.current_period_end) };
};

/** The id of the intent that pays an invoice, where the invoice came with its payments. */
export const intentIdOf = (subscription: Stripe.Subscription): string | null => {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === "string") return null;
  const intent = invoice.payments?.data[0]?.payment.payment_intent ?? null;
  return typeof intent === "string" ? intent : (intent?.id ?? null);
};

/** How a subscription's first payment stands, from the provider's objects alone. (CHK-07) */
export const planPayment = (subscription: Stripe.Subscription, intent: Stripe.PaymentIntent | null): PlanPayment => {
  const subscription_id = subscription.id;
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === "string")
    throw new Error(`subscription ${subscription_id} came without its invoice`);
  if (invoice.status === "paid") {
    const amount_paid: Cents = cents(invoice.amount_paid);
    return {
      _tag: "Paid",
      subscription_id,
      invoice_id: invoice.id ?? subscription_id,
      amount_paid,
      payment_id: amount_paid > 0 ? (intent?.id ?? intentIdOf(subscription)) : null,
      ...period(subscription),
    };
  }
  if (subscription.status === "incomplete_expired" || subscription.status === "canceled" || invoice.status === "void") {
    return { _tag: "Ended", subscription_id };
  }
  if (intent?.status === "requires_action" && intent.client_secret !== null) {
    return { _tag: "NeedsConfirmation", subscription_id, client_secret: intent.client_secret };
  }
  const failure = intent?.status === "requires_payment_method" ? intent.last_payment_error : null;
  return failure
    ? {
        _tag: "Declined",
        subscription_id,
        message: failure.message ?? "Your card was declined.",
        decline_code: failure.decline_code ?? failure.code ?? null,
      }
    : { _tag: "Open", subscription_id };
};

import { cents, instant } from "@backlot/domain";
import type { ChargeState, OpenCharge } from "@backlot/ports";
import type Stripe from "stripe";
import { paidInvoice } from "./provider-subscription.ts";

const seconds = (at: number) => instant(at * 1_000);

/** What an intent that is not paid yet waits for. */
const openState = (intent: Stripe.PaymentIntent | null, open: OpenCharge): ChargeState => {
  switch (intent?.status) {
    case "requires_action":
      return { _tag: "RequiresAction", ...open, redirect_url: null };
    case "processing":
      return { _tag: "Processing", ...open };
    case "requires_payment_method": {
      const error = intent.last_payment_error;
      if (error === null) return { _tag: "RequiresConfirmation", ...open };
      const message = error.message ?? "Your card was declined.";
      return {
        _tag: "RequiresPaymentMethod",
        ...open,
        message,
        decline_code: error.decline_code ?? error.code ?? null,
      };
    }
    default:
      return { _tag: "RequiresConfirmation", ...open };
  }
};

const canceled = (reference: string): ChargeState => ({
  _tag: "Canceled",
  reference,
  message: null,
  decline_code: null,
});

/** How a one-time payment stands, from the provider's object alone. */
export const toChargeState = (intent: Stripe.PaymentIntent): ChargeState => {
  if (intent.status === "canceled") return canceled(intent.id);
  if (intent.status === "succeeded") {
    return {
      _tag: "Succeeded",
      reference: intent.id,
      payment: {
        key: `payment:${intent.id}`,
        amount: cents(intent.amount_received),
        credit_used: cents(0),
        paid_at: seconds(intent.created),
        refund_reference: intent.id,
        subscription: null,
      },
    };
  }
  const { client_secret } = intent;
  return openState(intent, { reference: intent.id, amount: cents(intent.amount), client_secret, handle: null });
};

/** What an invoice of a subscription is called: where the charge is the subscription, and where it is the invoice. */
export interface InvoiceReferences {
  readonly charge: string;
  readonly subscription: string;
}

/**
 * How an invoice of a subscription stands. `intent` is the payment intent of an open one, where it was read: without it
 * the invoice waits to be paid. (CHK-07)
 */
export const toInvoiceState = (
  invoice: Stripe.Invoice,
  references: InvoiceReferences,
  intent: Stripe.PaymentIntent | null,
): ChargeState => {
  const paid = paidInvoice(invoice);
  if (paid !== null) {
    return {
      _tag: "Succeeded",
      reference: references.charge,
      payment: {
        key: `invoice:${paid.id}`,
        amount: paid.amount_paid,
        // A debt of the customer may make the charge more than the invoice.
        credit_used: cents(Math.max(0, paid.total - paid.amount_paid)),
        paid_at: paid.paid_at,
        refund_reference: paid.payment_id,
        subscription: { reference: references.subscription, period: paid.period },
      },
    };
  }
  if (invoice.status !== "open") return canceled(references.charge);
  return openState(intent, {
    reference: references.charge,
    amount: cents(invoice.amount_due),
    client_secret: intent?.client_secret ?? invoice.confirmation_secret?.client_secret ?? null,
    handle: invoice.id ?? null,
  });
};

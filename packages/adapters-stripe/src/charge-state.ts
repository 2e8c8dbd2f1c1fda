import { cents, creditUsedOf, instant } from "@backlot/domain";
import type { ChargeState, OpenCharge } from "@backlot/ports";
import type Stripe from "stripe";
import { paidInvoice } from "./provider-subscription.ts";

const seconds = (at: number) => instant(at * 1_000);

/** Returns the state of an unpaid intent. */
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

/**
 * The `expand` path to the charge that paid an intent. The charge's time is the time of the payment, because a customer
 * can confirm an intent a day after it was created.
 */
export const WITH_CHARGE = ["latest_charge"];

/** Returns the state of a one-time payment. Its charge must be expanded ({@link WITH_CHARGE}). */
export const toChargeState = (intent: Stripe.PaymentIntent): ChargeState => {
  if (intent.status === "canceled") return canceled(intent.id);
  if (intent.status === "succeeded") {
    const { latest_charge } = intent;
    const paidAt = latest_charge === null || typeof latest_charge === "string" ? intent : latest_charge;
    return {
      _tag: "Succeeded",
      reference: intent.id,
      payment: {
        key: `payment:${intent.id}`,
        amount: cents(intent.amount_received),
        credit_used: cents(0),
        paid_at: seconds(paidAt.created),
        refund_reference: intent.id,
        subscription: null,
      },
    };
  }
  const { client_secret } = intent;
  return openState(intent, { reference: intent.id, amount: cents(intent.amount), client_secret, handle: null });
};

/**
 * The IDs to report for a subscription's invoice. `charge` is the subscription's ID for a new plan, and the invoice's
 * ID for a plan change.
 */
export interface InvoiceReferences {
  readonly charge: string;
  readonly subscription: string;
}

/**
 * Returns the state of a subscription's invoice. `intent` is the payment intent of an open invoice; without it the
 * invoice requires confirmation.
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
        credit_used: creditUsedOf(paid),
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

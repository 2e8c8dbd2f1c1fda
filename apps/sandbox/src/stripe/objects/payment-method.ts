import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** The facts that Stripe stores about a card. The number is not included. */
interface CardDetails {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  /** Equal for all cards with the same number. */
  readonly fingerprint: string;
}

/** Creates a card without a customer. */
export const makePaymentMethod = (
  at: number,
  card: CardDetails,
  billing_details: Stripe.PaymentMethod.BillingDetails,
): Stripe.PaymentMethod => ({
  id: newId("pm"),
  object: "payment_method",
  allow_redisplay: "unspecified",
  billing_details,
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: card.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: "credit",
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
});

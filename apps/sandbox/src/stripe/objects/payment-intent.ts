import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** Creates an unconfirmed payment intent. It requires a payment method, or confirmation if it has one. */
export const makePaymentIntent = (
  at: number,
  of: {
    readonly amount: number;
    readonly currency: string;
    readonly customer: string | null;
    readonly payment_method: string | null;
    readonly description: string | null;
    readonly metadata: Stripe.Metadata;
    readonly setup_future_usage: Stripe.PaymentIntent["setup_future_usage"];
  },
): Stripe.PaymentIntent => {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: ["card"],
    amount: of.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: "automatic",
    created: at,
    currency: of.currency,
    customer: of.customer,
    customer_account: null,
    description: of.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: of.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: of.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: of.setup_future_usage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: of.payment_method === null ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: null,
  };
};

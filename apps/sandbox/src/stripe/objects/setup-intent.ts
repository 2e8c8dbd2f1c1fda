import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** Creates a setup intent without a card. */
export const makeSetupIntent = (
  at: number,
  of: { readonly customer: string | null; readonly usage: string; readonly metadata: Stripe.Metadata },
): Stripe.SetupIntent => {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: ["card"],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomToken(25)}`,
    created: at,
    customer: of.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: of.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: of.usage,
  };
};

import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** How long a merchant has to respond to a dispute, in seconds. */
const ANSWER_WITHIN = 7 * 86_400;

const NO_EVIDENCE: Readonly<Stripe.Dispute.Evidence> = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Creates an open dispute over an amount of a charge, in cents. */
export const makeDispute = (at: number, charge: Stripe.Charge, amount: number): Stripe.Dispute => ({
  id: newId("du"),
  object: "dispute",
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: at,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: { ...NO_EVIDENCE },
  evidence_details: {
    due_by: at + ANSWER_WITHIN,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: {
      brand: charge.payment_method_details?.card?.brand ?? "visa",
      case_type: "chargeback",
      network: charge.payment_method_details?.card?.network ?? "visa",
      network_reason_code: "10.4",
    },
    type: "card",
  },
  reason: "fraudulent",
  status: "needs_response",
});

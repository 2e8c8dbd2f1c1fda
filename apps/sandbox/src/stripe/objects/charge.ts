import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** Why the bank declined a charge. */
interface ChargeFailure {
  readonly code: string;
  readonly message: string;
}

const outcomeOf = (failure: ChargeFailure | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: failure === null ? "approved_by_network" : "declined_by_network",
  reason: null,
  risk_level: "normal",
  risk_score: 12,
  seller_message:
    failure === null ? "Payment complete." : "The bank did not return any further details with this decline.",
  type: failure === null ? "authorized" : "issuer_declined",
});

const cardDetailsOf = (
  method: Stripe.PaymentMethod,
  authorized: number | null,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: authorized,
  authorization_code: authorized === null ? null : randomToken(6).toUpperCase(),
  brand: method.card?.brand ?? null,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: method.card?.country ?? null,
  electronic_commerce_indicator: null,
  exp_month: method.card?.exp_month ?? 1,
  exp_year: method.card?.exp_year ?? 2030,
  fingerprint: method.card?.fingerprint ?? null,
  funding: method.card?.funding ?? null,
  installments: null,
  last4: method.card?.last4 ?? null,
  mandate: null,
  network: method.card?.brand ?? null,
  network_token: { used: false },
  network_transaction_id: randomToken(15),
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

/** Creates a charge of an intent's amount: captured, or failed if there is a failure. `at` is in Unix seconds. */
export const makeCharge = (
  at: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: ChargeFailure | null,
): Stripe.Charge => ({
  id: newId("ch"),
  object: "charge",
  amount: intent.amount,
  amount_captured: failure === null ? intent.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: method.billing_details,
  calculated_statement_descriptor: "BACKLOT",
  captured: failure === null,
  created: at,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: failure?.code ?? null,
  failure_message: failure?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: outcomeOf(failure),
  paid: failure === null,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { card: cardDetailsOf(method, failure === null ? intent.amount : null), type: "card" },
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: failure === null ? "succeeded" : "failed",
  transfer_data: null,
  transfer_group: null,
});

/** Creates a refund of a charge, whole or partial. The amount is in cents, `at` is in Unix seconds. */
export const makeRefund = (
  at: number,
  charge: Stripe.Charge,
  of: { readonly amount: number; readonly metadata: Stripe.Metadata },
): Stripe.Refund => ({
  id: newId("re"),
  object: "refund",
  amount: of.amount,
  balance_transaction: null,
  charge: charge.id,
  created: at,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  metadata: of.metadata,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: "succeeded",
  transfer_reversal: null,
});

const balanceTransaction = (
  at: number,
  source: { readonly id: string; readonly currency: string },
  amount: number,
  kind: Pick<Stripe.BalanceTransaction, "reporting_category" | "type">,
): Stripe.BalanceTransaction => ({
  id: newId("txn"),
  object: "balance_transaction",
  amount,
  available_on: at,
  balance_type: "payments",
  created: at,
  currency: source.currency,
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: amount,
  reporting_category: kind.reporting_category,
  source: source.id,
  status: "available",
  type: kind.type,
});

/** Creates the balance transaction of a charge or refund. The sandbox charges no fees. */
export const makeBalanceTransaction = (at: number, source: Stripe.Charge | Stripe.Refund): Stripe.BalanceTransaction =>
  balanceTransaction(at, source, source.object === "charge" ? source.amount : -source.amount, {
    reporting_category: source.object,
    type: source.object,
  });

/** Creates the balance transaction that returns a failed refund to the merchant. */
export const makeFailedRefundTransaction = (at: number, refund: Stripe.Refund): Stripe.BalanceTransaction =>
  balanceTransaction(at, refund, refund.amount, { reporting_category: "refund_failure", type: "refund_failure" });

/**
 * Creates the balance transaction of a dispute: a negative amount in cents withdraws money, a positive one returns it.
 */
export const makeDisputeTransaction = (
  at: number,
  dispute: Stripe.Dispute,
  amount: number,
): Stripe.BalanceTransaction =>
  balanceTransaction(at, dispute, amount, {
    reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    type: "adjustment",
  });

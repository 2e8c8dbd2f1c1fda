import type Stripe from "stripe";
import { badState } from "./errors.ts";
import { makeDisputeTransaction } from "./objects/charge.ts";
import { makeDispute } from "./objects/dispute.ts";
import type { StripeState } from "./state.ts";

/** The outcome of a dispute, as decided by the bank. */
export type DisputeOutcome = "won" | "lost";

/** Returns the dispute of a charge, if there is one. */
export const disputeOf = (state: StripeState, charge: Stripe.Charge): Stripe.Dispute | undefined =>
  state.all("dispute").find((each) => each.charge === charge.id);

/** The kind of a dispute. A chargeback withdraws the money at once, while an inquiry only asks a question. */
type DisputeCase = "chargeback" | "inquiry";

/**
 * Opens a dispute of a charge over an amount in cents. Throws the API's 400 if the charge can't be disputed for that
 * amount.
 */
export const openDispute = (
  state: StripeState,
  charge: Stripe.Charge,
  amount: number,
  begins: DisputeCase = "chargeback",
): Stripe.Dispute => {
  const remainder = charge.amount - charge.amount_refunded;
  if (!charge.paid || disputeOf(state, charge) !== undefined || amount <= 0 || amount > remainder)
    throw badState("charge_disputed", `Charge ${charge.id} can't be disputed for $${amount / 100}.`);
  const dispute = state.put(makeDispute(state.now(), charge, amount));
  if (begins === "inquiry") dispute.status = "warning_needs_response";
  charge.disputed = true;
  state.put(charge);
  state.emit("charge.dispute.created", dispute);
  if (begins === "inquiry") return dispute;
  dispute.balance_transactions.push(state.put(makeDisputeTransaction(state.now(), dispute, -amount)));
  state.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
};

/**
 * Closes an open dispute. Winning a chargeback returns the money. A lost inquiry becomes a lost dispute, but no money
 * is withdrawn. Throws the API's 400 if the dispute is already closed.
 */
export const closeDispute = (state: StripeState, id: string, outcome: DisputeOutcome): Stripe.Dispute => {
  const dispute = state.get("dispute", id);
  const wasInquiry = dispute.status === "warning_needs_response";
  if (dispute.status !== "needs_response" && !wasInquiry)
    throw badState("dispute_closed", `Dispute ${id} has a status of ${dispute.status} already.`);
  dispute.status = wasInquiry && outcome === "won" ? "warning_closed" : outcome;
  if (outcome === "won" && !wasInquiry) {
    dispute.is_charge_refundable = true;
    dispute.balance_transactions.push(state.put(makeDisputeTransaction(state.now(), dispute, dispute.amount)));
    state.emit("charge.dispute.funds_reinstated", dispute);
  }
  state.emit("charge.dispute.closed", dispute);
  return dispute;
};

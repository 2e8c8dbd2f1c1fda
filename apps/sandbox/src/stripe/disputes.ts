import type Stripe from "stripe";
import { badState } from "./errors.ts";
import { makeDisputeTransaction } from "./objects/charge.ts";
import { makeDispute } from "./objects/dispute.ts";
import type { StripeState } from "./state.ts";

/** How a bank decides a dispute. */
export type DisputeOutcome = "won" | "lost";

/** The dispute of a charge, where it has one. */
export const disputeOf = (state: StripeState, charge: Stripe.Charge): Stripe.Dispute | undefined =>
  state.all("dispute").find((each) => each.charge === charge.id);

/** What a bank begins with: a chargeback withdraws the money at once, and an inquiry only asks. */
export type DisputeCase = "chargeback" | "inquiry";

/** Opens a dispute of a charge, over an amount in cents. */
export const openDispute = (
  state: StripeState,
  charge: Stripe.Charge,
  amount: number,
  begins: DisputeCase = "chargeback",
): Stripe.Dispute => {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid || disputeOf(state, charge) !== undefined || amount <= 0 || amount > left)
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

/** Ends an open dispute. One that is won gives the money back; an inquiry that is lost becomes a chargeback's loss. */
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

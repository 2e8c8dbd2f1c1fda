import type Stripe from "stripe";
import { disputeOf } from "./disputes.ts";
import { badState } from "./errors.ts";
import { idOf } from "./ids.ts";
import { makeBalanceTransaction, makeFailedRefundTransaction, makeRefund } from "./objects/charge.ts";
import type { StripeState } from "./state.ts";

/**
 * Refunds an amount of a charge in cents; undefined refunds everything that is left. Throws the API's 400 if less than
 * that amount is left or the charge was charged back.
 */
export const refundCharge = (
  state: StripeState,
  charge: Stripe.Charge,
  named: number | undefined,
  metadata: Stripe.Metadata,
): Stripe.Refund => {
  if (disputeOf(state, charge)?.is_charge_refundable === false)
    throw badState("charge_disputed", `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  const remainder = charge.amount - charge.amount_refunded;
  const amount = named ?? remainder;
  if (remainder === 0) throw badState("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
  if (amount <= 0 || amount > remainder)
    throw badState(
      "amount_too_large",
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${remainder / 100})`,
    );
  const refund = state.put(makeRefund(state.now(), charge, { amount, metadata }));
  refund.balance_transaction = state.put(makeBalanceTransaction(state.now(), refund)).id;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  if (state.card(idOf(charge.payment_method ?? "")).refunds === "pending") {
    refund.status = "pending";
    refund.pending_reason = "processing";
  }
  state.emit("charge.refunded", charge);
  return refund;
};

/**
 * Ends a refund that the bank is processing, or sends a succeeded refund back. A failed refund returns the money to the
 * merchant. Throws the API's 400 if the refund has already failed, or has already succeeded and `outcome` is
 * "succeeded".
 */
export const endRefund = (state: StripeState, id: string, outcome: "succeeded" | "failed"): Stripe.Refund => {
  const refund = state.put(state.get("refund", id));
  if (refund.status === "failed" || refund.status === outcome)
    throw badState("refund_unexpected_state", `Refund ${id} has ended: its status is ${refund.status}.`);
  refund.status = outcome;
  delete refund.pending_reason;
  if (outcome === "failed") {
    const charge = state.put(state.get("charge", idOf(refund.charge ?? "")));
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    refund.failure_reason = "expired_or_canceled_card";
    refund.failure_balance_transaction = state.put(makeFailedRefundTransaction(state.now(), refund)).id;
    state.emit("refund.failed", refund);
  }
  state.emit("refund.updated", refund);
  state.emit("charge.refund.updated", refund);
  return refund;
};

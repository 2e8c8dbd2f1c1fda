import type Stripe from "stripe";
import { disputeOf } from "./disputes.ts";
import { badState } from "./errors.ts";
import { makeBalanceTransaction, makeRefund } from "./objects/charge.ts";
import type { StripeState } from "./state.ts";

/**
 * Refunds an amount of a charge in cents; undefined refunds everything that is left. Throws the API's 400 if the charge
 * has less left or was charged back.
 */
export const refundCharge = (
  state: StripeState,
  charge: Stripe.Charge,
  named: number | undefined,
  metadata: Stripe.Metadata,
): Stripe.Refund => {
  if (disputeOf(state, charge)?.is_charge_refundable === false)
    throw badState("charge_disputed", `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  const left = charge.amount - charge.amount_refunded;
  const amount = named ?? left;
  if (left === 0) throw badState("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
  if (amount <= 0 || amount > left)
    throw badState(
      "amount_too_large",
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
    );
  const refund = state.put(makeRefund(state.now(), charge, { amount, metadata }));
  refund.balance_transaction = state.put(makeBalanceTransaction(state.now(), refund)).id;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit("charge.refunded", charge);
  return refund;
};

import { type DisputeStatus, instantOf } from "@backlot/domain";
import type { ProviderCall, DisputeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toCents } from "./charge-state.ts";
import type { Client } from "./client.ts";
import { Dispute } from "./schemas.ts";

/** The outcomes in which the store loses the money. In all others the store keeps it, or PayPal pays the buyer. */
const LOST = new Set(["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]);

const toStatus = ({ status, dispute_outcome }: typeof Dispute.Type): DisputeStatus => {
  if (status !== "RESOLVED") return "open";
  return LOST.has(dispute_outcome?.outcome_code ?? "") ? "lost" : "won";
};

/**
 * Returns the current state of a dispute. If the buyer got only a partial refund, the amount lost is that part. Returns
 * null if PayPal doesn't know the dispute, or if the dispute names none of the store's payments.
 */
export const disputeState = (read: Client["read"], dispute_id: string): ProviderCall<DisputeState | null> =>
  Effect.map(read(Dispute, `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`), (dispute) => {
    const disputed = dispute?.disputed_transactions?.find((each) => each.seller_transaction_id != null);
    const payment_id = disputed?.seller_transaction_id ?? null;
    if (dispute === null || payment_id === null) return null;
    const status = toStatus(dispute);
    const refunded = status === "lost" ? dispute.dispute_outcome?.amount_refunded : null;
    const updated = dispute.update_time ?? null;
    return {
      dispute_id,
      payment_id,
      amount: toCents(refunded ?? dispute.dispute_amount),
      status,
      opened_at: instantOf(dispute.create_time),
      closed_at: status === "open" || updated === null ? null : instantOf(updated),
      order_id: disputed?.custom ?? null,
      customer_id: null,
    };
  });

import { type DisputeStatus, cents, instant } from "@backlot/domain";
import type { ProviderCall, DisputeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { idOf, requestOrUnavailable } from "./client.ts";

/**
 * Returns the status of a dispute, or null for an open inquiry, in which the bank only asks a question and withdraws no
 * money.
 */
const toStatus = (status: Stripe.Dispute.Status): DisputeStatus | null => {
  switch (status) {
    case "needs_response":
    case "under_review":
    case "appeal_needs_response":
    case "appeal_under_review":
      return "open";
    case "won":
    case "warning_closed":
    case "prevented":
      return "won";
    case "lost":
      return "lost";
    default:
      return null;
  }
};

/**
 * Returns the current state of a dispute, with the disputed payment. Returns null for an inquiry, or if the dispute has
 * no payment intent.
 */
export const disputeState = (stripe: Stripe, dispute_id: string): ProviderCall<DisputeState | null> =>
  Effect.map(
    requestOrUnavailable(() => stripe.disputes.retrieve(dispute_id, { expand: ["payment_intent"] })),
    (dispute) => {
      const status = toStatus(dispute.status);
      const intent = dispute.payment_intent;
      if (status === null || intent === null || typeof intent === "string") return null;
      return {
        dispute_id,
        payment_id: intent.id,
        amount: cents(dispute.amount),
        status,
        opened_at: instant(dispute.created * 1_000),
        // Stripe does not report when a dispute was closed.
        closed_at: null,
        order_id: intent.metadata["order_id"] ?? null,
        customer_id: idOf(intent.customer),
      };
    },
  );

import { type DisputeStatus, cents, instant } from "@backlot/domain";
import type { Asked, DisputeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { idOf, requestOrUnavailable } from "./client.ts";

/** How a dispute stands; null for an inquiry: its bank only asks, and no money is withdrawn. */
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

/** A dispute as it stands now, with whose payment it is about. Null for an inquiry. (ORD-06) */
export const disputeState = (stripe: Stripe, dispute_id: string): Asked<DisputeState | null> =>
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
        // Stripe does not say when it was closed.
        closed_at: null,
        order_id: intent.metadata["order_id"] ?? null,
        customer_id: idOf(intent.customer),
      };
    },
  );

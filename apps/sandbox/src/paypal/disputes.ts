import { newId } from "./ids.ts";
import { type DisputeResource, toDispute } from "./resources/dispute.ts";
import type { PayPalState } from "./state.ts";
import type { StoredAgreement, StoredDispute, StoredOrder, StoredPayment } from "./stored-objects.ts";

/** Creates the functions that open, close, and read disputes. `base` returns the sandbox's own URL. */
export const makeDisputes = (state: PayPalState, base: () => string) => {
  const ownerOf = (
    paymentId: string,
  ): { readonly owner: StoredOrder | StoredAgreement; readonly payment: StoredPayment } | null => {
    for (const order of state.all("order"))
      for (const payment of order.captures) if (payment.id === paymentId) return { owner: order, payment };
    for (const agreement of state.all("subscription"))
      for (const payment of agreement.transactions) if (payment.id === paymentId) return { owner: agreement, payment };
    return null;
  };

  const resourceOf = (dispute: StoredDispute): DisputeResource => {
    const match = ownerOf(dispute.payment_id);
    if (match === null) throw new Error(`dispute ${dispute.id} is of no payment`);
    return toDispute(dispute, match.payment, base());
  };

  /** Returns a dispute as the API does, or null if there is none with this id. */
  const read = (id: string): DisputeResource | null => {
    const dispute = state.find("dispute", id);
    return dispute === null ? null : resourceOf(dispute);
  };

  /**
   * Opens a dispute over an amount in cents; null disputes everything not yet refunded. Returns null if the payment is
   * unknown, already has an open dispute, or has less than that left to refund.
   */
  const open = (paymentId: string, requested: number | null): DisputeResource | null => {
    const match = ownerOf(paymentId);
    if (match === null) return null;
    const remainder = match.payment.amount - match.payment.refunded;
    const amount = requested ?? remainder;
    const isOpen = state.all("dispute").some((each) => each.payment_id === paymentId && each.outcome === null);
    if (isOpen || amount <= 0 || amount > remainder) return null;
    const dispute = state.put<StoredDispute>({
      kind: "dispute",
      id: newId("PP-R-", 12),
      payment_id: paymentId,
      buyer_payment_id: newId(),
      custom_id: match.owner.custom_id,
      amount,
      outcome: null,
      refunded: 0,
      created: state.now(),
      updated: state.now(),
    });
    state.emit("CUSTOMER.DISPUTE.CREATED", resourceOf(dispute));
    return resourceOf(dispute);
  };

  /**
   * Closes an open dispute. If it is lost, the buyer gets `requested` cents, up to the disputed amount; null refunds
   * all of it. Returns null if no dispute with this id is open.
   */
  const close = (id: string, outcome: "won" | "lost", requested: number | null): DisputeResource | null => {
    const dispute = state.find("dispute", id);
    if (dispute === null || dispute.outcome !== null) return null;
    dispute.outcome = outcome;
    dispute.refunded = outcome === "lost" ? Math.min(requested ?? dispute.amount, dispute.amount) : 0;
    dispute.updated = state.now();
    state.emit("CUSTOMER.DISPUTE.RESOLVED", resourceOf(dispute));
    return resourceOf(dispute);
  };

  return { read, open, close };
};

export type PayPalDisputes = ReturnType<typeof makeDisputes>;

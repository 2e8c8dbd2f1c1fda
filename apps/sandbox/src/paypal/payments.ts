import { newId } from "./ids.ts";
import { toCapture } from "./resources/order.ts";
import { toRefund } from "./resources/refund.ts";
import { toSaleRefund } from "./resources/sale.ts";
import type { PayPalState } from "./state.ts";
import type { StoredAgreement, StoredOrder, StoredPayment, StoredRefund } from "./stored-objects.ts";

/** Creates a completed payment of an amount in cents, at a time in Unix seconds. */
export const makePayment = (amount: number, time: number): StoredPayment => ({
  id: newId(),
  status: "COMPLETED",
  amount,
  time,
  refunded: 0,
});

/** Creates the functions that capture orders and refund payments. `base` returns the sandbox's own URL. */
export const makePayments = (state: PayPalState, base: () => string) => {
  /** Captures an approved order. Returns null if its funding is insufficient. */
  const capture = (order: StoredOrder): StoredPayment | null => {
    const payment = makePayment(order.amount, state.now());
    if (order.funding === "insufficient") {
      state.emit("PAYMENT.CAPTURE.DENIED", toCapture({ ...payment, status: "DECLINED" }, order, base()));
      return null;
    }
    order.captures.push(payment);
    order.status = "COMPLETED";
    order.updated = state.now();
    state.emit("PAYMENT.CAPTURE.COMPLETED", toCapture(payment, order, base()));
    return payment;
  };

  /** Returns a payment and the order or agreement that it belongs to, or null if it is unknown. */
  const find = (
    paymentId: string,
  ): { readonly owner: StoredOrder | StoredAgreement; readonly payment: StoredPayment } | null => {
    for (const owner of [...state.all("order"), ...state.all("subscription")]) {
      const payments = owner.kind === "order" ? owner.captures : owner.transactions;
      const payment = payments.find((each) => each.id === paymentId);
      if (payment !== undefined) return { owner, payment };
    }
    return null;
  };

  const emitRefunded = (refund: StoredRefund, of: "order" | "subscription"): void => {
    if (of === "order") state.emit("PAYMENT.CAPTURE.REFUNDED", toRefund(refund, base()));
    else state.emit("PAYMENT.SALE.REFUNDED", toSaleRefund(refund, base()));
  };

  /**
   * Refunds `requested` cents of a payment, or everything that is left if `requested` is null. Returns null if the
   * payment is unknown or has less than that left. `invoice_id` is the merchant's reference for the refund.
   */
  const refund = (paymentId: string, requested: number | null, invoice_id: string | null): StoredRefund | null => {
    const match = find(paymentId);
    if (match === null) return null;
    const { owner, payment } = match;
    const remainder = payment.amount - payment.refunded;
    const amount = requested ?? remainder;
    if (amount <= 0 || amount > remainder) return null;
    payment.refunded += amount;
    payment.status = payment.refunded === payment.amount ? "REFUNDED" : "PARTIALLY_REFUNDED";
    state.put(owner);
    const refunded = state.put<StoredRefund>({
      kind: "refund",
      id: newId(),
      payment_id: paymentId,
      custom_id: owner.custom_id,
      invoice_id,
      amount,
      total: payment.refunded,
      status: payment.holds_refunds ? "PENDING" : "COMPLETED",
      time: state.now(),
    });
    if (refunded.status === "COMPLETED") emitRefunded(refunded, owner.kind);
    return refunded;
  };

  /** Holds the future refunds of a payment. Returns false if the payment is unknown. */
  const holdRefunds = (paymentId: string): boolean => {
    const match = find(paymentId);
    if (match === null) return false;
    match.payment.holds_refunds = true;
    state.put(match.owner);
    return true;
  };

  /**
   * Ends a held refund. A failed one returns the money to the merchant, and sends no event. Returns null if no such
   * refund is held.
   */
  const endRefund = (id: string, outcome: "COMPLETED" | "FAILED"): StoredRefund | null => {
    const refund = state.find("refund", id);
    const match = refund === null ? null : find(refund.payment_id);
    if (refund?.status !== "PENDING" || match === null) return null;
    refund.status = outcome;
    state.put(refund);
    if (outcome === "COMPLETED") emitRefunded(refund, match.owner.kind);
    else {
      match.payment.refunded -= refund.amount;
      match.payment.status = match.payment.refunded === 0 ? "COMPLETED" : "PARTIALLY_REFUNDED";
      state.put(match.owner);
    }
    return refund;
  };

  return { capture, refund, holdRefunds, endRefund };
};

export type PayPalPayments = ReturnType<typeof makePayments>;

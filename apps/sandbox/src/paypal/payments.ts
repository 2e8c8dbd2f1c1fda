import { newId } from "./ids.ts";
import { toCapture } from "./resources/order.ts";
import { toRefund } from "./resources/refund.ts";
import { toSaleRefund } from "./resources/sale.ts";
import type { PayPalState } from "./state.ts";
import type { StoredOrder, StoredPayment, StoredRefund } from "./stored-objects.ts";

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

  /**
   * Refunds `requested` cents of a payment, or everything that is left if that is null. Returns null if the payment is
   * unknown or less is left. `invoice_id` is the merchant's reference for the refund.
   */
  const refund = (paymentId: string, requested: number | null, invoice_id: string | null): StoredRefund | null => {
    const order = state.all("order").find((each) => each.captures.some((payment) => payment.id === paymentId));
    const agreement = state
      .all("subscription")
      .find((each) => each.transactions.some((payment) => payment.id === paymentId));
    const owner = order ?? agreement;
    const payment = [...(order?.captures ?? []), ...(agreement?.transactions ?? [])].find(
      (each) => each.id === paymentId,
    );
    if (owner === undefined || payment === undefined) return null;
    const left = payment.amount - payment.refunded;
    const amount = requested ?? left;
    if (amount <= 0 || amount > left) return null;
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
      time: state.now(),
    });
    if (owner.kind === "order") state.emit("PAYMENT.CAPTURE.REFUNDED", toRefund(refunded, base()));
    else state.emit("PAYMENT.SALE.REFUNDED", toSaleRefund(refunded, base()));
    return refunded;
  };

  return { capture, refund };
};

export type PayPalPayments = ReturnType<typeof makePayments>;

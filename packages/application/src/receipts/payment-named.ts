import { message, receiptPlace, receiptTitle, reversedAmount } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the payment that a receipt number, an order ID, or a payment ID names, with its receipt, or fails. */
export const paymentNamed = Effect.fnUntraced(function* (name: string) {
  const { receipts, payments } = yield* ReadRepositories;
  const text = name.trim();
  const place = receiptPlace(text);
  const receiptRecord =
    (yield* place === null ? receipts.ofPayment(text) : receipts.get(place)) ?? (yield* receipts.ofOrder(text));
  const payment = receiptRecord === null ? null : yield* payments.get(receiptRecord.receipt.payment_id);
  if (receiptRecord === null || payment === null) return yield* new NotFound({ message: message("not_found") });
  return { receipt: receiptRecord.receipt, payment };
});

/** Returns the payment that a refund is of, as its preview names it. Amounts in cents. */
export const refundSubject = Effect.fnUntraced(function* ({
  receipt,
  payment,
}: Effect.Success<ReturnType<typeof paymentNamed>>) {
  const { accounts } = yield* ReadRepositories;
  const account = yield* accounts.get(payment.user_id);
  return {
    payment_id: payment.id,
    receipt: receipt.number,
    title: receiptTitle(receipt),
    email: account?.email ?? "",
    paid: payment.amount,
    refunded: reversedAmount(payment),
  };
});

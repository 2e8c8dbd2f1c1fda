import { message, receiptPlace, receiptTitle, reversedAmount } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns a payment by its receipt number, order ID, or payment ID, with its receipt. Fails if there is none. */
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

/** Returns the payment to refund as the refund's preview shows it. Amounts in cents. */
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

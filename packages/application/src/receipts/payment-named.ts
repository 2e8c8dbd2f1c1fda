import { message, receiptPlace, receiptTitle, reversedAmount } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns a payment by its receipt number, order ID, or payment ID, with its receipt. Fails if there is none. */
export const paymentNamed = Effect.fnUntraced(function* (name: string) {
  const repos = yield* ReadRepositories;
  const text = name.trim();
  const place = receiptPlace(text);
  const receiptRecord =
    (yield* place === null ? repos.receipts.ofPayment(text) : repos.receipts.get(place)) ??
    (yield* repos.receipts.ofOrder(text));
  const payment = receiptRecord === null ? null : yield* repos.payments.get(receiptRecord.receipt.payment_id);
  if (receiptRecord === null || payment === null) return yield* new NotFound({ message: message("not_found") });
  return { receipt: receiptRecord.receipt, payment };
});

/** Returns the payment to refund as the refund's preview shows it. Amounts in cents. */
export const refundSubject = Effect.fnUntraced(function* ({
  receipt,
  payment,
}: Effect.Success<ReturnType<typeof paymentNamed>>) {
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(payment.user_id);
  return {
    payment_id: payment.id,
    receipt: receipt.number,
    title: receiptTitle(receipt),
    email: account?.email ?? "",
    paid: payment.amount,
    refunded: reversedAmount(payment),
  };
});

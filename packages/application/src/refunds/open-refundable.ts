import { refundableNow } from "@backlot/domain/refunds/refund-loss";
import { type Payment, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns how much of a payment can be refunded now, in cents: what is left after the open refunds. */
export const openRefundable = Effect.fnUntraced(function* (payment: Payment) {
  const repos = yield* ReadRepositories;
  const paymentRefunds = yield* repos.refunds.ofPayments([payment.id]);
  return refundableNow(
    payment,
    paymentRefunds.filter(({ status }) => status === "due" || status === "issued"),
  );
});

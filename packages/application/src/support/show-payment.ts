import { reversedAmount } from "@backlot/domain";
import { ReadRepositories, type SupportPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { paymentNamed } from "../receipts/payment-named.ts";
import { disputeView } from "../refunds/unsettled-money.ts";

/** Returns a payment with its receipt, refunds, and disputes. Fails if there is no such payment. */
export const showPayment = Effect.fnUntraced(function* (name: string) {
  const repos = yield* ReadRepositories;
  const { receipt, payment } = yield* paymentNamed(name);
  const shown: SupportPayment = {
    receipt,
    email: (yield* repos.accounts.get(payment.user_id))?.email ?? "",
    refunded: reversedAmount(payment),
    refunds: (yield* repos.refunds.ofPayments([payment.id])).map(({ cause, amount, status, created_at }) => ({
      cause,
      amount,
      status,
      created_at,
    })),
    disputes: (yield* repos.disputes.ofPayment(payment.id)).map(disputeView),
  };
  return shown;
});

import { type Cents, ZERO, creditPayouts, min, payoutEntries, payoutErrorMessage, payoutTotal } from "@backlot/domain";
import { Conflict, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";

/**
 * Enqueues the refunds of account credit that support pays out, and deducts it from the customer's balance at the
 * provider. `held` is the provider's balance; the credit may have been used since our ledger was updated. Amounts in
 * cents. Fails if less than `amount` can be paid out. Call it under the account's lock.
 */
export const payOutAccountCredit = Effect.fnUntraced(function* (
  userId: string,
  { id, amount, held }: { id: string; amount: Cents; held: Cents },
) {
  const repos = yield* Repositories;
  const at = yield* currentTime;
  const entries = yield* repos.funding.entries(userId);
  const payments = yield* repos.payments.ofAccount(userId);
  const payouts = creditPayouts(entries, payments, min(held, amount));
  const payable = payoutTotal(payouts);
  if (payable < amount)
    return yield* new Conflict({ reason: "account_credit_unavailable", message: payoutErrorMessage(payable) });
  yield* repos.funding.post(userId, payoutEntries(payouts, `payout:${id}`, at));
  for (const { payment, gross } of payouts)
    yield* enqueueRefund({
      cause: "account-credit",
      cause_reference: id,
      payment_id: payment,
      amount: gross,
      account_credit: ZERO,
    });
  const adjustment = { id: `credit:payout:${id}`, user_id: userId, cents: amount, reason: "Account credit paid out" };
  yield* repos.balanceAdjustments.enqueue(adjustment, at);
});

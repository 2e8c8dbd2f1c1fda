import { type Cents, cents, max, ZERO } from "@backlot/domain";
import {
  type BalanceAdjustment,
  type Payment,
  type Refund,
  type RefundOutcome,
  Repositories,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Enqueues the return of the account credit that a refunded payment used, if any. */
export const returnAccountCredit = Effect.fnUntraced(function* ({ id, account_credit }: Refund, user_id: string) {
  const repos = yield* Repositories;
  if (account_credit === 0) return;
  const reason = "Account credit from a refunded payment";
  const adjustment: BalanceAdjustment = { id: `credit:${id}`, user_id, cents: cents(-account_credit), reason };
  yield* repos.balanceAdjustments.enqueue(adjustment, yield* currentTime);
});

/**
 * Records the outcome of a refund that the store issued. A refund that fails after being recorded as made no longer
 * counts. Anything it revoked stays revoked, and the refund is shown to support. Ignores refunds that the store didn't
 * make. `reported` is the total that the provider has refunded on the payment, in cents. Call it under the account's
 * lock, after recording that total.
 */
export const settleRefund = Effect.fnUntraced(function* (
  payment: Payment,
  { provider_reference, status }: RefundOutcome,
  reported: Cents,
) {
  const repos = yield* Repositories;
  const at = yield* currentTime;
  const refund = yield* repos.refunds.byProvider(provider_reference);
  if (refund === null) return;
  if (status === "succeeded" && refund.status === "issued") {
    yield* repos.refunds.complete(refund.id, { status: "applied", provider_reference }, at);
    yield* returnAccountCredit(refund, payment.user_id);
  }
  if (status === "failed" && (refund.status === "issued" || refund.status === "applied")) {
    yield* Effect.logError(`refund ${refund.id} of payment ${payment.id} failed after it was issued`);
    yield* repos.refunds.complete(refund.id, { status: "failed", provider_reference }, at);
    if (refund.status !== "applied") return;
    const { refunded } = (yield* repos.payments.get(payment.id)) ?? payment;
    // If the reported total excludes the failed refund, use it; otherwise, subtract the refund.
    const refundTotal = reported < refunded ? reported : max(ZERO, cents(refunded - refund.amount));
    yield* repos.payments.setRefunded(payment.id, refundTotal, at);
  }
});

import { type Cents, KEY_REUSED, ZERO, cents, message } from "@backlot/domain";
import { NOTHING_TAKEN, NO_REFUSED_REFUND, refundErrorMessage } from "@backlot/domain/refunds/refund-loss";
import {
  Conflict,
  NotFound,
  type Payment,
  type PaymentRefund,
  ReadRepositories,
  type RefundSettlement,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { openRefundable } from "../refunds/open-refundable.ts";
import { logAction } from "../log-change.ts";
import { prepareReversal } from "../fulfillment/prepare-reversal.ts";
import { hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { refundStatusOf } from "../refunds/refund-status.ts";
import { paymentNamed, refundSubject } from "../receipts/payment-named.ts";
import { tryRefund } from "../refunds/try-refund.ts";

/**
 * Locks a payment's owner, and returns the payment. Retries if an account took over the guest's payment before the lock
 * was acquired.
 */
const lockPayment = Effect.fnUntraced(function* ({ id, user_id }: Payment) {
  const repos = yield* Repositories;
  for (let owner = user_id; ; ) {
    yield* repos.accounts.lock(owner);
    const payment: Payment | null = yield* repos.payments.get(id);
    if (payment === null) return yield* new NotFound({ message: message("not_found") });
    if (payment.user_id === owner) return payment;
    owner = payment.user_id;
  }
});

/**
 * Records that staff paid a payment's refused refunds another way, such as by bank transfer, so that they are never
 * made. Logs who recorded it and why. Returns their sum, in cents. Fails if there is no such payment, or if none of its
 * refunds were refused.
 */
export const settleRefunds = Effect.fnUntraced(function* ({ payment: name, ...by }: RefundSettlement) {
  const paymentMatch = yield* paymentNamed(name);
  return yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const { id: payment_id, user_id } = yield* lockPayment(paymentMatch.payment);
    const amount = yield* repos.refunds.settleFailed(payment_id, yield* currentTime);
    if (amount === 0) return yield* new Conflict({ reason: "refund_unavailable", message: NO_REFUSED_REFUND });
    const receipt = paymentMatch.receipt.number;
    yield* logAction(user_id, by, { kind: "settle_refunds", payment_id, receipt, amount });
    return { amount, email: (yield* repos.accounts.get(user_id))?.email ?? "" };
  }).pipe(transactional);
});

/**
 * Returns the amount to refund: the requested amount, or everything that is left. Fails if that is zero or exceeds what
 * is left.
 */
const amountToRefund = Effect.fnUntraced(function* (payment: Payment, requestedAmount: Cents | null) {
  const refundableAmount = yield* openRefundable(payment);
  const amount = requestedAmount ?? refundableAmount;
  if (amount === 0 || amount > refundableAmount)
    return yield* new Conflict({ reason: "refund_unavailable", message: refundErrorMessage(refundableAmount) });
  return amount;
});

/**
 * Enqueues a refund of a payment for support staff: an amount in cents, or everything that is left if null. Returns the
 * amount.
 */
const enqueueAsked = Effect.fnUntraced(function* (payment: Payment, requestedAmount: Cents | null, id: string) {
  const amount = yield* amountToRefund(payment, requestedAmount);
  const cause = { cause: "support", cause_reference: id } as const;
  yield* enqueueRefund({ ...cause, payment_id: payment.id, amount, account_credit: ZERO });
  return amount;
});

const tryPaymentRefund = (payment: Payment, requestedAmount: Cents | null) =>
  tryRefund(lockPayment(payment), (locked) => enqueueAsked(locked, requestedAmount, `trial of ${locked.id}`));

/**
 * Returns what a refund of a payment would pay and revoke. The refund is for an amount in cents, or for everything that
 * is left if null. Changes nothing. Fails if there is no such payment, or if less than the amount is left to refund.
 */
export const previewRefund = Effect.fnUntraced(function* ({
  payment: name,
  amount,
}: {
  readonly payment: string;
  readonly amount: Cents | null;
}) {
  const named = yield* paymentNamed(name);
  const tried = yield* tryPaymentRefund(named.payment, amount);
  return { ...(yield* refundSubject(named)), ...tried };
});

/**
 * Refunds a payment for support staff: an amount in cents, or everything that is left if null. Revokes everything that
 * money paid for, and logs who did it and why. Makes the refund immediately, or leaves it to the jobs if the provider
 * is down or a dispute is open. Applies a refund once per idempotency key. Fails if there is no such payment, or if
 * less than the amount is left to refund.
 */
export const refundPayment = Effect.fnUntraced(function* ({
  payment: name,
  amount: requestedAmount,
  idempotency_key: id,
  ...by
}: PaymentRefund) {
  const repos = yield* ReadRepositories;
  const { payment: initialPayment, receipt } = yield* paymentNamed(name);
  const reused = () => new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });
  const earlierAction = yield* repos.supportActions.get(id);
  const wanted = earlierAction === null ? yield* amountToRefund(initialPayment, requestedAmount) : ZERO;
  if (earlierAction === null && (yield* hasNewReversal(initialPayment, cents(initialPayment.refunded + wanted))))
    yield* prepareReversal(initialPayment.user_id);
  // A repeated request may make the refund in the meantime. The locked lookup below then finds that refund or rejects
  // this one.
  const takes =
    earlierAction === null
      ? yield* Effect.match(tryPaymentRefund(initialPayment, requestedAmount), {
          onSuccess: (tried) => tried.takes,
          onFailure: () => NOTHING_TAKEN,
        })
      : NOTHING_TAKEN;
  const refunded = yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const payment = yield* lockPayment(initialPayment);
    const before = yield* repos.supportActions.get(id);
    const isSame = before?.change.kind === "refund_payment" && before.change.payment_id === initialPayment.id;
    if (isSame && (requestedAmount === null || requestedAmount === before.change.amount))
      return { amount: before.change.amount, takes: before.change.takes ?? NOTHING_TAKEN };
    if (before !== null) return yield* reused();
    const amount = yield* enqueueAsked(payment, requestedAmount, id);
    const change = { payment_id: payment.id, receipt: receipt.number, amount, takes };
    if (!(yield* logAction(payment.user_id, { ...by, id }, { kind: "refund_payment", ...change })))
      return yield* reused();
    return { amount, takes };
  }).pipe(transactional);
  yield* refundDue;
  return { ...refunded, status: yield* refundStatusOf(initialPayment.id, id) };
});

import { type Cents, KEY_REUSED, ZERO, cents, message } from "@backlot/domain";
import { NOTHING_TAKEN, NO_REFUSED_REFUND, refundErrorMessage } from "@backlot/domain/refunds/refund-loss";
import {
  Clock,
  Conflict,
  NotFound,
  type Payment,
  type PaymentRefund,
  ReadRepositories,
  type RefundSettlement,
  Repositories,
  transactional,
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
const lockPayment = ({ id, user_id }: Payment) =>
  Effect.gen(function* () {
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
 * made. Logs who says so and why. Returns their sum, in cents. Fails if there is no such payment, or no refused refund
 * of it.
 */
export const settleRefunds = ({ payment: name, ...by }: RefundSettlement) =>
  Effect.gen(function* () {
    const found = yield* paymentNamed(name);
    return yield* Effect.gen(function* () {
      const { accounts, refunds } = yield* Repositories;
      const { id: payment_id, user_id } = yield* lockPayment(found.payment);
      const amount = yield* refunds.settleFailed(payment_id, (yield* Clock).now());
      if (amount === 0) return yield* new Conflict({ reason: "refund_unavailable", message: NO_REFUSED_REFUND });
      const receipt = found.receipt.number;
      yield* logAction(user_id, by, { kind: "settle_refunds", payment_id, receipt, amount });
      return { amount, email: (yield* accounts.get(user_id))?.email ?? "" };
    }).pipe(transactional);
  });

/** Returns the amount to refund: what was asked, or everything that is left. Fails if that is too much, or nothing. */
const amountToRefund = (payment: Payment, asked: Cents | null) =>
  Effect.gen(function* () {
    const left = yield* openRefundable(payment);
    const amount = asked ?? left;
    if (amount === 0 || amount > left)
      return yield* new Conflict({ reason: "refund_unavailable", message: refundErrorMessage(left) });
    return amount;
  });

/** Enqueues a refund of a payment for support staff: an amount in cents, or all that is left if null. Returns it. */
const enqueueAsked = (payment: Payment, asked: Cents | null, id: string) =>
  Effect.gen(function* () {
    const amount = yield* amountToRefund(payment, asked);
    const cause = { cause: "support", cause_reference: id } as const;
    yield* enqueueRefund({ ...cause, payment_id: payment.id, amount, account_credit: ZERO });
    return amount;
  });

const tryPaymentRefund = (payment: Payment, asked: Cents | null) =>
  tryRefund(lockPayment(payment), (locked) => enqueueAsked(locked, asked, `trial of ${locked.id}`));

/**
 * Returns what a refund of a payment would pay and take back: an amount in cents, or all that is left if null. Changes
 * nothing. Fails if there is no such payment, or if less is left of it.
 */
export const previewRefund = ({ payment: name, amount }: { readonly payment: string; readonly amount: Cents | null }) =>
  Effect.gen(function* () {
    const named = yield* paymentNamed(name);
    const tried = yield* tryPaymentRefund(named.payment, amount);
    return { ...(yield* refundSubject(named)), ...tried };
  });

/**
 * Refunds a payment for support staff: an amount in cents, or all that is left if null. Takes back what that money paid
 * for, and logs who did it and why. Makes the refund at once, or leaves it to the jobs if the provider is down or a
 * dispute is open. Applies a refund once per idempotency key. Fails if there is no such payment, or if less is left of
 * it.
 */
export const refundPayment = ({ payment: name, amount: asked, idempotency_key: id, ...by }: PaymentRefund) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const { payment: known, receipt } = yield* paymentNamed(name);
    const reused = () => new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });
    const made = yield* read.supportActions.get(id);
    const wanted = made === null ? yield* amountToRefund(known, asked) : ZERO;
    if (made === null && (yield* hasNewReversal(known, cents(known.refunded + wanted))))
      yield* prepareReversal(known.user_id);
    // A repeated request may make the refund meanwhile. The locked look-up below then finds it, or refuses this one.
    const takes =
      made === null
        ? yield* Effect.match(tryPaymentRefund(known, asked), {
            onSuccess: (tried) => tried.takes,
            onFailure: () => NOTHING_TAKEN,
          })
        : NOTHING_TAKEN;
    const refunded = yield* Effect.gen(function* () {
      const { supportActions } = yield* Repositories;
      const payment = yield* lockPayment(known);
      const before = yield* supportActions.get(id);
      const isSame = before?.change.kind === "refund_payment" && before.change.payment_id === known.id;
      if (isSame && (asked === null || asked === before.change.amount))
        return { amount: before.change.amount, takes: before.change.takes ?? NOTHING_TAKEN };
      if (before !== null) return yield* reused();
      const amount = yield* enqueueAsked(payment, asked, id);
      const change = { payment_id: payment.id, receipt: receipt.number, amount, takes };
      if (!(yield* logAction(payment.user_id, { ...by, id }, { kind: "refund_payment", ...change })))
        return yield* reused();
      return { amount, takes };
    }).pipe(transactional);
    yield* refundDue;
    return { ...refunded, status: yield* refundStatusOf(known.id, id) };
  });

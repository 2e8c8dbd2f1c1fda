import { KEY_REUSED, cents, loggedReason } from "@backlot/domain";
import { NO_REFUSED_REFUND } from "@backlot/domain/refunds/refund-loss";
import {
  Clock,
  Conflict,
  Ids,
  type PaymentRefund,
  ReadRepositories,
  Repositories,
  type RefundSettlement,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { prepareReversal } from "../orders/prepare-reversal.ts";
import { hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { refundStatusOf } from "../refunds/refund-status.ts";
import { actorOf } from "../staff-actor.ts";
import { amountToRefund, paymentNamed } from "./refund-preview.ts";

/**
 * Records that staff paid a payment's refused refunds another way, such as by bank transfer, so that they are never
 * made. Logs who says so and why. Returns their sum, in cents. Fails if there is no such payment, or no refused refund
 * of it.
 */
export const settleRefunds = ({ payment: name, actor, reason }: RefundSettlement) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const { payment, receipt } = yield* paymentNamed(name);
    return yield* Effect.gen(function* () {
      const repos = yield* Repositories;
      const account = yield* repos.accounts.lock(payment.user_id);
      const at = (yield* Clock).now();
      const amount = yield* repos.refunds.settleFailed(payment.id, at);
      if (amount === 0) return yield* new Conflict({ reason: "refund_unavailable", message: NO_REFUSED_REFUND });
      const change = { kind: "settle_refunds", payment_id: payment.id, receipt: receipt.number, amount } as const;
      const id = (yield* Ids).next();
      yield* repos.supportActions.add(payment.user_id, {
        ...by,
        reason: loggedReason(account, reason),
        id,
        at,
        change,
      });
      return { amount, email: account?.email ?? "" };
    }).pipe(transactional);
  });

/**
 * Refunds a payment for support staff: an amount in cents, or all that is left if null. Takes back what that money paid
 * for, and logs who did it and why. Makes the refund at once, or leaves it to the jobs if the provider is down or a
 * dispute is open. Applies a refund once per idempotency key. Fails if there is no such payment, or if less is left of
 * it.
 */
export const refundPayment = ({ payment: name, amount: asked, idempotency_key: id, reason, actor }: PaymentRefund) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const read = yield* ReadRepositories;
    const { payment: known, receipt } = yield* paymentNamed(name);
    const made = yield* read.supportActions.get(id);
    const wanted = made === null ? yield* amountToRefund(known, asked) : cents(0);
    if (made === null && (yield* hasNewReversal(known, cents(known.refunded + wanted))))
      yield* prepareReversal(known.user_id);
    const amount = yield* Effect.gen(function* () {
      const repos = yield* Repositories;
      const account = yield* repos.accounts.lock(known.user_id);
      const before = yield* repos.supportActions.get(id);
      const isSame = before?.change.kind === "refund_payment" && before.change.payment_id === known.id;
      if (isSame && (asked === null || asked === before.change.amount)) return before.change.amount;
      if (before !== null) return yield* new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });
      const payment = (yield* repos.payments.get(known.id)) ?? known;
      const refund = yield* amountToRefund(payment, asked);
      const change = {
        kind: "refund_payment",
        payment_id: payment.id,
        receipt: receipt.number,
        amount: refund,
      } as const;
      const action = { id, ...by, reason: loggedReason(account, reason), at: (yield* Clock).now(), change };
      if (!(yield* repos.supportActions.add(payment.user_id, action)))
        return yield* new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });
      yield* enqueueRefund({
        cause: "support",
        cause_reference: id,
        payment_id: payment.id,
        amount: refund,
        account_credit: cents(0),
      });
      return refund;
    }).pipe(transactional);
    yield* refundDue;
    return { amount, status: yield* refundStatusOf(known.id, id) };
  });

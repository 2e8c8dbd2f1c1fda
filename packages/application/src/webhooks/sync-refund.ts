import { type Order, standsOnOldMoney } from "@backlot/domain";
import {
  type Payment,
  PaymentProviderUnavailable,
  type ProviderEvent,
  ReadRepositories,
  type RefundTotals,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { cancelStaleOrder } from "../orders/cancel-stale-order.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { recordRefund, hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";

/**
 * Cancels an account's open order if its quote counts on money that a refund may take: proration credit or account
 * credit. Fails if another process is working on the order, so that the event is delivered again.
 */
const cancelPendingChange = (userId: string) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const waiting: Order | null = yield* read.orders.openSubscriptionOrder(userId);
    if (waiting === null || !standsOnOldMoney(waiting)) return;
    if (!(yield* cancelStaleOrder(waiting.id, "subscription_changed")))
      return yield* new PaymentProviderUnavailable({ cause: `order ${waiting.id} is being worked on` });
  });

/**
 * Records missing renewals of the running subscription, which may have used account credit before its money was
 * refunded.
 */
const syncRunning = (userId: string) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const running = yield* read.subscriptions.current(userId);
    if (running !== null) yield* syncSubscription(running);
  });

/**
 * Records the total refunded on a payment, and revokes what refunds and lost disputes took back. Ignores unknown
 * payments.
 */
export const applyReversal = ({ payment_id, refunded }: RefundTotals) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const known: Payment | null = yield* read.payments.byProvider(payment_id);
    if (known === null) return;
    if (yield* hasNewReversal(known, refunded)) {
      yield* cancelPendingChange(known.user_id);
      yield* syncRunning(known.user_id);
    }
    yield* Effect.gen(function* () {
      const repos = yield* Repositories;
      yield* repos.accounts.lock(known.user_id);
      const payment = (yield* repos.payments.get(known.id)) ?? known;
      yield* recordRefund(payment, refunded);
    }).pipe(transactional);
    // Follow up at once, so that nothing more is billed and no credit is spent twice. If this fails, jobs do it.
    yield* terminateReplacedSubscriptions;
    yield* refundDue;
  });

/**
 * Syncs a payment's refunds with its provider, and revokes what that money funded. Safe to repeat. Returns false for a
 * payment that we don't know yet.
 */
export const syncRefund = (event: ProviderEvent) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const { events } = yield* providerOrUnavailable(event.provider);
    const totals = yield* events.retrieveRefund(event);
    if (totals === null) return true;
    if ((yield* read.payments.byProvider(totals.payment_id)) === null) return false;
    yield* applyReversal(totals);
    return true;
  });

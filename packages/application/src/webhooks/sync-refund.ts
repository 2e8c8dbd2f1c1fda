import {
  type Payment,
  type ProviderEvent,
  ReadRepositories,
  type RefundTotals,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { prepareReversal } from "../orders/prepare-reversal.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { recordRefund, hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";

/**
 * Records the total refunded on a payment, and revokes what refunds and lost disputes took back. Ignores unknown
 * payments.
 */
export const applyReversal = ({ payment_id, refunded }: RefundTotals) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const known: Payment | null = yield* read.payments.byProvider(payment_id);
    if (known === null) return;
    if (yield* hasNewReversal(known, refunded)) yield* prepareReversal(known.user_id);
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

import type { Provider } from "@backlot/domain";
import {
  type Payment,
  type ProviderEvent,
  ReadRepositories,
  type RefundTotals,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { isolateFailure } from "../isolate-failure.ts";
import { providerOrUnavailable } from "../providers.ts";
import { prepareReversal } from "../fulfillment/prepare-reversal.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { recordRefund, hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { settleRefund } from "../refunds/settle-refund.ts";

/**
 * Records the total refunded on a payment and the outcome of its refund, and revokes everything that refunds and lost
 * disputes reversed. Ignores unknown payments.
 */
export const applyReversal = Effect.fnUntraced(function* ({ payment_id, refunded, outcome }: RefundTotals) {
  const repos = yield* ReadRepositories;
  const initialPayment: Payment | null = yield* repos.payments.byProvider(payment_id);
  if (initialPayment === null) return;
  if (yield* hasNewReversal(initialPayment, refunded)) yield* prepareReversal(initialPayment.user_id);
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    yield* repos.accounts.lock(initialPayment.user_id);
    const payment = (yield* repos.payments.get(initialPayment.id)) ?? initialPayment;
    yield* recordRefund(payment, refunded);
    if (outcome !== null) yield* settleRefund(payment, outcome, refunded);
  }).pipe(transactional);
  // Follow up immediately, so that nothing more is billed and no credit is spent twice. If this fails, jobs do it.
  yield* terminateReplacedSubscriptions;
  yield* refundDue;
});

/**
 * Syncs a payment's refunds with its provider, and revokes what that money funded. Safe to repeat. Returns false for a
 * payment that we don't know yet.
 */
export const syncRefund = Effect.fnUntraced(function* (event: ProviderEvent) {
  const repos = yield* ReadRepositories;
  const { events } = yield* providerOrUnavailable(event.provider);
  const totals = yield* events.retrieveRefund(event);
  if (totals === null) return true;
  if ((yield* repos.payments.byProvider(totals.payment_id)) === null) return false;
  yield* applyReversal(totals);
  return true;
});

/**
 * Asks a provider for the outcome of the refunds that it has not confirmed yet. There may be no event, because PayPal
 * doesn't send one if a refund fails.
 */
export const followUpRefunds = Effect.fnUntraced(function* (provider: Provider) {
  const repos = yield* ReadRepositories;
  for (const refund of yield* repos.refunds.unsettled()) {
    if (refund.status !== "issued") continue;
    const payment = yield* repos.payments.get(refund.payment_id);
    if (payment?.provider !== provider) continue;
    const { events } = yield* providerOrUnavailable(provider);
    const about = { refund_id: refund.provider_reference, payment_id: payment.provider_reference };
    const followUp = Effect.flatMap(events.retrieveRefund(about), (totals) =>
      totals === null ? Effect.void : applyReversal(totals),
    );
    yield* isolateFailure(`refund ${refund.id}`, undefined, followUp);
  }
});

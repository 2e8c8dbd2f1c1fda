import {
  type Dispute,
  type Instant,
  type Provider,
  isDisputeNews,
  lostAmount,
  nextDispute,
  ZERO,
} from "@backlot/domain";
import {
  type DisputeState,
  type Payment,
  type PaymentProviderUnavailable,
  type ProviderEvent,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { cancelStaleOrder } from "../fulfillment/cancel-stale-order.ts";
import type { UseCaseSteps } from "../store-services.ts";
import { applyReversal } from "./sync-refund.ts";

const toDispute = (provider: Provider, payment: Payment, state: DisputeState, at: Instant): Dispute => ({
  id: state.dispute_id,
  provider,
  user_id: payment.user_id,
  payment_id: payment.id,
  amount: state.amount,
  status: state.status,
  opened_at: state.opened_at,
  closed_at: state.status === "open" ? null : (state.closed_at ?? at),
});

/** Records a dispute under the account's lock. Returns null if its payment is not known yet. */
const record = Effect.fnUntraced(function* (provider: Provider, state: DisputeState) {
  const repos = yield* Repositories;
  const initialPayment = yield* repos.payments.byProvider(state.payment_id);
  if (initialPayment === null) return null;
  yield* repos.accounts.lock(initialPayment.user_id);
  // An account may have taken over a guest's payment before the lock was acquired.
  const payment = (yield* repos.payments.get(initialPayment.id)) ?? initialPayment;
  const existingDispute = yield* repos.disputes.get(state.dispute_id);
  const dispute = toDispute(provider, payment, state, yield* currentTime);
  if (existingDispute !== null && existingDispute.status !== "open" && existingDispute.status !== dispute.status)
    yield* Effect.logWarning(
      `dispute ${dispute.id} was ${existingDispute.status}, but ${provider} now says ${dispute.status}`,
    );
  const next = nextDispute(existingDispute, dispute);
  if (next === null) return existingDispute ?? dispute;
  yield* repos.disputes.save(next);
  // If a dispute is already settled when we first see it, the customer gets only the email about its outcome.
  if (isDisputeNews(existingDispute, next)) yield* enqueueMail("dispute", `${next.status} ${next.id}`);
  if (next.status === "lost")
    yield* repos.payments.setDisputed(payment.id, lostAmount(yield* repos.disputes.ofPayment(payment.id)));
  return next;
}, transactional);

/** Cancels an account's open orders. The recovery job cancels those that can't be canceled now. */
const cancelOpenOrders = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* ReadRepositories;
  const plan = yield* repos.orders.openSubscriptionOrder(accountId);
  const others = yield* repos.orders.openOneTimeOrdersOf(accountId);
  for (const { id } of plan === null ? others : [plan, ...others]) {
    yield* isolateFailure(`order ${id} of a disputed account`, false, cancelStaleOrder(id, "dispute_open"));
  }
});

/**
 * Syncs a dispute with its provider. An open dispute cancels the account's open orders. A lost dispute revokes what its
 * amount funded, like a refund, but without refunding at the provider. Safe to repeat. Returns the dispute's state if
 * its payment is not known yet, otherwise null.
 */
export const syncDispute = Effect.fn("disputes.sync")(function* (
  event: ProviderEvent,
): UseCaseSteps<DisputeState | null, PaymentProviderUnavailable> {
  const { events } = yield* providerOrUnavailable(event.provider);
  const state = yield* events.retrieveDispute(event);
  if (state === null) return null;
  const dispute = yield* record(event.provider, state);
  if (dispute === null) return state;
  switch (dispute.status) {
    case "open":
      yield* cancelOpenOrders(dispute.user_id);
      return null;
    case "lost":
      yield* applyReversal({ payment_id: state.payment_id, refunded: ZERO, outcome: null });
      return null;
    case "won":
      return null;
  }
});

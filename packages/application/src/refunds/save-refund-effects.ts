import {
  type FundingEntry,
  type Instant,
  type RefundEffects,
  type FundingState,
  NO_TAX,
  accountCreditWithTax,
  cents,
  payerOf,
  revokeReturned,
  subscriptionAfterRefund,
  unrecovered,
  unusedTimeAmount,
  unusedTimeRefunds,
} from "@backlot/domain";
import { Repositories, type StoredSubscription, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { saveEnd, saveTransition } from "../subscriptions/save-transition.ts";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { readFundingState } from "../funding/read-funding-state.ts";

/**
 * Enqueues refunds of a plan's unused time, with tax, for providers without account credit. Posts and returns the
 * funding entries. A gift has no payment, so it can't be refunded.
 */
const refundUnusedTime = Effect.fnUntraced(function* (userId: string, entries: readonly FundingEntry[]) {
  const repos = yield* Repositories;
  const payments = yield* repos.payments.ofAccount(userId);
  const funding = yield* repos.funding.entries(userId);
  const refunds = unusedTimeRefunds(entries);
  for (const { payment: payment_id, cents: by, reference } of refunds) {
    const payment = payments.find(({ id }) => id === payment_id);
    if (payment === undefined) {
      yield* Effect.logWarning(`account ${userId} lost ${-by} cents of gifted credit with its plan`);
      continue;
    }
    yield* enqueueRefund({
      cause: "unused-time",
      cause_reference: reference,
      payment_id: payment.id,
      amount: unusedTimeAmount(cents(-by), payment, funding),
      account_credit: cents(0),
    });
  }
  yield* repos.funding.post(userId, refunds);
  return refunds;
});

/**
 * Enqueues a change to the customer's account credit at the provider. `by` is in cents; a positive number adds credit.
 */
export const changeAccountCredit = Effect.fnUntraced(function* (
  userId: string,
  by: number,
  reference: string,
  at: Instant,
) {
  const repos = yield* Repositories;
  if (by === 0) return;
  const account = yield* repos.accounts.get(userId);
  // An account that was never a customer of the card provider has no balance there.
  if (account?.stripe_customer_token == null)
    return yield* Effect.logWarning(`account ${userId} has no balance to change by ${by} cents`);
  const reason = "Account credit after a refund";
  const id = `credit:${reference}`;
  yield* repos.balanceAdjustments.enqueue({ id, user_id: userId, cents: cents(-by), reason }, at);
});

/** Saves the current plan after a refund. If the plan has ended, enqueues its termination at the provider. */
const saveRunning = Effect.fnUntraced(function* (running: StoredSubscription, effects: RefundEffects, at: Instant) {
  const repos = yield* Repositories;
  const lots = yield* repos.credits.lots(running.user_id);
  const save = effects.has_ended ? saveEnd : saveTransition;
  yield* save(running.user_id, subscriptionAfterRefund(running.subscription, lots, effects, at));
  if (effects.has_ended) yield* repos.subscriptions.enqueueTermination(running, at);
});

/** Updates the unrecovered amounts shown to support, if they changed. */
const listUnrecovered = Effect.fnUntraced(function* (
  userId: string,
  before: FundingState,
  after: FundingState,
  at: Instant,
) {
  const repos = yield* Repositories;
  for (const holder of after.grants) {
    const previousHolder = before.grants.find((each) => each.source === holder.source);
    const amount = unrecovered(holder);
    if (previousHolder !== undefined && unrecovered(previousHolder) !== amount)
      yield* repos.unrecovered.put({ user_id: userId, holder: holder.source, amount, at });
  }
});

/** Saves the effects of a refund: credits, items, account credit, the plan, and unrecovered money. */
export const saveRefundEffects = Effect.fnUntraced(function* (
  userId: string,
  { before, effects, reference }: { before: FundingState; effects: RefundEffects; reference: string },
) {
  const repos = yield* Repositories;
  const at = yield* currentTime;
  const running = yield* repos.subscriptions.current(userId);
  yield* repos.credits.post(userId, effects.credit_entries);
  yield* repos.funding.post(userId, effects.funding_entries);
  for (const item of effects.items_taken) yield* repos.collections.revokeEntitlement(userId, item, at);
  const keepsCredit = running === null || payerOf(running.provider).takes.accountCredit;
  const refunded = keepsCredit ? [] : yield* refundUnusedTime(userId, effects.funding_entries);
  const change = accountCreditWithTax([...effects.funding_entries, ...refunded], {
    before: before.account,
    payments: yield* repos.payments.ofAccount(userId),
    ledger: yield* repos.funding.entries(userId),
    rate: running?.tax ?? NO_TAX,
  });
  yield* changeAccountCredit(userId, change, reference, at);
  if (running !== null) yield* saveRunning(running, effects, at);
  yield* listUnrecovered(userId, before, effects.state, at);
});

/** Revokes credits that were returned to a lot, if the lot had too few left when its payment was refunded. */
export const revokeWhatCameBack = Effect.fnUntraced(function* (userId: string, reference: string, at: Instant) {
  const repos = yield* Repositories;
  const before = yield* readFundingState(userId);
  const { credit_entries, state } = revokeReturned(before, reference, at);
  yield* repos.credits.post(userId, credit_entries);
  yield* listUnrecovered(userId, before, state, at);
});

import { type Instant, type Provider, dueRefundAmount } from "@backlot/domain";
import {
  type BalanceAdjustment,
  CardVault,
  ReadRepositories,
  type Refund,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { isolateFailure } from "../isolate-failure.ts";
import { recordRefund } from "./record-refund.ts";
import { returnAccountCredit } from "./settle-refund.ts";

/** Returns a due refund with the amount to refund now, or null while it waits for a dispute to end. */
const dueNow = Effect.fnUntraced(function* (refund: Refund) {
  const repos = yield* ReadRepositories;
  const payment = yield* repos.payments.get(refund.payment_id);
  if (payment === null) return refund;
  const entries = yield* repos.funding.entries(payment.user_id);
  const amount = dueRefundAmount(refund, payment, yield* repos.disputes.ofPayment(payment.id), entries);
  return amount === null ? null : { ...refund, amount: refund.attempted ?? amount };
});

/**
 * Records the amount of a refund before it is requested from the provider. Returns the amount, or null if the refund is
 * no longer due.
 */
const attempt = Effect.fnUntraced(function* ({ id, amount }: Refund) {
  const repos = yield* Repositories;
  return yield* repos.refunds.attempt(id, amount);
}, transactional);

/** Makes one due refund at the provider, records the result, and enqueues the return of the account credit. */
const refundOne = Effect.fn("refunds.refund")(function* (due: Refund) {
  const repos = yield* ReadRepositories;
  const amount = yield* attempt(due);
  if (amount === null) return false;
  const refund = { ...due, amount };
  const payment = yield* repos.payments.get(refund.payment_id);
  if (payment === null) throw new Error(`refund ${refund.id} has no payment`);
  const provider: Provider = payment.provider;
  const result =
    payment.provider_reference === null || refund.amount === 0
      ? ({ _tag: "Refunded", provider_reference: null, refunded: payment.refunded } as const)
      : yield* (yield* providerOrUnavailable(provider)).refunds.refund({
          id: refund.id,
          payment_reference: payment.provider_reference,
          amount: refund.amount,
        });
  if (result._tag === "Refused")
    yield* Effect.logError(`refund ${refund.id} of payment ${payment.id} was refused: ${result.reason}`);
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const at: Instant = yield* currentTime;
    yield* repos.accounts.lock(payment.user_id);
    const { provider_reference } = result;
    if (result._tag === "Refused")
      return yield* repos.refunds.complete(refund.id, { status: "failed", provider_reference }, at);
    if (result._tag === "Issued")
      return yield* repos.refunds.complete(refund.id, { status: "issued", provider_reference }, at);
    yield* repos.refunds.complete(refund.id, { status: "applied", provider_reference }, at);
    const now = (yield* repos.payments.get(payment.id)) ?? payment;
    yield* recordRefund(now, result.refunded);
    yield* returnAccountCredit(refund, payment.user_id);
  }).pipe(transactional);
  return result._tag === "Refunded";
});

const completeAdjustment = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  yield* repos.balanceAdjustments.complete(id, yield* currentTime);
}, transactional);

/** Adjusts one customer's balance at the provider. Safe to repeat, because the id is the idempotency key. */
const adjustOne = Effect.fnUntraced(function* (adjustment: BalanceAdjustment) {
  const cards = yield* CardVault;
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(adjustment.user_id);
  const customer_id = account?.stripe_customer_token ?? null;
  if (customer_id === null) throw new Error(`balance ${adjustment.id} has no customer`);
  yield* cards.adjustBalance({ ...adjustment, customer_id });
  yield* completeAdjustment(adjustment.id);
  return true;
});

/**
 * Makes all due refunds, such as those of unfulfilled payments and of periods billed twice, then all due changes to
 * account credit. Returns the number of refunds made.
 */
export const refundDue = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  let done = 0;
  for (const each of yield* repos.refunds.due()) {
    const refund = yield* dueNow(each);
    if (refund !== null && (yield* isolateFailure(`refund ${refund.id}`, false, refundOne(refund)))) done += 1;
  }
  for (const adjustment of yield* repos.balanceAdjustments.due())
    yield* isolateFailure(`balance ${adjustment.id}`, false, adjustOne(adjustment));
  return done;
});

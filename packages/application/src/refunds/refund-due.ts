import { type Instant, type Provider, cents, dueRefundAmount } from "@backlot/domain";
import type { Asked, BalanceAdjustment, Refund } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import type { OrderPorts } from "../store-ports.ts";
import { recordRefund } from "./record-refund.ts";

/** A due refund at the amount that may be made now; null while it waits for a dispute. (ORD-06) */
const dueNow = (ports: OrderPorts, refund: Refund): Effect.Effect<Refund | null> =>
  Effect.gen(function* () {
    const { disputes, funding, payments } = ports.transactions.read;
    const payment = yield* payments.get(refund.payment_id);
    if (payment === null) return refund;
    const entries = yield* funding.entries(payment.user_id);
    const amount = dueRefundAmount(refund, payment, yield* disputes.ofPayment(payment.id), entries);
    return amount === null ? null : { ...refund, amount };
  });

/** Asks the provider for one due refund, records what came of it, and gives back account credit that was used. */
const refundOne = (ports: OrderPorts, refund: Refund): Asked<boolean> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const payment = yield* read.payments.get(refund.payment_id);
    if (payment === null) throw new Error(`refund ${refund.id} is of no payment`);
    const provider: Provider = payment.provider;
    const result =
      payment.provider_reference === null || refund.amount === 0
        ? ({ _tag: "Refunded", provider_reference: null, refunded: payment.refunded } as const)
        : yield* (yield* providerOrUnavailable(ports, provider)).refunds.refund({
            id: refund.id,
            payment_reference: payment.provider_reference,
            amount: refund.amount,
          });
    if (result._tag === "Refused")
      yield* Effect.logError(`refund ${refund.id} of payment ${payment.id} was refused: ${result.reason}`);
    yield* ports.transactions.run((repos) =>
      Effect.gen(function* () {
        const at: Instant = ports.clock.now();
        yield* repos.accounts.lock(payment.user_id);
        if (result._tag === "Refused")
          return yield* repos.refunds.complete(refund.id, { status: "failed", provider_reference: null }, at);
        const { provider_reference } = result;
        yield* repos.refunds.complete(refund.id, { status: "applied", provider_reference }, at);
        const now = (yield* repos.payments.get(payment.id)) ?? payment;
        yield* recordRefund(ports, repos, now, result.refunded);
        if (refund.account_credit === 0) return;
        const adjustment: BalanceAdjustment = {
          id: `credit:${refund.id}`,
          user_id: payment.user_id,
          cents: cents(-refund.account_credit),
          reason: "Account credit of a payment that was refunded",
        };
        yield* repos.balanceAdjustments.enqueue(adjustment, at);
      }),
    );
    return result._tag === "Refunded";
  });

/** Changes one customer's balance at the provider. Asked again under the same id it is the first one. */
const adjustOne = (ports: OrderPorts, adjustment: BalanceAdjustment): Asked<boolean> =>
  Effect.gen(function* () {
    const account = yield* ports.transactions.read.accounts.get(adjustment.user_id);
    const customer_id = account?.stripe_customer_token ?? null;
    if (customer_id === null) throw new Error(`balance ${adjustment.id} is of nobody's customer`);
    yield* ports.cards.adjustBalance({ ...adjustment, customer_id });
    yield* ports.transactions.read.balanceAdjustments.complete(adjustment.id, ports.clock.now());
    return true;
  });

/**
 * Refunds what is due: money that fulfilled nothing, and what was billed beside another subscription. Then it gives
 * back the account credit that such money had used. Answers how many were refunded. (ORD-06, CHK-07)
 */
export const refundDue = (ports: OrderPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    const { refunds, balanceAdjustments } = ports.transactions.read;
    let done = 0;
    for (const each of yield* refunds.due()) {
      const refund = yield* dueNow(ports, each);
      if (refund !== null && (yield* isolateFailure(`refund ${refund.id}`, false, refundOne(ports, refund)))) done += 1;
    }
    for (const adjustment of yield* balanceAdjustments.due())
      yield* isolateFailure(`balance ${adjustment.id}`, false, adjustOne(ports, adjustment));
    return done;
  });

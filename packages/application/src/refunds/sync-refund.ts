import { type Instant, endSubscription, hasEnded, max, revokeCredits, takenBack } from "@backlot/domain";
import type {
  Asked,
  Payment,
  PaymentProviderUnavailable,
  ProviderEvent,
  RefundTotals,
  Repositories,
  StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import type { OrderPorts } from "../store-ports.ts";
import { addOnSource, saveTransition } from "../subscriptions/save-transition.ts";

/** What a full refund takes back: unspent credits, and the plan whose running period it had paid. */
const revoke = (repos: Repositories, payment: Payment, at: Instant): Effect.Effect<StoredSubscription | null> =>
  Effect.gen(function* () {
    const { user_id, subscription_id } = payment;
    const lots = yield* repos.credits.lots(user_id);
    for (const source of [payment.id, addOnSource(payment.id)])
      yield* repos.credits.post(user_id, revokeCredits(lots, source, `refund:${payment.id}`, at));
    const stored = subscription_id === null ? null : yield* repos.subscriptions.get(subscription_id);
    if (stored === null || stored.subscription.payment !== payment.id) return null;
    if (!hasEnded(stored.subscription)) {
      const left = yield* repos.credits.lots(user_id);
      yield* saveTransition(repos, user_id, endSubscription(stored.subscription, left, at, "refunded"));
      yield* repos.accounts.setFreeSubscriber(user_id, true);
    }
    return stored;
  });

const record = (
  ports: OrderPorts,
  { payment_id, refunded }: RefundTotals,
): Effect.Effect<StoredSubscription | null, PaymentProviderUnavailable> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const found = yield* repos.payments.byProvider(payment_id);
      if (found === null) return null;
      yield* repos.accounts.lock(found.user_id);
      const payment = (yield* repos.payments.byProvider(payment_id)) ?? found;
      if (refunded > payment.refunded) yield* repos.payments.setRefunded(payment.id, refunded);
      const total = takenBack({ ...payment, refunded: max(refunded, payment.refunded) });
      return total < payment.amount ? null : yield* revoke(repos, payment, ports.clock.now());
    }),
  );

/**
 * Records how much of a payment was refunded, and applies what was taken back of it in all: by refunds and by lost
 * disputes. Where that is the whole payment, its subscription ends at the provider too. (ORD-06, CRD-09)
 */
export const applyTakenBack =
  (ports: OrderPorts) =>
  (totals: RefundTotals): Asked<void> =>
    Effect.gen(function* () {
      const ended = yield* record(ports, totals);
      if (ended === null) return;
      const { billing } = yield* providerOrUnavailable(ports, ended.provider);
      yield* billing.cancelNow(ended.provider_subscription_id);
    });

/**
 * Records how much of a payment the provider has refunded. A full refund takes the payment's unspent credits back, and
 * ends the subscription whose running period it had paid. Again it changes nothing. Answers false for a payment that we
 * don't know yet. (ORD-06, CRD-09)
 */
export const syncRefund =
  (ports: OrderPorts) =>
  (event: ProviderEvent): Asked<boolean> =>
    Effect.gen(function* () {
      const { events } = yield* providerOrUnavailable(ports, event.provider);
      const totals = yield* events.retrieveRefund(event);
      if (totals === null) return true;
      if ((yield* ports.transactions.read.payments.byProvider(totals.payment_id)) === null) return false;
      yield* applyTakenBack(ports)(totals);
      return true;
    });

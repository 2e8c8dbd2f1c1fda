import { endSubscription, hasEnded, revokeCredits } from "@backlot/domain";
import type { PaymentProviderDown, WebhookHint } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { addOnOf, keepStep } from "../subscriptions/keep-step.ts";
import { billerOf } from "../wallet/wallet-of.ts";

/**
 * Writes down what the provider gave back of a payment. A payment that was given back whole takes its unspent credits with
 * it, and ends the plan whose running period it had paid. Again it changes nothing. Answers false for a payment that the
 * store has not heard of yet. (ORD-06, CRD-09)
 */
export const followRefund =
  (ports: Pick<StorePorts, "clock" | "payments" | "wallet" | "transactions">) =>
  (hint: WebhookHint): Effect.Effect<boolean, PaymentProviderDown> =>
    Effect.gen(function* () {
      const biller = yield* billerOf(ports, hint.provider);
      const given = yield* biller.refundBehind(hint);
      if (given === null) return true;
      const { payment_id: paymentId, refunded } = given;
      if ((yield* ports.transactions.read.payments.byProvider(paymentId)) === null) return false;
      const ended = yield* ports.transactions.run((repositories) =>
        Effect.gen(function* () {
          const at = ports.clock.now();
          const found = yield* repositories.payments.byProvider(paymentId);
          if (found === null) return null;
          yield* repositories.accounts.lock(found.user_id);
          const payment = (yield* repositories.payments.byProvider(paymentId)) ?? found;
          if (refunded > payment.refunded) yield* repositories.payments.setRefunded(payment.id, refunded);
          if (refunded < payment.amount) return null;
          const lots = yield* repositories.credits.lots(payment.user_id);
          for (const source of [payment.id, addOnOf(payment.id)]) {
            yield* repositories.credits.post(payment.user_id, revokeCredits(lots, source, `refund:${payment.id}`, at));
          }
          const stored =
            payment.subscription_id === null ? null : yield* repositories.subscriptions.get(payment.subscription_id);
          if (stored === null || stored.life.payment !== payment.id) return null;
          const left = yield* repositories.credits.lots(payment.user_id);
          if (!hasEnded(stored.life)) {
            yield* keepStep(repositories, payment.user_id, endSubscription(stored.life, left, at, "refunded"));
            yield* repositories.accounts.setFreeSubscriber(payment.user_id, true);
          }
          return stored;
        }),
      );
      if (ended !== null) yield* (yield* billerOf(ports, ended.provider)).endPlan(ended.provider_subscription_id);
      return true;
    });

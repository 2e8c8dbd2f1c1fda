import { type Dispute, type Instant, type Provider, lostAmount, nextDispute, ZERO } from "@backlot/domain";
import type { Asked, DisputeState, Payment, ProviderEvent } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import { cancelStaleOrder } from "../orders/cancel-stale-order.ts";
import type { OrderPorts } from "../store-ports.ts";
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

/** Records how a dispute stands, under the account's lock. Null where its payment is not known yet. */
const record = (ports: OrderPorts, provider: Provider, state: DisputeState): Effect.Effect<Dispute | null> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const found = yield* repos.payments.byProvider(state.payment_id);
      if (found === null) return null;
      yield* repos.accounts.lock(found.user_id);
      // A guest's payment may have gone to an account before the lock was there.
      const payment = (yield* repos.payments.get(found.id)) ?? found;
      const known = yield* repos.disputes.get(state.dispute_id);
      const seen = toDispute(provider, payment, state, ports.clock.now());
      if (known !== null && known.status !== "open" && known.status !== seen.status)
        yield* Effect.logWarning(`dispute ${seen.id} was ${known.status}, and ${provider} says ${seen.status} now`);
      const next = nextDispute(known, seen);
      if (next === null) return known ?? seen;
      yield* repos.disputes.save(next);
      if (next.status === "lost")
        yield* repos.payments.setDisputed(payment.id, lostAmount(yield* repos.disputes.ofPayment(payment.id)));
      return next;
    }),
  );

/** Cancels the account's open orders. Recovery cancels one that can't be canceled now. */
const cancelOpenOrders = (ports: OrderPorts, accountId: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { orders } = ports.transactions.read;
    const plan = yield* orders.openSubscriptionOrder(accountId);
    const others = yield* orders.openOneTimeOrdersOf(accountId);
    for (const { id } of plan === null ? others : [plan, ...others]) {
      yield* isolateFailure(`order ${id} of a disputed account`, false, cancelStaleOrder(ports)(id, "dispute_open"));
    }
  });

/**
 * Records a dispute as it stands at its provider now. One that is open cancels the account's open orders. One that is
 * lost revokes what it took of the payment, as a refund does, and asks the provider for no refund. The same event again
 * changes nothing. Answers the dispute where its payment is not known yet, and null otherwise. (ORD-06)
 */
export const syncDispute =
  (ports: OrderPorts) =>
  (event: ProviderEvent): Asked<DisputeState | null> =>
    Effect.gen(function* () {
      const { events } = yield* providerOrUnavailable(ports, event.provider);
      const state = yield* events.retrieveDispute(event);
      if (state === null) return null;
      const dispute = yield* record(ports, event.provider, state);
      if (dispute === null) return state;
      switch (dispute.status) {
        case "open":
          yield* cancelOpenOrders(ports, dispute.user_id);
          return null;
        case "lost":
          yield* applyReversal(ports)({ payment_id: state.payment_id, refunded: ZERO });
          return null;
        case "won":
          return null;
      }
    });

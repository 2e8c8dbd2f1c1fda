import { type Order, standsOnOldMoney } from "@backlot/domain";
import {
  type Asked,
  type Payment,
  PaymentProviderUnavailable,
  type ProviderEvent,
  type RefundTotals,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { cancelStaleOrder } from "../orders/cancel-stale-order.ts";
import type { OrderPorts } from "../store-ports.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { recordRefund, hasNewReversal } from "./record-refund.ts";
import { refundDue } from "./refund-due.ts";

/**
 * Cancels first what waits and was quoted on money that may go: a change by its proration credit, any plan by the
 * account credit that it uses. (CHG-07, ORD-06)
 */
const cancelPendingChange = (ports: OrderPorts, userId: string): Asked<void> =>
  Effect.gen(function* () {
    const waiting: Order | null = yield* ports.transactions.read.orders.openSubscriptionOrder(userId);
    if (waiting === null || !standsOnOldMoney(waiting)) return;
    if (!(yield* cancelStaleOrder(ports)(waiting.id, "subscription_changed")))
      return yield* new PaymentProviderUnavailable({ cause: `order ${waiting.id} is being worked on` });
  });

/** Renewals that were not received yet may have used account credit: they come before the refund of its money. */
const syncRunning = (ports: OrderPorts, userId: string): Asked<void> =>
  Effect.gen(function* () {
    const running = yield* ports.transactions.read.subscriptions.current(userId);
    if (running !== null) yield* syncSubscription(ports)(running);
  });

/**
 * Records how much of a payment was refunded, and applies what was reversed of it in all: by refunds and by lost
 * disputes. (ORD-06, CRD-09)
 */
export const applyReversal =
  (ports: OrderPorts) =>
  ({ payment_id, refunded }: RefundTotals): Asked<void> =>
    Effect.gen(function* () {
      const known: Payment | null = yield* ports.transactions.read.payments.byProvider(payment_id);
      if (known === null) return;
      if (yield* hasNewReversal(ports.transactions.read, known, refunded)) {
        yield* cancelPendingChange(ports, known.user_id);
        yield* syncRunning(ports, known.user_id);
      }
      yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          yield* repos.accounts.lock(known.user_id);
          const payment = (yield* repos.payments.get(known.id)) ?? known;
          yield* recordRefund(ports, repos, payment, refunded);
        }),
      );
      // At once, so that nothing more is billed and no credit is spent twice; jobs do it where this fails.
      yield* terminateReplacedSubscriptions(ports)();
      yield* refundDue(ports)();
    });

/**
 * Records how much of a payment the provider has refunded, and revokes what that money stood behind. Again it
 * changes nothing. Answers false for a payment that we don't know yet. (ORD-06, CRD-09)
 */
export const syncRefund =
  (ports: OrderPorts) =>
  (event: ProviderEvent): Asked<boolean> =>
    Effect.gen(function* () {
      const { events } = yield* providerOrUnavailable(ports, event.provider);
      const totals = yield* events.retrieveRefund(event);
      if (totals === null) return true;
      if ((yield* ports.transactions.read.payments.byProvider(totals.payment_id)) === null) return false;
      yield* applyReversal(ports)(totals);
      return true;
    });

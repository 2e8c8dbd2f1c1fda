import { credits, grant, message, planLineOf } from "@backlot/domain";
import type { Order, PlanPayment, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** A provider's event that made us look, noted together with what it changed. */
export interface NotedEvent {
  readonly event_id: string;
  readonly type: string;
}

/** What an order came to: how the provider says its plan stands, or that it never got that far. */
export type PlanOutcome = PlanPayment | { readonly _tag: "NeverOpened"; readonly message: string; readonly decline_code: string | null };

const openSubscription = (repositories: Repositories, order: Order, payment: Extract<PlanPayment, { _tag: "Paid" }>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const offer = yield* repositories.plans.get(order.plan_variant_id);
    if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
    if (payment.amount_paid !== order.quote.total) {
      yield* Effect.logError(`order ${order.id} was quoted ${order.quote.total} cents and paid ${payment.amount_paid}`);
    }
    yield* repositories.subscriptions.insert({
      id: order.id,
      user_id: order.user_id,
      plan_variant_id: order.plan_variant_id,
      license_id: order.license_id,
      status: "active",
      provider: "stripe",
      provider_subscription_id: payment.subscription_id,
      period_start: payment.period_start,
      period_end: payment.period_end,
      paid: planLineOf(order.quote).net,
      legacy_kind: null,
      created_at: payment.period_start,
    });
    yield* repositories.accounts.setFreeSubscriber(order.user_id, false);
    yield* repositories.accounts.setShouldSeeManageSubscription(order.user_id, true);
    if (offer.recurring_credits > 0) {
      const { lot, entry } = grant({
        id: `lot:${payment.invoice_id}`,
        kind: "plan",
        granted: credits(offer.recurring_credits),
        granted_at: payment.period_start,
        source: `invoice:${payment.invoice_id}`,
        subscription_id: order.id,
      });
      yield* repositories.credits.grant(order.user_id, lot, entry);
    }
  });

/**
 * Records what a plan's payment came to, in one transaction: the order's end, the subscription and the credits.
 * Whoever comes first (the buyer's request, a webhook, the recovery) does it; for the others it is done. A payment
 * that is still open changes nothing but the order's reference. Money that comes after an order ended opens its plan all
 * the same, unless the account has got another meanwhile: that is written down for support. (CHK-03, CHK-07)
 */
export const settle =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (orderId: string, outcome: PlanOutcome, event?: NotedEvent): Effect.Effect<Order | null> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const at = ports.clock.now();
        if (event !== undefined) yield* repositories.webhookEvents.record("stripe", event.event_id, event.type, at);
        const known = yield* repositories.orders.get(orderId);
        if (known === null) return null;
        yield* repositories.accounts.lock(known.user_id);
        const order = (yield* repositories.orders.get(orderId)) ?? known;
        if (order.outcome._tag === "paid") return order;
        if (order.provider_reference === null && outcome._tag !== "NeverOpened") {
          yield* repositories.orders.setProviderReference(orderId, outcome.subscription_id);
        }
        const fail = (words: string, decline_code: string | null) => repositories.orders.close(orderId, { _tag: "failed", at, message: words, decline_code });
        switch (outcome._tag) {
          case "Paid":
            if (order.outcome._tag === "failed") {
              if ((yield* repositories.subscriptions.current(order.user_id)) !== null) {
                yield* Effect.logError(`order ${orderId} was paid after it ended, beside another plan of account ${order.user_id}: refund it`);
                return order;
              }
              yield* repositories.orders.revive(orderId, at);
            } else yield* repositories.orders.close(orderId, { _tag: "paid", at });
            yield* openSubscription(repositories, order, outcome);
            break;
          case "Declined":
          case "NeverOpened":
            yield* fail(outcome.message, outcome.decline_code);
            break;
          case "Ended":
            yield* fail(message("order_closed"), null);
            break;
          case "Open":
          case "NeedsConfirmation":
            break;
        }
        return yield* repositories.orders.get(orderId);
      }),
    );

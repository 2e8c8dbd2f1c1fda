import {
  type PlanOffer,
  type PlanTerms,
  cents,
  credits,
  drawEntries,
  grant,
  hasEnded,
  message,
  planLineOf,
  releaseHeld,
  startSubscription,
  upgradePaid,
} from "@backlot/domain";
import type { Order, PlanChangePurchase, PlanPayment, PlanPurchase, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { addOnOf, invoiceReference, keepStep } from "./keep-step.ts";

/** A provider's event that made us look, noted together with what it changed. */
export interface NotedEvent {
  readonly event_id: string;
  readonly type: string;
}

/** What an order came to: how the provider says its plan stands, or that it never got that far. */
export type PlanOutcome = PlanPayment | { readonly _tag: "NeverOpened"; readonly message: string; readonly decline_code: string | null };

type Paid = Extract<PlanPayment, { _tag: "Paid" }>;

/** The plan that an order is for, as its buyer has it from then on. Renewals cost the price before discounts. */
const termsOf = (order: PlanPurchase | PlanChangePurchase, offer: PlanOffer): PlanTerms => ({
  variant_id: offer.id,
  license_id: order.license_id,
  interval: offer.interval,
  recurring_credits: offer.recurring_credits,
  price: planLineOf(order.quote).gross,
});

const offerOf = (repositories: Repositories, order: PlanPurchase | PlanChangePurchase): Effect.Effect<PlanOffer> =>
  Effect.map(repositories.plans.get(order.plan_variant_id), (offer) => {
    if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
    return offer;
  });

const recordPayment = (repositories: Repositories, order: PlanPurchase | PlanChangePurchase, payment: Paid): Effect.Effect<boolean> =>
  repositories.payments.record({
    id: invoiceReference(payment.invoice_id),
    user_id: order.user_id,
    order_id: order.id,
    subscription_id: order.subscription_id ?? order.id,
    provider: "stripe",
    reason: order.kind,
    provider_reference: payment.payment_id,
    amount: payment.amount_paid,
    refunded: cents(0),
    at: payment.period_start,
  });

const openSubscription = (repositories: Repositories, order: PlanPurchase, payment: Paid): Effect.Effect<void> =>
  Effect.gen(function* () {
    const offer = yield* offerOf(repositories, order);
    const period = { start: payment.period_start, end: payment.period_end };
    const reference = invoiceReference(payment.invoice_id);
    const step = startSubscription({
      id: order.id,
      terms: termsOf(order, offer),
      at: payment.period_start,
      payment: { reference, paid: planLineOf(order.quote).net, period },
    });
    yield* repositories.subscriptions.insert({
      user_id: order.user_id,
      provider: "stripe",
      provider_subscription_id: payment.subscription_id,
      legacy_kind: null,
      created_at: payment.period_start,
      life: step.subscription,
    });
    yield* recordPayment(repositories, order, payment);
    yield* keepStep(repositories, order.user_id, step);
    if (order.credits !== null) {
      const source = addOnOf(reference);
      const bought = grant({ id: `lot:${source}`, kind: "pack", granted: order.credits, granted_at: payment.period_start, source, subscription_id: null });
      yield* repositories.credits.grant(order.user_id, bought.lot, bought.entry);
    }
    yield* repositories.accounts.setFreeSubscriber(order.user_id, false);
    yield* repositories.accounts.setShouldSeeManageSubscription(order.user_id, true);
  });

/** The upgrade that was paid takes effect. Money for a plan that has ended meanwhile is written down for support. (CHG-02) */
const upgradeSubscription = (repositories: Repositories, order: PlanChangePurchase, payment: Paid): Effect.Effect<void> =>
  Effect.gen(function* () {
    const stored = yield* repositories.subscriptions.get(order.subscription_id);
    if (stored === null || !(yield* recordPayment(repositories, order, payment))) return;
    if (hasEnded(stored.life)) yield* Effect.logError(`order ${order.id} was paid after its subscription ended: refund it`);
    const offer = yield* offerOf(repositories, order);
    const lots = yield* repositories.credits.lots(order.user_id);
    const step = upgradePaid(stored.life, lots, {
      to: termsOf(order, offer),
      at: payment.period_start,
      payment: {
        reference: invoiceReference(payment.invoice_id),
        // What was handed back is money too: the period cost its whole price.
        paid: planLineOf(order.quote).gross,
        period: { start: payment.period_start, end: payment.period_end },
      },
    });
    yield* keepStep(repositories, order.user_id, step);
  });

/** What an order that never got paid had held goes back to the buyer. (CHG-07) */
const giveBackHeld = (repositories: Repositories, order: Order, at: Paid["period_start"]): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (order.kind !== "change") return;
    const stored = yield* repositories.subscriptions.get(order.subscription_id);
    // Credits end with their plan: there is nothing to give back to.
    if (stored === null || hasEnded(stored.life)) return;
    yield* repositories.credits.post(order.user_id, releaseHeld(yield* repositories.credits.entries(order.user_id), order.id, at));
  });

/** Money for an upgrade that came after it had been given up: what it hands back is taken again, as far as it is there. (CHG-07) */
const holdAgain = (repositories: Repositories, order: Order, at: Paid["period_start"]): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (order.kind !== "change") return;
    const entries = yield* repositories.credits.entries(order.user_id);
    const lots = yield* repositories.credits.lots(order.user_id);
    const again = entries
      .filter((entry) => entry.reference === order.id && entry.reason === "hand-back")
      .map((entry) => ({ lot_id: entry.lot_id, credits: credits(Math.min(-entry.amount, lots.find((lot) => lot.id === entry.lot_id)?.remaining ?? 0)) }))
      .filter((each) => each.credits > 0);
    yield* repositories.credits.post(order.user_id, drawEntries(again, "hand-back", `${order.id}:again`, at));
  });

/**
 * Records what a plan's payment came to, in one transaction: the order's end, the subscription and the credits.
 * Whoever comes first (the buyer's request, a webhook, the recovery) does it; for the others it is done. A payment
 * that is still open changes nothing but the order's reference. Money that comes after an order ended opens its plan all
 * the same, unless the account has got another meanwhile: that is written down for support. (CHK-03, CHK-07, CHG-02)
 */
export const settle =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (orderId: string, outcome: PlanOutcome): Effect.Effect<Order | null> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const at = ports.clock.now();
        const known = yield* repositories.orders.get(orderId);
        if (known === null || known.kind === "pack") return known;
        yield* repositories.accounts.lock(known.user_id);
        const order = (yield* repositories.orders.get(orderId)) ?? known;
        if (order.outcome._tag === "paid" || order.kind === "pack") return order;
        if (order.kind === "plan" && order.provider_reference === null && outcome._tag !== "NeverOpened") {
          yield* repositories.orders.setProviderReference(orderId, outcome.subscription_id);
        }
        const fail = (words: string, decline_code: string | null) =>
          Effect.gen(function* () {
            yield* giveBackHeld(repositories, order, at);
            yield* repositories.orders.close(orderId, { _tag: "failed", at, message: words, decline_code });
          });
        switch (outcome._tag) {
          case "Paid":
            if (outcome.amount_paid !== order.quote.total) {
              yield* Effect.logError(`order ${order.id} was quoted ${order.quote.total} cents and paid ${outcome.amount_paid}`);
            }
            if (order.outcome._tag === "failed") {
              if (order.kind === "plan" && (yield* repositories.subscriptions.current(order.user_id)) !== null) {
                yield* Effect.logError(`order ${orderId} was paid after it ended, beside another plan of account ${order.user_id}: refund it`);
                return order;
              }
              yield* repositories.orders.revive(orderId, at);
              yield* holdAgain(repositories, order, at);
            } else yield* repositories.orders.close(orderId, { _tag: "paid", at });
            yield* order.kind === "plan" ? openSubscription(repositories, order, outcome) : upgradeSubscription(repositories, order, outcome);
            break;
          case "Declined":
          case "NeverOpened":
            if (order.outcome._tag === "pending") yield* fail(outcome.message, outcome.decline_code);
            break;
          case "Ended":
            if (order.outcome._tag === "pending") yield* fail(message("order_closed"), null);
            break;
          case "Open":
          case "NeedsConfirmation":
            break;
        }
        return yield* repositories.orders.get(orderId);
      }),
    );

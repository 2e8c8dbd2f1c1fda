import {
  type CreditLot,
  type PlanOffer,
  type PlanTerms,
  cents,
  credits,
  allocationEntries,
  grant,
  hasEnded,
  message,
  planLineOf,
  releaseHold,
  startSubscription,
  applyUpgrade,
} from "@backlot/domain";
import type {
  Order,
  PlanChangePurchase,
  PlanPayment,
  PlanPurchase,
  Provider,
  Repositories,
  StoredSubscription,
  WalletPlanPurchase,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { addOnOf, invoiceReference, keepStep } from "./keep-step.ts";

/** A provider's event that made us look, noted together with what it changed. */
export interface NotedEvent {
  readonly event_id: string;
  readonly type: string;
}

/** What an order came to: how the provider says its plan stands, or that it never got that far. */
export type PlanOutcome =
  | PlanPayment
  | { readonly _tag: "NeverOpened"; readonly message: string; readonly decline_code: string | null };

type Paid = Extract<PlanPayment, { _tag: "Paid" }>;

/** An order of a plan, however it is paid. */
type PlanOrder = PlanPurchase | PlanChangePurchase | WalletPlanPurchase;

/** Who takes the money of an order. */
const providerOf = (order: PlanOrder): Provider => (order.kind === "wallet-plan" ? "paypal" : "stripe");

/** The subscription whose plan an order replaces; null for a new one, and for what is no plan. */
const replacedBy = (order: Order): string | null =>
  order.kind === "change" || order.kind === "wallet-plan" ? order.subscription_id : null;

/** The plan that an order is for, as its buyer has it from then on. Renewals cost the price before discounts. */
const termsOf = (order: PlanOrder, offer: PlanOffer): PlanTerms => ({
  variant_id: offer.id,
  license_id: order.license_id,
  interval: offer.interval,
  recurring_credits: offer.recurring_credits,
  price: planLineOf(order.quote).gross,
});

const offerOf = (repositories: Repositories, order: PlanOrder): Effect.Effect<PlanOffer> =>
  Effect.map(repositories.plans.get(order.plan_variant_id), (offer) => {
    if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
    return offer;
  });

const recordPayment = (
  repositories: Repositories,
  order: PlanOrder,
  subscription_id: string | null,
  payment: Paid,
): Effect.Effect<boolean> =>
  repositories.payments.record({
    id: invoiceReference(payment.invoice_id),
    user_id: order.user_id,
    order_id: order.id,
    subscription_id,
    provider: providerOf(order),
    reason: order.subscription_id === null ? "plan" : "change",
    provider_reference: payment.payment_id,
    amount: payment.amount_paid,
    refunded: cents(0),
    at: payment.period_start,
  });

const openSubscription = (
  repositories: Repositories,
  order: PlanPurchase | WalletPlanPurchase,
  payment: Paid,
): Effect.Effect<void> =>
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
      provider: providerOf(order),
      provider_subscription_id: payment.subscription_id,
      legacy_kind: null,
      created_at: payment.period_start,
      life: step.subscription,
    });
    yield* recordPayment(repositories, order, order.id, payment);
    yield* keepStep(repositories, order.user_id, step);
    if (order.credits !== null) {
      const source = addOnOf(reference);
      const bought = grant({
        id: `lot:${source}`,
        kind: "pack",
        granted: order.credits,
        granted_at: payment.period_start,
        source,
        subscription_id: null,
      });
      yield* repositories.credits.grant(order.user_id, bought.lot, bought.entry);
    }
    yield* repositories.accounts.setFreeSubscriber(order.user_id, false);
    yield* repositories.accounts.setShouldSeeManageSubscription(order.user_id, true);
  });

/** The upgrade that was paid takes effect. (CHG-02) */
const upgradeSubscription = (
  repositories: Repositories,
  order: PlanOrder,
  stored: StoredSubscription,
  payment: Paid,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (!(yield* recordPayment(repositories, order, stored.life.id, payment))) return;
    const offer = yield* offerOf(repositories, order);
    const lots = yield* repositories.credits.lots(order.user_id);
    const step = applyUpgrade(stored.life, lots, {
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
    // The wallet bills by an agreement of its own: the plan that was billed before is to end where it was. (CHG-09)
    if (order.kind === "wallet-plan")
      yield* repositories.subscriptions.move(stored.life.id, "paypal", payment.subscription_id, payment.period_start);
  });

/**
 * Money that can open nothing: its plan has ended, or the account has got another. It is written down for support to give
 * back, and what it would bill from now on is ended. (CHK-07)
 */
const keepStray = (
  repositories: Repositories,
  order: PlanOrder,
  payment: Paid,
  at: Paid["period_start"],
): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (!(yield* recordPayment(repositories, order, order.subscription_id, payment))) return;
    yield* Effect.logError(
      `order ${order.id} of account ${order.user_id} was paid in vain: refund ${payment.payment_id}`,
    );
    yield* repositories.subscriptions.leave(
      { provider: providerOf(order), provider_subscription_id: payment.subscription_id },
      at,
    );
  });

/** Whether a lot's own payment was given back whole: nothing returns to it. */
const isGivenBack = (repositories: Repositories, lots: readonly CreditLot[], lotId: string): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const source = lots.find((lot) => lot.id === lotId)?.source;
    const payment = source === undefined ? null : yield* repositories.payments.get(source);
    return payment !== null && payment.amount > 0 && payment.refunded >= payment.amount;
  });

/** What an order that never got paid had held goes back to the buyer. (CHG-07) */
const giveBackHeld = (repositories: Repositories, order: Order, at: Paid["period_start"]): Effect.Effect<void> =>
  Effect.gen(function* () {
    const subscriptionId = replacedBy(order);
    const stored = subscriptionId === null ? null : yield* repositories.subscriptions.get(subscriptionId);
    // Credits end with their plan: there is nothing to give back to.
    if (stored === null || hasEnded(stored.life)) return;
    const lots = yield* repositories.credits.lots(order.user_id);
    const released = releaseHold(yield* repositories.credits.entries(order.user_id), order.id, at);
    const good = yield* Effect.filter(released, (entry) =>
      Effect.map(isGivenBack(repositories, lots, entry.lot_id), (given) => !given),
    );
    yield* repositories.credits.post(order.user_id, good);
  });

/** Money for an upgrade that came after it had been given up: what it hands back is taken again, as far as it is there. (CHG-07) */
const holdAgain = (repositories: Repositories, order: Order, at: Paid["period_start"]): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (replacedBy(order) === null) return;
    const entries = yield* repositories.credits.entries(order.user_id);
    const lots = yield* repositories.credits.lots(order.user_id);
    const again = entries
      .filter((entry) => entry.reference === order.id && entry.reason === "hand-back")
      .map((entry) => ({
        lot_id: entry.lot_id,
        credits: credits(Math.min(-entry.amount, lots.find((lot) => lot.id === entry.lot_id)?.remaining ?? 0)),
      }))
      .filter((each) => each.credits > 0);
    yield* repositories.credits.post(order.user_id, allocationEntries(again, "hand-back", `${order.id}:again`, at));
  });

/**
 * Records what a plan's payment came to, in one transaction: the order's end, the subscription and the credits.
 * Whoever comes first (the buyer's request, a webhook, the recovery) does it; for the others it is done. A payment
 * that is still open changes nothing but the order's reference. Money that comes after an order ended opens its plan all
 * the same, unless the account has got another meanwhile, or the plan that it replaces has ended: that is written down for
 * support, and billed no further. (CHK-03, CHK-07, CHG-02)
 */
export const settle =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (orderId: string, outcome: PlanOutcome): Effect.Effect<Order | null> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const at = ports.clock.now();
        const known = yield* repositories.orders.get(orderId);
        if (known === null || known.kind === "pack" || known.kind === "wallet-pack") return known;
        yield* repositories.accounts.lock(known.user_id);
        const order = (yield* repositories.orders.get(orderId)) ?? known;
        if (order.outcome._tag === "paid" || order.kind === "pack" || order.kind === "wallet-pack") return order;
        const replaced = replacedBy(order);
        if (order.kind !== "change" && order.provider_reference === null && outcome._tag !== "NeverOpened") {
          yield* repositories.orders.setProviderReference(orderId, outcome.subscription_id);
        }
        const fail = (words: string, decline_code: string | null) =>
          Effect.gen(function* () {
            yield* giveBackHeld(repositories, order, at);
            yield* repositories.orders.close(orderId, { _tag: "failed", at, message: words, decline_code });
          });
        switch (outcome._tag) {
          case "Paid": {
            // Money is written down once, with what it opened, or as money that could open nothing: it opens nothing later.
            if ((yield* repositories.payments.get(invoiceReference(outcome.invoice_id))) !== null) return order;
            if (outcome.amount_paid !== order.quote.total) {
              yield* Effect.logError(
                `order ${order.id} was quoted ${order.quote.total} cents and paid ${outcome.amount_paid}`,
              );
            }
            const stored =
              replaced === null
                ? yield* repositories.subscriptions.current(order.user_id)
                : yield* repositories.subscriptions.get(replaced);
            if (replaced === null ? stored !== null : stored === null || hasEnded(stored.life)) {
              yield* keepStray(repositories, order, outcome, at);
              if (order.outcome._tag === "pending") yield* fail(message("payment_not_applied"), null);
              break;
            }
            if (order.outcome._tag === "failed") {
              yield* repositories.orders.revive(orderId, at);
              yield* holdAgain(repositories, order, at);
            } else yield* repositories.orders.close(orderId, { _tag: "paid", at });
            if (stored !== null) yield* upgradeSubscription(repositories, order, stored, outcome);
            else if (order.kind !== "change") yield* openSubscription(repositories, order, outcome);
            break;
          }
          case "Declined":
          case "NeverOpened":
            if (order.outcome._tag === "pending") yield* fail(outcome.message, outcome.decline_code);
            break;
          case "Ended":
            if (order.outcome._tag === "pending") yield* fail(message("order_ended"), null);
            break;
          case "Open":
          case "NeedsConfirmation":
            break;
        }
        return yield* repositories.orders.get(orderId);
      }),
    );

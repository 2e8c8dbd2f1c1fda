import type { Asked, PaidInvoice, Repositories, StoredSubscription, SubscriptionTermination } from "@backlot/ports";
import { type Instant, cents } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { isolateFailure } from "../jobs/isolate-failure.ts";
import type { OrderPorts } from "../store-ports.ts";
import { invoiceKey } from "./save-transition.ts";

/** Records a period that was billed beside the subscription that replaced it, and its due refund. */
const refundBilledTwice = (
  ports: OrderPorts,
  repos: Repositories,
  owner: { readonly user_id: string; readonly subscription_id: string | null },
  termination: SubscriptionTermination,
  invoice: PaidInvoice,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const id = invoiceKey(invoice.id);
    const isNew = yield* repos.payments.record({
      id,
      user_id: owner.user_id,
      order_id: null,
      subscription_id: owner.subscription_id,
      provider: termination.provider,
      reason: "renewal",
      provider_reference: invoice.payment_id,
      amount: invoice.amount_paid,
      refunded: cents(0),
      at: invoice.paid_at,
    });
    if (!isNew || invoice.total === 0) return;
    yield* repos.refunds.enqueue({
      id: ports.ids.next(),
      cause: "billed-twice",
      cause_reference: termination.provider_subscription_id,
      payment_id: id,
      amount: invoice.amount_paid,
      account_credit: cents(invoice.total - invoice.amount_paid),
      status: "due",
      provider_reference: null,
      created_at: at,
      applied_at: null,
    });
  });

/** Whose subscription a terminated one was: the order that it was opened for says it. */
const ownerOf = (
  ports: OrderPorts,
  termination: SubscriptionTermination,
  orderId: string | null,
): Effect.Effect<{ readonly user_id: string; readonly subscription_id: string | null } | null> =>
  Effect.gen(function* () {
    const { subscriptions, orders } = ports.transactions.read;
    const stored: StoredSubscription | null = yield* subscriptions.byProvider(termination.provider_subscription_id);
    if (stored !== null) return { user_id: stored.user_id, subscription_id: stored.subscription.id };
    const order = orderId === null ? null : yield* orders.get(orderId);
    return order === null ? null : { user_id: order.user_id, subscription_id: null };
  });

const terminate = (ports: OrderPorts, termination: SubscriptionTermination): Asked<boolean> =>
  Effect.gen(function* () {
    const { billing } = yield* providerOrUnavailable(ports, termination.provider);
    yield* billing.cancelNow(termination.provider_subscription_id);
    const found = yield* billing.retrieve(termination.provider_subscription_id);
    const owner = yield* ownerOf(ports, termination, found?.order_id ?? null);
    yield* ports.transactions.run((repos) =>
      Effect.gen(function* () {
        const at = ports.clock.now();
        for (const invoice of owner === null ? [] : (found?.invoices ?? []))
          if (owner !== null) yield* refundBilledTwice(ports, repos, owner, termination, invoice, at);
        yield* repos.subscriptions.completeTermination(termination);
      }),
    );
    return true;
  });

/**
 * Ends subscriptions at their providers that bill nothing of ours any more: what an upgrade through PayPal replaced,
 * and what was paid without being fulfilled. A period that was billed beside is recorded and refunded. Answers how many
 * were terminated. (CHG-09)
 */
export const terminateReplacedSubscriptions = (ports: OrderPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let done = 0;
    for (const termination of yield* ports.transactions.read.subscriptions.pendingTerminations()) {
      const what = `subscription ${termination.provider_subscription_id}`;
      if (yield* isolateFailure(what, false, terminate(ports, termination))) done += 1;
    }
    return done;
  });

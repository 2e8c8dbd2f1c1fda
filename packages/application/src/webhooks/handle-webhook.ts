import { type Provider, isFinal } from "@backlot/domain";
import {
  PaymentProviderUnavailable,
  type ProviderEvent,
  ReadRepositories,
  Repositories,
  type StoredSubscription,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { purchaseOf } from "../fulfillment/kinds/registry.ts";
import { providerOrUnavailable } from "../providers.ts";
import { tryAdvanceOrder } from "../fulfillment/advance-order.ts";
import { syncDispute } from "./sync-dispute.ts";
import { syncRefund } from "./sync-refund.ts";
import { invoiceKey } from "../subscriptions/save-transition.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/**
 * Returns the open order that an event is about, or null. Finds it by its own id, or by the provider's id of its
 * payment. An event about a plan change may contain the id of the order that started the plan; in that case, only the
 * invoice identifies the change.
 */
const orderOf = Effect.fnUntraced(function* (event: ProviderEvent) {
  const repos = yield* ReadRepositories;
  const byId = event.order_id === null ? null : yield* repos.orders.get(event.order_id);
  if (byId !== null && !isFinal(byId)) return byId;
  const names = byId === null ? [event.subscription_id, event.invoice_id, event.payment_id] : [event.invoice_id];
  for (const reference of names) {
    const order = reference === null ? null : yield* repos.orders.byPaymentReference(reference);
    if (order !== null && !isFinal(order)) return order;
  }
  return null;
});

/**
 * Advances the order that an event is about, if any. Asks the provider for the charge's state instead of trusting the
 * event.
 */
const observeOrder = Effect.fnUntraced(function* (event: ProviderEvent) {
  const order = yield* orderOf(event);
  if (order !== null) yield* tryAdvanceOrder(order.id, { _tag: "continue" });
});

/** Advances a subscription's plan changes that are awaiting payment. Call it before syncing the subscription. */
const observeChanges = Effect.fnUntraced(function* (subscriptionRecord: StoredSubscription) {
  const repos = yield* ReadRepositories;
  for (const order of yield* repos.orders.openChangesOf(subscriptionRecord.subscription.id))
    yield* tryAdvanceOrder(order.id, { _tag: "observe" });
});

/**
 * Syncs the subscription that an unknown payment may belong to, because its renewal may not be recorded yet. Returns
 * false if neither the order nor the customer is ours.
 */
const syncOwner = Effect.fnUntraced(function* (about: Pick<ProviderEvent, "order_id" | "customer_id">) {
  const repos = yield* ReadRepositories;
  const order = about.order_id === null ? null : yield* repos.orders.get(about.order_id);
  const account = about.customer_id === null ? null : yield* repos.accounts.byCustomer(about.customer_id);
  if (order === null && account === null) return false;
  const id = order === null ? null : purchaseOf(order.items[0]).subscriptionId(order, order.items[0]);
  const ofOrder = id === null ? null : yield* repos.subscriptions.get(id);
  const subscriptionRecord = ofOrder ?? (account === null ? null : yield* repos.subscriptions.current(account.id));
  if (subscriptionRecord !== null) yield* syncSubscription(subscriptionRecord);
  return true;
});

/**
 * Handles a refund event, which can arrive before the renewal that it refunds. If the payment is unknown, syncs the
 * subscription and retries. Returns false if the payment should be ours but is still unknown, so that the event is
 * delivered again. Ignores unknown customers.
 */
const handleRefundEvent = Effect.fnUntraced(function* (event: ProviderEvent) {
  if (yield* syncRefund(event)) return true;
  return (yield* syncOwner(event)) ? yield* syncRefund(event) : true;
});

/**
 * Handles a dispute event. If its payment is unknown, syncs the subscription and retries. Returns false if the payment
 * should be ours but is still unknown, so that the event is delivered again.
 */
const handleDisputeEvent = Effect.fnUntraced(function* (event: ProviderEvent) {
  const unknown = yield* syncDispute(event);
  if (unknown === null || !(yield* syncOwner(unknown))) return true;
  return (yield* syncDispute(event)) === null;
});

/**
 * Returns whether an event only reports an invoice whose payment is already recorded, in which case there is nothing to
 * do.
 */
const isKnownPayment = Effect.fnUntraced(function* (event: ProviderEvent) {
  if (!event.says_paid || event.invoice_id === null) return false;
  const repos = yield* ReadRepositories;
  return (yield* repos.payments.get(invoiceKey(event.invoice_id))) !== null;
});

const markProcessed = Effect.fnUntraced(function* ({ provider, event_id, type }: ProviderEvent) {
  const repos = yield* Repositories;
  yield* repos.webhookEvents.markProcessed(provider, event_id, type, yield* currentTime);
}, transactional);

const handle = Effect.fnUntraced(function* (event: ProviderEvent) {
  const repos = yield* ReadRepositories;
  if (!event.is_relevant || (yield* isKnownPayment(event))) return;
  yield* observeOrder(event);
  const isRefundKnown = event.refund_id === null || (yield* handleRefundEvent(event));
  const isDisputeKnown = event.dispute_id === null || (yield* handleDisputeEvent(event));
  if (!isRefundKnown || !isDisputeKnown) {
    const cause = `${event.event_id} is about an unknown payment`;
    return yield* new PaymentProviderUnavailable({ cause });
  }
  if (event.subscription_id === null) return;
  const subscriptionRecord = yield* repos.subscriptions.byProvider(event.subscription_id);
  if (subscriptionRecord === null) return;
  yield* observeChanges(subscriptionRecord);
  yield* syncSubscription(subscriptionRecord);
});

/**
 * Handles an event: re-reads the objects it names, settles orders, and syncs the subscription, its refunds, and its
 * disputes. Marks the event as processed last, so that the provider delivers it again until everything is done. The
 * result is the same if events arrive twice, late, or out of order. (CHK-07)
 */
export const handleProviderEvent = (event: ProviderEvent) => Effect.andThen(handle(event), markProcessed(event));

/** Verifies a provider's webhook by its raw body and headers, and handles it. */
export const handleWebhook = Effect.fn("webhooks.handle")(function* (
  provider: Provider,
  rawBody: string,
  headers: Readonly<Record<string, string>>,
) {
  const repos = yield* ReadRepositories;
  const { events } = yield* providerOrUnavailable(provider);
  const event = yield* events.verifyWebhook(rawBody, headers);
  // An irrelevant event is only marked as processed, which is safe to repeat, so don't look it up.
  if (event.is_relevant && (yield* repos.webhookEvents.has(provider, event.event_id))) return;
  yield* handleProviderEvent(event);
});

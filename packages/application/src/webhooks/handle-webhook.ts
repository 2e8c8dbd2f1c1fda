import { type Order, type Provider, isFinal } from "@backlot/domain";
import {
  type Asked,
  type InvalidWebhookSignature,
  PaymentProviderUnavailable,
  type ProviderEvent,
  type StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { purchaseOf } from "../orders/purchases/registry.ts";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { tryAdvanceOrder } from "../orders/advance-order.ts";
import { syncDispute } from "../refunds/sync-dispute.ts";
import { syncRefund } from "../refunds/sync-refund.ts";
import type { OrderPorts } from "../store-ports.ts";
import { invoiceKey } from "../subscriptions/save-transition.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/**
 * The order that an event is about and may still move: by its own id, or by what the provider calls its payment. What
 * an event says of a change may name the order of the plan that is changed: the change is known by its invoice.
 */
const orderOf = (ports: OrderPorts, event: ProviderEvent): Effect.Effect<Order | null> =>
  Effect.gen(function* () {
    const { orders } = ports.transactions.read;
    const byId = event.order_id === null ? null : yield* orders.get(event.order_id);
    if (byId !== null && !isFinal(byId)) return byId;
    const names = byId === null ? [event.subscription_id, event.invoice_id, event.payment_id] : [event.invoice_id];
    for (const reference of names) {
      const found = reference === null ? null : yield* orders.byPaymentReference(reference);
      if (found !== null && !isFinal(found)) return found;
    }
    return null;
  });

/** Looks at the order that an event is about. Only a look moves an order: the event is a hint. */
const observeOrder = (ports: OrderPorts, event: ProviderEvent): Asked<void> =>
  Effect.gen(function* () {
    const order = yield* orderOf(ports, event);
    if (order !== null) yield* tryAdvanceOrder(ports)(order.id, { _tag: "continue" });
  });

/** A change that waits for its payment comes before whatever else happens to its subscription. */
const observeChanges = (ports: OrderPorts, stored: StoredSubscription): Asked<void> =>
  Effect.gen(function* () {
    for (const order of yield* ports.transactions.read.orders.openChangesOf(stored.subscription.id))
      yield* tryAdvanceOrder(ports)(order.id, { _tag: "observe" });
  });

/**
 * Syncs the subscription that an unknown payment may be of: its renewal may not have been received yet. Returns false
 * where neither the order nor the customer is ours.
 */
const syncOwner = (ports: OrderPorts, about: Pick<ProviderEvent, "order_id" | "customer_id">): Asked<boolean> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const order = about.order_id === null ? null : yield* read.orders.get(about.order_id);
    const account = about.customer_id === null ? null : yield* read.accounts.byCustomer(about.customer_id);
    if (order === null && account === null) return false;
    const id = order === null ? null : purchaseOf(order.items[0]).subscriptionId(order, order.items[0]);
    const ofOrder = id === null ? null : yield* read.subscriptions.get(id);
    const stored = ofOrder ?? (account === null ? null : yield* read.subscriptions.current(account.id));
    if (stored !== null) yield* syncSubscription(ports)(stored);
    return true;
  });

/**
 * A refund event can arrive before the renewal it refunds, so sync the subscription and try again. Returns false if the
 * payment should be ours but is still unknown (the event will be redelivered); ignores unknown customers.
 */
const handleRefundEvent = (ports: OrderPorts, event: ProviderEvent): Asked<boolean> =>
  Effect.gen(function* () {
    if (yield* syncRefund(ports)(event)) return true;
    return (yield* syncOwner(ports, event)) ? yield* syncRefund(ports)(event) : true;
  });

/** The same for the event of a dispute. Whose payment it is about stands in the dispute. (ORD-06) */
const handleDisputeEvent = (ports: OrderPorts, event: ProviderEvent): Asked<boolean> =>
  Effect.gen(function* () {
    const unknown = yield* syncDispute(ports)(event);
    if (unknown === null || !(yield* syncOwner(ports, unknown))) return true;
    return (yield* syncDispute(ports)(event)) === null;
  });

/** Whether an event says that a period was paid which we know already: there is nothing to read then. */
const isKnownPayment = (ports: OrderPorts, event: ProviderEvent): Effect.Effect<boolean> =>
  !event.says_paid || event.invoice_id === null
    ? Effect.succeed(false)
    : Effect.map(ports.transactions.read.payments.get(invoiceKey(event.invoice_id)), (payment) => payment !== null);

const handle = (ports: OrderPorts, event: ProviderEvent): Asked<void> =>
  Effect.gen(function* () {
    if (!event.is_relevant || (yield* isKnownPayment(ports, event))) return;
    yield* observeOrder(ports, event);
    const isRefundKnown = event.refund_id === null || (yield* handleRefundEvent(ports, event));
    const isDisputeKnown = event.dispute_id === null || (yield* handleDisputeEvent(ports, event));
    if (!isRefundKnown || !isDisputeKnown) {
      const cause = `${event.event_id} is about a payment that is not known yet`;
      return yield* new PaymentProviderUnavailable({ cause });
    }
    if (event.subscription_id === null) return;
    const stored = yield* ports.transactions.read.subscriptions.byProvider(event.subscription_id);
    if (stored === null) return;
    yield* observeChanges(ports, stored);
    yield* syncSubscription(ports)(stored);
  });

/**
 * Handles what an event points at: reads the objects again, settles orders, syncs the subscription, its refunds and its
 * disputes. The event is marked as processed last: until everything that it is about is done, it is delivered again.
 * Twice, late or out of order, the end is the same. (CHK-07)
 */
export const handleProviderEvent =
  (ports: OrderPorts) =>
  (event: ProviderEvent): Asked<void> =>
    Effect.gen(function* () {
      yield* handle(ports, event);
      const { webhookEvents } = ports.transactions.read;
      yield* webhookEvents.markProcessed(event.provider, event.event_id, event.type, ports.clock.now());
    });

/** Checks a provider's webhook against its raw body and headers, and handles it. (CHK-07) */
export const handleWebhook =
  (ports: OrderPorts) =>
  (
    provider: Provider,
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ): Effect.Effect<void, InvalidWebhookSignature | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { events } = yield* providerOrUnavailable(ports, provider);
      const event = yield* events.verifyWebhook(rawBody, headers);
      // An event that is not relevant is only marked, which a second time changes nothing.
      if (event.is_relevant && (yield* ports.transactions.read.webhookEvents.has(provider, event.event_id))) return;
      yield* handleProviderEvent(ports)(event);
    });

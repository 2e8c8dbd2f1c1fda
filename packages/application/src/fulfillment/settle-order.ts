import {
  type Ending,
  type Instant,
  type Order,
  type OrderItem,
  type OrderStatus,
  deliveredItems,
  balanceKeptOf,
  decide,
  endOf,
  isFinal,
  needsAccountLease,
  payerOf,
  seenOf,
  hasEnded,
} from "@backlot/domain";
import {
  type ChargeState,
  Ids,
  type OrderEnd,
  Repositories,
  type SettledPayment,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { refundOthers } from "./refund-others.ts";
import { purchaseOf } from "./kinds/registry.ts";
import type { InTransaction, UseCase } from "../store-services.ts";
import { recordPayment } from "./record-payment.ts";

/** A settled order, and whether there are subscriptions to terminate or money to refund. */
interface Settled {
  readonly order: Order;
  readonly hasFollowUp: boolean;
}

type Succeeded = Extract<ChargeState, { readonly _tag: "Succeeded" }>;

/** Returns the items that the payment fulfills now. */
const deliverableItems = (order: Order, paid: SettledPayment) =>
  Effect.map(
    Effect.filter(order.items, (item: OrderItem) => purchaseOf(item).deliverable(order, item, paid)),
    (items) => deliveredItems(order, items),
  );

const releaseHolds = (order: Order, at: Instant): InTransaction<void> =>
  Effect.forEach(order.items, (item) => purchaseOf(item).hold?.release(order, item, at) ?? Effect.void, {
    discard: true,
  });

const fulfill = Effect.fnUntraced(function* (
  order: Order,
  items: readonly OrderItem[],
  paid: SettledPayment,
  at: Instant,
  late: boolean,
) {
  const repos = yield* Repositories;
  const paidAt: OrderEnd = { _tag: "paid", at };
  yield* repos.orders.transition(order.id, paidAt);
  for (const item of items) {
    const purchase = purchaseOf(item);
    if (late) yield* purchase.hold?.reinstate(order, item, at) ?? Effect.void;
    yield* purchase.fulfill(order, item, paid, at);
  }
  yield* purchaseOf(order.items[0]).complete?.(order, at) ?? Effect.void;
  return paidAt;
});

/** Enqueues the removal of the account credit that an unfulfilled upgrade left at the provider. */
const reclaimAccountCredit = Effect.fnUntraced(function* (order: Order, at: Instant) {
  const repos = yield* Repositories;
  const balance = balanceKeptOf(order.quote);
  if (balance === 0 || !payerOf(order.provider).takes.accountCredit) return;
  const reason = "Account credit from a plan change that wasn't completed";
  const adjustment = { id: `kept:${order.id}`, user_id: order.user_id, cents: balance, reason };
  yield* repos.balanceAdjustments.enqueue(adjustment, at);
});

/**
 * Ends an order whose payment can't be fulfilled, because its subscription has ended or another one exists. Enqueues a
 * refund of the charge and of the account credit it used, the termination of the provider's subscription, and an email.
 */
const markUnfulfillable = Effect.fnUntraced(function* (order: Order, paid: SettledPayment, at: Instant) {
  const repos = yield* Repositories;
  const ids = yield* Ids;
  const end: OrderEnd = { _tag: "unfulfillable", at };
  if (order.status._tag === "pending") yield* releaseHolds(order, at);
  yield* repos.orders.transition(order.id, end);
  yield* enqueueRefund({
    cause: "unfulfillable",
    cause_reference: order.id,
    payment_id: paid.key,
    amount: paid.amount,
    account_credit: paid.credit_used,
  });
  yield* reclaimAccountCredit(order, at);
  const reference = paid.subscription?.reference ?? null;
  if (reference !== null) {
    const living = yield* repos.subscriptions.byProvider(reference);
    const isOurs = living !== null && !hasEnded(living.subscription);
    const termination = { provider: order.provider, provider_subscription_id: reference };
    if (!isOurs) yield* repos.subscriptions.enqueueTermination(termination, at);
  }
  yield* repos.outbox.enqueue({ id: ids.next(), about: order.id, kind: "payment-not-applied" }, at);
  return end;
});

/** Returns the provider's id of the order's payment, and saves it if the order doesn't have one yet. */
const keptReference = Effect.fnUntraced(function* (order: Order, state: ChargeState | null) {
  const repos = yield* Repositories;
  const reference = state?.reference ?? null;
  if (reference === null || reference === order.payment_reference) return order.payment_reference;
  return (yield* repos.orders.attachPaymentReference(order.id, reference)) ? reference : order.payment_reference;
});

/** An account has taken over the guest's order. Retry under that account's lock. */
class BuyerChanged extends Data.TaggedError("BuyerChanged")<{ readonly order: Order }> {}

const settle = Effect.fnUntraced(function* (
  { id: orderId, user_id }: Pick<Order, "id" | "user_id">,
  state: ChargeState | null,
  ending: Ending | null,
) {
  const repos = yield* Repositories;
  const at = yield* currentTime;
  yield* repos.accounts.lock(user_id);
  const order = yield* repos.orders.lock(orderId);
  if (order === null) throw new Error(`there is no order ${orderId}`);
  if (order.user_id !== user_id) return yield* new BuyerChanged({ order });
  if (isFinal(order)) return { order, hasFollowUp: false };
  const payment_reference = yield* keptReference(order, state);
  let status: OrderStatus = order.status;
  const paid = state?._tag === "Succeeded" ? (state satisfies Succeeded).payment : null;
  const items = paid === null ? [] : yield* deliverableItems(order, paid);
  const charge = seenOf(state?._tag ?? null, { able: items.length, all: order.items.length });
  const decision = decide(order.status._tag, charge, ending);
  switch (decision._tag) {
    case "none":
    case "wait":
      return { order: { ...order, payment_reference }, hasFollowUp: false };
    case "end":
      status = endOf(decision.as, state?._tag === "Canceled" ? state : null, ending, at);
      yield* releaseHolds(order, at);
      yield* repos.orders.transition(orderId, status);
      break;
    case "fulfill":
    case "unfulfillable":
      // A payment is recorded only once, so it is fulfilled only once.
      if (paid === null || !(yield* recordPayment(order, paid, decision._tag === "fulfill"))) break;
      if (decision._tag === "fulfill") {
        status = yield* fulfill(order, items, paid, at, decision.late);
        yield* refundOthers(order, items, paid);
      } else status = yield* markUnfulfillable(order, paid, at);
      break;
  }
  // A new plan or pack has no follow-up work, so its buyer shouldn't have to wait for other customers' work.
  const isWhole = paid === null || items.length === order.items.length;
  const hasFollowUp = decision._tag === "unfulfillable" || !isWhole || needsAccountLease(order);
  return { order: { ...order, payment_reference, status }, hasFollowUp };
}, transactional);

/**
 * Records the outcome of an order in one transaction: its end, its payment, and its fulfillment. The buyer's request, a
 * webhook, and recovery can all call it; only the first call has an effect. A payment that arrives after the order
 * ended still fulfills it, or is refunded. (CHK-07)
 */
export const settleOrder = (
  orderRef: Pick<Order, "id" | "user_id">,
  state: ChargeState | null,
  ending: Ending | null,
): UseCase<Settled> =>
  settle(orderRef, state, ending).pipe(
    Effect.catchTag("BuyerChanged", ({ order }) => settleOrder(order, state, ending)),
    Effect.withSpan("orders.settle"),
  );

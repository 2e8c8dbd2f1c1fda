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
  providerTraits,
  seenOf,
  hasEnded,
} from "@backlot/domain";
import type { ChargeState, OrderEnd, Repositories, SettledPayment } from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../refunds/enqueue-refund.ts";
import { refundOthers } from "../refunds/refund-others.ts";
import type { OrderPorts } from "../store-ports.ts";
import { purchaseOf } from "./purchases/registry.ts";
import { recordPayment } from "./record-payment.ts";

/** An order as it stands after settling, and whether it left subscriptions to terminate or money to refund. */
export interface Settled {
  readonly order: Order;
  readonly hasFollowUp: boolean;
}

type Succeeded = Extract<ChargeState, { readonly _tag: "Succeeded" }>;

const isDeliverable = (
  repos: Repositories,
  order: Order,
  item: OrderItem,
  paid: SettledPayment,
): Effect.Effect<boolean> => purchaseOf(item).deliverable(repos, order, item, paid);

/** The items that the money hands over now. */
const deliverableItems = (
  repos: Repositories,
  order: Order,
  paid: SettledPayment,
): Effect.Effect<readonly OrderItem[]> =>
  Effect.map(
    Effect.filter(order.items, (item) => isDeliverable(repos, order, item, paid)),
    (items) => deliveredItems(order, items),
  );

const releaseHolds = (repos: Repositories, order: Order, at: Instant): Effect.Effect<void> =>
  Effect.forEach(order.items, (item) => purchaseOf(item).hold?.release(repos, order, item, at) ?? Effect.void, {
    discard: true,
  });

const fulfil = (
  repos: Repositories,
  order: Order,
  items: readonly OrderItem[],
  paid: SettledPayment,
  at: Instant,
  late: boolean,
): Effect.Effect<OrderEnd> =>
  Effect.gen(function* () {
    const paidAt: OrderEnd = { _tag: "paid", at };
    yield* repos.orders.transition(order.id, paidAt);
    for (const item of items) {
      const purchase = purchaseOf(item);
      if (late) yield* purchase.hold?.reinstate(repos, order, item, at) ?? Effect.void;
      yield* purchase.fulfil(repos, order, item, paid, at);
    }
    yield* purchaseOf(order.items[0]).complete?.(repos, order, at) ?? Effect.void;
    return paidAt;
  });

/** What an upgrade returned beyond the price is account credit at the provider. It goes with the change. (CHG-07) */
const reclaimAccountCredit = (repos: Repositories, order: Order, at: Instant): Effect.Effect<void> => {
  const left = balanceKeptOf(order.quote);
  if (left === 0 || !providerTraits(order.provider).takesAccountCredit) return Effect.void;
  const reason = "Account credit of a change that was not made";
  return repos.balanceAdjustments.enqueue({ id: `kept:${order.id}`, user_id: order.user_id, cents: left, reason }, at);
};

/**
 * A payment that can't be fulfilled, because the subscription ended or another one exists. Records a due refund of what
 * was charged and of the account credit that it used, the termination of the provider's subscription, and a mail.
 */
const markUnfulfillable = (
  ports: OrderPorts,
  repos: Repositories,
  order: Order,
  paid: SettledPayment,
  at: Instant,
): Effect.Effect<OrderEnd> =>
  Effect.gen(function* () {
    const end: OrderEnd = { _tag: "unfulfillable", at };
    if (order.status._tag === "pending") yield* releaseHolds(repos, order, at);
    yield* repos.orders.transition(order.id, end);
    yield* enqueueRefund(ports, repos, {
      cause: "unfulfillable",
      cause_reference: order.id,
      payment_id: paid.key,
      amount: paid.amount,
      account_credit: paid.credit_used,
    });
    yield* reclaimAccountCredit(repos, order, at);
    const reference = paid.subscription?.reference ?? null;
    if (reference !== null) {
      const living = yield* repos.subscriptions.byProvider(reference);
      const isOurs = living !== null && !hasEnded(living.subscription);
      const termination = { provider: order.provider, provider_subscription_id: reference };
      if (!isOurs) yield* repos.subscriptions.enqueueTermination(termination, at);
    }
    yield* repos.notices.enqueue({ id: ports.ids.next(), about: order.id, kind: "payment-not-applied" }, at);
    return end;
  });

/** What the provider calls the order's payment, which is kept where the order had no name for it yet. */
const keptReference = (repos: Repositories, order: Order, state: ChargeState | null): Effect.Effect<string | null> => {
  const reference = state?.reference ?? null;
  return reference === null || reference === order.payment_reference
    ? Effect.succeed(order.payment_reference)
    : Effect.map(repos.orders.attachPaymentReference(order.id, reference), (isKept) =>
        isKept ? reference : order.payment_reference,
      );
};

/** A guest signed in while the order was settled, and an account has it now: what it gets needs that account's lock. */
class BuyerChanged extends Data.TaggedError("BuyerChanged")<{ readonly order: Order }> {}

const settle = (
  ports: OrderPorts,
  { id: orderId, user_id }: Pick<Order, "id" | "user_id">,
  state: ChargeState | null,
  ending: Ending | null,
): Effect.Effect<Settled, BuyerChanged> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const at = ports.clock.now();
      yield* repos.accounts.lock(user_id);
      const order = yield* repos.orders.lock(orderId);
      if (order === null) throw new Error(`there is no order ${orderId}`);
      if (order.user_id !== user_id) return yield* new BuyerChanged({ order });
      if (isFinal(order)) return { order, hasFollowUp: false };
      const payment_reference = yield* keptReference(repos, order, state);
      let status: OrderStatus = order.status;
      const paid = state?._tag === "Succeeded" ? (state satisfies Succeeded).payment : null;
      const items = paid === null ? [] : yield* deliverableItems(repos, order, paid);
      const seen = seenOf(state?._tag ?? null, { able: items.length, all: order.items.length });
      const decision = decide(order.status._tag, seen, ending);
      switch (decision._tag) {
        case "none":
        case "wait":
          return { order: { ...order, payment_reference }, hasFollowUp: false };
        case "end":
          status = endOf(decision.as, state?._tag === "Canceled" ? state : null, ending, at);
          yield* releaseHolds(repos, order, at);
          yield* repos.orders.transition(orderId, status);
          break;
        case "fulfil":
        case "unfulfillable":
          // A payment is recorded once, so what it hands over is handed over once.
          if (paid === null || !(yield* recordPayment(repos, order, paid, decision._tag === "fulfil"))) break;
          if (decision._tag === "fulfil") {
            status = yield* fulfil(repos, order, items, paid, at, decision.late);
            yield* refundOthers(ports, repos, order, items, paid);
          } else status = yield* markUnfulfillable(ports, repos, order, paid, at);
          break;
      }
      // A new plan or pack has no follow-up work, so its buyer does not wait for the queues of others.
      const isWhole = paid === null || items.length === order.items.length;
      const hasFollowUp = decision._tag === "unfulfillable" || !isWhole || needsAccountLease(order);
      return { order: { ...order, payment_reference, status }, hasFollowUp };
    }),
  );

/**
 * Records what became of an order, in one transaction: its end, the payment, and what it hands over. Whoever comes
 * first (the buyer's request, a webhook, recovery) does it; for the others it is done. Money that comes after an order
 * ended fulfils it all the same, or is refunded. (CHK-03, CHK-04, CHK-07, CHG-02)
 */
export const settleOrder =
  (ports: OrderPorts) =>
  (known: Pick<Order, "id" | "user_id">, state: ChargeState | null, ending: Ending | null): Effect.Effect<Settled> =>
    settle(ports, known, state, ending).pipe(
      Effect.catchTag("BuyerChanged", ({ order }) => settleOrder(ports)(order, state, ending)),
    );

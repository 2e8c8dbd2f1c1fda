import {
  type Ending,
  type EndingMessage,
  type Order,
  endingOf,
  endsWithRefusal,
  isChargeOver,
  isFinal,
  isQuotedAmount,
  mayCapture,
  needsAccountLease,
} from "@backlot/domain";
import type { Asked, Charge, ChargeState, Conflict, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { tryAccountLease, withAccountLease } from "../accounts/with-account-lease.ts";
import { hasOpenDispute } from "../refunds/open-disputes.ts";
import { refundDue } from "../refunds/refund-due.ts";
import type { OrderPorts } from "../store-ports.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { chargeOf } from "./charge-of.ts";
import { gatewayOf } from "./gateway-of.ts";
import { purchaseOf } from "./purchases/registry.ts";
import { settleOrder } from "./settle-order.ts";
import { sharedWork } from "./shared-work.ts";

/**
 * What is asked of an order. "continue" makes the charge and takes money where the store may; "observe" only looks;
 * "confirm" takes the money of what the buyer confirms, by the card that is named; "cancel" ends it unless it is paid.
 */
export type Advance =
  | { readonly _tag: "continue" | "observe" }
  | { readonly _tag: "confirm"; readonly payment_method_id: string | null }
  | { readonly _tag: "cancel"; readonly ending: Ending };

/** An order as it stands now, and what its provider said; null where nobody had to ask. */
export interface Advanced {
  readonly order: Order;
  readonly state: ChargeState | null;
}

const get = (ports: OrderPorts, orderId: string): Effect.Effect<Order> =>
  Effect.map(ports.transactions.read.orders.get(orderId), (order) => {
    if (order === null) throw new Error(`there is no order ${orderId}`);
    return order;
  });

/** The ending that is asked for, or that time or a dispute of another payment brings. (ORD-06) */
const endingFor = (ports: OrderPorts, order: Order, how: Advance): Effect.Effect<Ending | null> =>
  Effect.gen(function* () {
    if (how._tag === "cancel") return how.ending;
    const isDisputed = yield* hasOpenDispute(ports.transactions.read, order.user_id);
    return endingOf(order, { at: ports.clock.now(), isDisputed });
  });

/** Why the money must not be taken: another amount than was quoted, or a purchase that is not what it was. */
const stalenessOf = (
  ports: OrderPorts,
  order: Order,
  state: ChargeState,
  placed: boolean,
): Asked<EndingMessage | null> =>
  Effect.gen(function* () {
    if ("amount" in state && !isQuotedAmount(order, state.amount)) return "price_changed";
    if (placed) return null;
    for (const item of order.items) {
      const stale = yield* purchaseOf(item).staleness(ports, order, item);
      if (stale !== null) return stale;
    }
    return null;
  });

/** A refusal keeps the bank's words where the charge is canceled after it. */
const inWordsOf = (refused: ChargeState, after: ChargeState): ChargeState =>
  after._tag === "Canceled" && refused._tag === "RequiresPaymentMethod"
    ? { ...after, message: refused.message, decline_code: refused.decline_code }
    : after;

/** Leaves the provider as the result wants it, then settles. A crash between the two repeats both. */
const finalizeAndSettle = (
  ports: OrderPorts,
  charge: Charge,
  order: Order,
  state: ChargeState | null,
  ending: Ending | null,
): Asked<Advanced> =>
  Effect.gen(function* () {
    const gateway = gatewayOf(ports, order);
    if (state?._tag === "Succeeded") yield* gateway.finalize(charge, "paid");
    else if (isChargeOver(state?._tag ?? null, ending)) yield* gateway.finalize(charge, "ended");
    const settled = yield* settleOrder(ports)(order, state, ending);
    // At once, so that no period is billed beside another and no money stays; jobs do it where this fails.
    if (settled.hasFollowUp) {
      yield* terminateReplacedSubscriptions(ports)();
      yield* refundDue(ports)();
    }
    return { order: settled.order, state };
  });

/** An object that was made while the order got another one, or ended, is a stranger: nobody must pay it. */
const cancelStranger = (ports: OrderPorts, charge: Charge, open: ChargeState): Asked<Advanced> =>
  Effect.gen(function* () {
    const order = yield* get(ports, charge.order_id);
    if (order.payment_reference !== open.reference) yield* gatewayOf(ports, order).cancel(charge, open);
    return { order, state: null };
  });

/**
 * Looks, makes, takes and settles. `placed`: this very request has placed the order, so there is nothing to look for.
 */
const advance = (ports: OrderPorts, known: Order, how: Advance, placed: boolean): Asked<Advanced> =>
  Effect.gen(function* () {
    const orderId = known.id;
    if (isFinal(known)) return { order: known, state: null };
    const named = how._tag === "confirm" ? how.payment_method_id : null;
    if (named !== null) yield* ports.transactions.read.orders.setPaymentMethod(orderId, named);
    const order = named === null ? known : { ...known, payment_method_id: named };
    const gateway = gatewayOf(ports, order);
    const charge = yield* chargeOf(ports, order);
    const seen = placed ? null : yield* gateway.find(charge);
    if (order.status._tag !== "pending") {
      if (seen?._tag !== "Succeeded") return { order, state: null };
      return yield* finalizeAndSettle(ports, charge, order, seen, null);
    }
    const ending = yield* endingFor(ports, order, how);
    if (ending !== null) {
      const after = seen === null ? null : yield* gateway.cancel(charge, seen);
      return yield* finalizeAndSettle(ports, charge, order, after, ending);
    }
    const open = seen ?? (how._tag === "observe" ? null : yield* gateway.create(charge));
    if (open === null) return { order, state: null };
    const withReference = { ...charge, reference: open.reference };
    if (!(yield* ports.transactions.read.orders.attachPaymentReference(orderId, open.reference)))
      return yield* cancelStranger(ports, withReference, open);
    const may = mayCapture(order, open._tag, how._tag);
    const stale = may ? yield* stalenessOf(ports, order, open, placed) : null;
    if (stale !== null) {
      const after = yield* gateway.cancel(withReference, open);
      const canceled: Ending = { _tag: "canceled", by: "stale", message: stale };
      return yield* finalizeAndSettle(ports, withReference, order, after, canceled);
    }
    const taken = may ? yield* gateway.capture(withReference, open) : open;
    const after = endsWithRefusal(order, taken._tag)
      ? inWordsOf(taken, yield* gateway.cancel(withReference, taken))
      : taken;
    return yield* finalizeAndSettle(ports, withReference, order, after, null);
  });

/** The same under a lease: who waited for it reads the order again. */
const advanceAnew = (ports: OrderPorts, orderId: string, how: Advance, placed: boolean): Asked<Advanced> =>
  Effect.flatMap(get(ports, orderId), (order) => advance(ports, order, how, placed));

/** Without the lease only money that came in counts; anything else belongs to the process that has it. */
const observeUnleased = (ports: OrderPorts, order: Order): Asked<Advanced> =>
  Effect.gen(function* () {
    const charge = yield* chargeOf(ports, order);
    const seen = yield* gatewayOf(ports, order).find(charge);
    if (seen?._tag === "Succeeded") return yield* finalizeAndSettle(ports, charge, order, seen, null);
    yield* ports.transactions.read.orders.scheduleAttempt(order.id, order.attempts, ports.clock.now());
    return { order: yield* get(ports, order.id), state: null };
  });

const keyOf = (orderId: string, how: Advance): string =>
  `${orderId}:${how._tag}:${how._tag === "confirm" ? how.payment_method_id : ""}`;

/**
 * Moves an order on from wherever it was left. The one way through: the buyer's requests, their way back, another
 * choice and recovery all come here. Safe to call at any time and any number of times, by any process. Fails with
 * order_in_progress where the account stays busy. `placed` is the order where this very request has placed it.
 * (CHK-03, CHK-04, CHK-07)
 */
export const advanceOrder =
  (ports: OrderPorts) =>
  (
    orderId: string,
    how: Advance,
    placed: Order | null = null,
  ): Effect.Effect<Advanced, Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const order = placed ?? (yield* get(ports, orderId));
      const isPlaced = placed !== null;
      return yield* needsAccountLease(order)
        ? withAccountLease(ports)(order.user_id)(advanceAnew(ports, orderId, how, isPlaced))
        : sharedWork(keyOf(orderId, how), advance(ports, order, how, isPlaced));
    });

/** The same for webhooks and jobs, which never wait for an account: recovery is then due at once. (CHK-07) */
export const tryAdvanceOrder =
  (ports: OrderPorts) =>
  (orderId: string, how: Advance): Asked<Advanced> =>
    Effect.gen(function* () {
      const order = yield* get(ports, orderId);
      // An event is about something newer than what runs already may have read, so it shares no work.
      if (!needsAccountLease(order)) return yield* advance(ports, order, how, false);
      const done = yield* tryAccountLease(ports)(order.user_id)(advanceAnew(ports, orderId, how, false));
      return Option.isSome(done) ? done.value : yield* observeUnleased(ports, order);
    });

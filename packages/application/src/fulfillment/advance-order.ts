import {
  type Ending,
  type Order,
  endingOf,
  endsWithRefusal,
  isChargeOver,
  isFinal,
  isQuotedAmount,
  mayCapture,
  needsAccountLease,
  type EndingMessage,
} from "@backlot/domain";
import {
  type Charge,
  type ChargeState,
  type Conflict,
  type PaymentProviderUnavailable,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { tryAccountLease, withAccountLease } from "../account-lease.ts";
import { hasOpenDispute } from "../disputes/dispute-guard.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { chargeOf } from "./charge-of.ts";
import { gatewayOf } from "./gateway-of.ts";
import { purchaseOf } from "./kinds/registry.ts";
import { settleOrder } from "./settle-order.ts";
import type { UseCaseSteps } from "../store-services.ts";
import { sharedWork } from "../shared-work.ts";

/**
 * How to advance an order. "continue" creates the charge, and captures it if the buyer has nothing left to confirm;
 * "observe" creates nothing; "confirm" captures it with the named card, or the order's own if null; "cancel" ends the
 * order unless it is paid.
 */
export type Advance =
  | { readonly _tag: "continue" | "observe" }
  | { readonly _tag: "confirm"; readonly payment_method_id: string | null }
  | { readonly _tag: "cancel"; readonly ending: Ending };

/**
 * An order after advancing it. `state` is its charge at the provider; null if it has none or the provider was not
 * asked.
 */
export interface Advanced {
  readonly order: Order;
  readonly state: ChargeState | null;
}

const get = Effect.fnUntraced(function* (orderId: string) {
  const repos = yield* ReadRepositories;
  const order = yield* repos.orders.get(orderId);
  if (order === null) throw new Error(`there is no order ${orderId}`);
  return order;
});

const attachReference = (orderId: string, reference: string | null) =>
  Repositories.use(({ orders }) => orders.attachPaymentReference(orderId, reference)).pipe(transactional);

const setPaymentMethod = (orderId: string, paymentMethodId: string) =>
  Repositories.use(({ orders }) => orders.setPaymentMethod(orderId, paymentMethodId)).pipe(transactional);

/** Makes recovery of an order due immediately. */
const retryNow = Effect.fnUntraced(function* ({ id, attempts }: Order) {
  const repos = yield* Repositories;
  yield* repos.orders.scheduleAttempt(id, attempts, yield* currentTime);
}, transactional);

/**
 * Returns why the order has to end: a request canceled it, it expired, or its buyer has an open dispute. Returns null
 * if it can continue.
 */
const endingFor = Effect.fnUntraced(function* (order: Order, how: Advance, placed: boolean) {
  if (how._tag === "cancel") return how.ending;
  // place-order.ts has just checked for disputes.
  const isDisputed = placed ? false : yield* hasOpenDispute(order.user_id);
  return endingOf(order, { at: yield* currentTime, isDisputed });
});

/**
 * Returns why the charge must not be captured: its amount differs from the quote, or the purchase is out of date.
 * Returns null if it can be captured. An order that this request `placed` can't be out of date.
 */
const stalenessOf = Effect.fnUntraced(function* (
  order: Order,
  state: ChargeState,
  placed: boolean,
): UseCaseSteps<EndingMessage | null, PaymentProviderUnavailable> {
  if ("amount" in state && !isQuotedAmount(order, state.amount)) return "price_changed";
  if (placed) return null;
  for (const item of order.items) {
    const stale = yield* purchaseOf(item).staleness(order, item);
    if (stale !== null) return stale;
  }
  return null;
});

/** Returns the state after canceling a declined charge, with the bank's decline message. */
const inWordsOf = (refused: ChargeState, after: ChargeState): ChargeState =>
  after._tag === "Canceled" && refused._tag === "RequiresPaymentMethod"
    ? { ...after, message: refused.message, decline_code: refused.decline_code }
    : after;

/** Finalizes the charge at the provider, then settles the order. Safe to repeat after a crash between the two. */
const finalizeAndSettle = Effect.fnUntraced(function* (
  charge: Charge,
  order: Order,
  state: ChargeState | null,
  ending: Ending | null,
) {
  const gateway = yield* gatewayOf(order);
  if (state?._tag === "Succeeded") yield* gateway.finalize(charge, "paid");
  else if (isChargeOver(state?._tag ?? null, ending)) yield* gateway.finalize(charge, "ended");
  const settled = yield* settleOrder(order, state, ending);
  // Follow up immediately, so that no period is billed twice and the buyer gets a refund. If this fails, jobs do it.
  if (settled.hasFollowUp) {
    yield* terminateReplacedSubscriptions;
    yield* refundDue;
  }
  return { order: settled.order, state };
});

/** Cancels a charge that lost a race: the order already has another charge, or has ended. */
const cancelLostCharge = Effect.fnUntraced(function* (charge: Charge, open: ChargeState) {
  const order = yield* get(charge.order_id);
  if (order.payment_reference !== open.reference) yield* (yield* gatewayOf(order)).cancel(charge, open);
  return { order, state: null };
});

/**
 * Finds or creates the charge, captures it, and settles. `placed` means that this request placed the order, so it has
 * no charge yet.
 */
const advance = Effect.fnUntraced(function* (initialOrder: Order, how: Advance, placed: boolean) {
  const orderId = initialOrder.id;
  if (isFinal(initialOrder)) return { order: initialOrder, state: null };
  const named = how._tag === "confirm" ? how.payment_method_id : null;
  if (named !== null) yield* setPaymentMethod(orderId, named);
  const order = named === null ? initialOrder : { ...initialOrder, payment_method_id: named };
  const gateway = yield* gatewayOf(order);
  const charge = yield* chargeOf(order);
  const chargeState = placed ? null : yield* gateway.find(charge);
  if (order.status._tag !== "pending") {
    if (chargeState?._tag !== "Succeeded") return { order, state: null };
    return yield* finalizeAndSettle(charge, order, chargeState, null);
  }
  const ending = yield* endingFor(order, how, placed);
  if (ending !== null) {
    const after = chargeState === null ? null : yield* gateway.cancel(charge, chargeState);
    return yield* finalizeAndSettle(charge, order, after, ending);
  }
  const open = chargeState ?? (how._tag === "observe" ? null : yield* gateway.create(charge));
  if (open === null) return { order, state: null };
  const withReference = { ...charge, reference: open.reference };
  if (!(yield* attachReference(orderId, open.reference))) return yield* cancelLostCharge(withReference, open);
  const may = mayCapture(order, open._tag, how._tag);
  const stale = may ? yield* stalenessOf(order, open, placed) : null;
  if (stale !== null) {
    const after = yield* gateway.cancel(withReference, open);
    const canceled: Ending = { _tag: "canceled", by: "stale", message: stale };
    return yield* finalizeAndSettle(withReference, order, after, canceled);
  }
  const taken = may ? yield* gateway.capture(withReference, open) : open;
  const after = endsWithRefusal(order, taken._tag)
    ? inWordsOf(taken, yield* gateway.cancel(withReference, taken))
    : taken;
  return yield* finalizeAndSettle(withReference, order, after, null);
});

/** Rereads the order, which may have changed while this fiber waited for the lease, and advances it. */
const advanceAnew = (orderId: string, how: Advance, placed: boolean) =>
  Effect.flatMap(get(orderId), (order) => advance(order, how, placed));

/**
 * Settles the order if its charge succeeded; otherwise, makes recovery due immediately. Without the lease, this process
 * must not do anything else.
 */
const observeUnleased = Effect.fnUntraced(function* (order: Order) {
  const charge = yield* chargeOf(order);
  const chargeState = yield* (yield* gatewayOf(order)).find(charge);
  if (chargeState?._tag === "Succeeded") return yield* finalizeAndSettle(charge, order, chargeState, null);
  yield* retryNow(order);
  return { order: yield* get(order.id), state: null };
});

const keyOf = (orderId: string, how: Advance): string =>
  `${orderId}:${how._tag}:${how._tag === "confirm" ? how.payment_method_id : ""}`;

/**
 * Advances an order from its current state. The buyer's requests, their return from the provider, a superseding
 * purchase, and recovery all call it. Safe to call at any time, any number of times, in any process. Fails with
 * order_in_progress if the account stays busy. `placed` is the order if this request placed it, or null. (CHK-07)
 */
export const advanceOrder = Effect.fn("orders.advance")(function* (
  orderId: string,
  how: Advance,
  placed: Order | null = null,
): UseCaseSteps<Advanced, Conflict | PaymentProviderUnavailable> {
  const order = placed ?? (yield* get(orderId));
  const isPlaced = placed !== null;
  yield* Effect.annotateCurrentSpan({ provider: order.provider, kinds: order.items.map(({ kind }) => kind) });
  return yield* needsAccountLease(order)
    ? withAccountLease(order.user_id)(advanceAnew(orderId, how, isPlaced))
    : sharedWork(keyOf(orderId, how), advance(order, how, isPlaced));
});

/**
 * Advances an order for webhooks and jobs, which never wait for an account. If the account is leased, settles a paid
 * order, or else makes recovery due immediately.
 */
export const tryAdvanceOrder = Effect.fnUntraced(function* (
  orderId: string,
  how: Advance,
): UseCaseSteps<Advanced, PaymentProviderUnavailable> {
  const order = yield* get(orderId);
  // Work in progress may have read the charge before this event, so don't share its result.
  if (!needsAccountLease(order)) return yield* advance(order, how, false);
  const done = yield* tryAccountLease(order.user_id)(advanceAnew(orderId, how, false));
  return Option.isSome(done) ? done.value : yield* observeUnleased(order);
});

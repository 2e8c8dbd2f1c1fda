import {
  type CreditEntry,
  type Account,
  type Instant,
  type LicenseId,
  type Provider,
  type Quote,
  type Order,
  isBeingPlaced,
  isDeleted,
  claimsSubscription,
  orderExpiry,
  nextAttempt,
  message,
  itemsError,
  slotFor,
  worksInTeam,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  Ids,
  type NotFound,
  type PaymentProviderUnavailable,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import { requireNoDispute } from "../disputes/dispute-guard.ts";
import type { InTransaction, UseCase } from "../store-services.ts";
import { advanceOrder } from "./advance-order.ts";
import { orderInProgress } from "./order-in-progress.ts";

/** The priced content of an order, and the entries that reserve credits for it. */
export interface Priced {
  readonly license_id: LicenseId;
  readonly items: Order["items"];
  readonly quote: Quote;
  readonly hold: readonly CreditEntry[];
  /** The discount code that the order redeems, and whether its number of uses is limited. */
  readonly code?: { readonly name: string; readonly isLimited: boolean } | null;
  /** Whether the order reserves a use of a promo code whose number of uses is limited. */
  readonly holdsLimitedCode?: boolean;
  /** When the plan that the order changes in place renews. The order ends before that. */
  readonly renews_at?: Instant | null;
}

/**
 * An order to be placed. `price` runs under the account's lock. It gets the order's id, to reference in the entries
 * that reserve credits, and the plan order that this one replaces (which may still be open), or null.
 */
export interface Placing {
  readonly account: Account;
  readonly provider: Provider;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** The token of the cart that a guest buys; null for an account's own cart. */
  readonly cart_token?: string | null;
  /** Requests with the same key get the same order. If null, only an open order with the same content is reused. */
  readonly idempotency_key: string | null;
  readonly price: (
    account: Account,
    orderId: string,
    replaced: Effect.Effect<Order | null>,
  ) => InTransaction<Priced, NotFound | Forbidden | Conflict>;
}

/** An order, and whether this request placed it. */
export interface Placed {
  readonly order: Order;
  readonly placed: boolean;
}

/** Rolls back the transaction, because another open order must be canceled at its provider first. */
class SlotTaken extends Data.TaggedError("SlotTaken")<{ readonly order: Order }> {}

/** The orders of a request without a key. The open plan order is read only if it matters. */
const NO_KEY = { existingOrder: null, openPlan: null };

/** The number of blocking orders to cancel before telling the buyer to wait. */
const TRIES = 3;

/** Returns an open order with the same content, or null. Fails if a different open order must be canceled first. */
const openOrderFor = Effect.fnUntraced(function* (order: Order, openPlan: Effect.Effect<Order | null>) {
  const repos = yield* ReadRepositories;
  const { user_id, cart_token } = order;
  const claims = claimsSubscription(order);
  const slot = slotFor(order, {
    plan: claims ? yield* openPlan : null,
    ofCart: claims || cart_token === null ? null : yield* repos.orders.openOfCart(cart_token),
    oneTime: claims ? [] : yield* repos.orders.openOneTimeOrdersOf(user_id),
  });
  if (slot._tag === "free") return null;
  return slot._tag === "same" ? slot.order : yield* new SlotTaken({ order: slot.order });
});

const place = Effect.fnUntraced(function* (placing: Placing, canceled: Order | null) {
  const ids = yield* Ids;
  const repos = yield* Repositories;
  const account = (yield* repos.accounts.lock(placing.account.id)) ?? placing.account;
  // The account was deleted during the provider call.
  if (isDeleted(account)) return yield* new Forbidden({ message: message("unauthorized") });
  // The account joined a team in the meantime, and members can't buy. (ACC-08)
  if (worksInTeam(account)) return yield* new Forbidden({ message: message("only_admins") });
  const id = ids.next();
  const created_at = yield* currentTime;
  const { idempotency_key: key } = placing;
  // Data read before the lock may have changed while this request waited for it.
  const { existingOrder, openPlan: open_plan } =
    key === null ? NO_KEY : yield* repos.orders.withOpenPlan(key, account.id);
  if (existingOrder !== null && existingOrder.user_id !== account.id)
    return yield* new Forbidden({ message: message("forbidden") });
  // Don't price a known order again, because pricing would fail if its plan is already running.
  if (existingOrder !== null) return { order: existingOrder, placed: false };
  yield* requireNoDispute(account.id);
  const openPlan = yield* key === null
    ? Effect.cached(repos.orders.openSubscriptionOrder(account.id))
    : Effect.succeed(Effect.succeed(open_plan));
  const {
    hold,
    code = null,
    holdsLimitedCode = code?.isLimited ?? false,
    renews_at = null,
    ...priced
  } = yield* placing.price(account, id, canceled === null ? openPlan : Effect.succeed(canceled));
  const order: Order = {
    ...priced,
    id,
    user_id: account.id,
    provider: placing.provider,
    customer_id: placing.customer_id,
    payment_method_id: placing.payment_method_id,
    payment_reference: null,
    idempotency_key: key ?? `${priced.items[0].kind}:${id}`,
    cart_token: placing.cart_token ?? null,
    guest_email: placing.cart_token == null ? null : account.email,
    status: { _tag: "pending" },
    attempts: 0,
    expires_at: orderExpiry(placing.provider, created_at, { holdsLimitedCode, renews_at }),
    created_at,
  };
  if (itemsError(order.items, order.provider) !== null)
    return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
  const open = yield* openOrderFor(order, openPlan);
  if (open !== null) return { order: open, placed: false };
  yield* repos.credits.post(account.id, hold);
  yield* repos.orders.insert(order, nextAttempt(0, created_at, order.expires_at));
  if (code !== null) yield* repos.discountCodes.redeem(code.name, id, account.id);
  return { order, placed: true };
}, transactional);

/**
 * Records an order before its provider is called. Returns the existing order for the same key, or an open order with
 * the same content. If another open order conflicts with it, cancels that order first, unless it turns out to be paid.
 * A one-time purchase never cancels a plan's order. Fails for an account with a disputed payment. (CHK-03)
 */
export const placeOrder = (placing: Placing) => {
  const attempt = (
    tries: number,
    canceled: Order | null,
  ): UseCase<Placed, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> =>
    place(placing, canceled).pipe(
      Effect.catchTag("SlotTaken", ({ order }) =>
        Effect.gen(function* () {
          if (tries >= TRIES || isBeingPlaced(order, yield* currentTime)) return yield* orderInProgress(order);
          yield* advanceOrder(order.id, {
            _tag: "cancel",
            ending: { _tag: "canceled", by: "superseded", message: "order_ended" },
          });
          return yield* attempt(tries + 1, order);
        }),
      ),
    );
  return Effect.withSpan(attempt(0, null), "orders.place");
};

/**
 * Cancels an account's open plan order, unless it turns out to be paid. Fails with order_in_progress while a bank is
 * processing its payment, because that payment could undo the current request.
 */
export const supersedeOpenOrder = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* ReadRepositories;
  const open = yield* repos.orders.openSubscriptionOrder(accountId);
  if (open === null) return;
  const { order } = yield* advanceOrder(open.id, {
    _tag: "cancel",
    ending: { _tag: "canceled", by: "superseded", message: "order_ended" },
  });
  if (order.status._tag === "pending") return yield* orderInProgress(order);
});

import {
  type CreditEntry,
  type Account,
  type LicenceId,
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
import { Conflict, Forbidden, type NotFound, type PaymentProviderUnavailable, type Repositories } from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { advanceOrder } from "./advance-order.ts";

/** What is sold and what it costs, with the credits that it holds. */
export interface Priced {
  readonly license_id: LicenceId;
  readonly items: Order["items"];
  readonly quote: Quote;
  readonly hold: readonly CreditEntry[];
  /** The code that a cart keeps to itself. */
  readonly code?: { readonly name: string; readonly isLimited: boolean } | null;
}

/** An order that is to be placed. `price` works under the account's lock; the order's id names its hold. */
export interface Placing {
  readonly account: Account;
  readonly provider: Provider;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** The visitor's cart that a guest buys; an account's own has none. */
  readonly cart_token?: string | null;
  /** What makes two requests the same order; null where only an open order of the same content is. */
  readonly idempotency_key: string | null;
  readonly price: (
    repos: Repositories,
    account: Account,
    orderId: string,
  ) => Effect.Effect<Priced, NotFound | Forbidden | Conflict>;
}

/** The order, and whether this request has placed it. */
export interface Placed {
  readonly order: Order;
  readonly placed: boolean;
}

/** An open order that is in the way. Rolls the transaction back, since it must be canceled at its provider too. */
class SlotTaken extends Data.TaggedError("SlotTaken")<{ readonly order: Order }> {}

/** How often an order that is in the way is canceled before the buyer is told to wait. */
const TRIES = 3;

const orderInProgress = (): Conflict =>
  new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });

/** The open order in the place of a new one: the same, which is answered; or another, which must go first. */
const openOrderFor = (repos: Repositories, asked: Order): Effect.Effect<Order | null, SlotTaken> =>
  Effect.gen(function* () {
    const { user_id, cart_token } = asked;
    const claims = claimsSubscription(asked);
    const slot = slotFor(asked, {
      plan: claims ? yield* repos.orders.openSubscriptionOrder(user_id) : null,
      ofCart: claims || cart_token === null ? null : yield* repos.orders.openOfCart(cart_token),
      oneTime: claims ? [] : yield* repos.orders.openOneTimeOrdersOf(user_id),
    });
    if (slot._tag === "free") return null;
    return slot._tag === "same" ? slot.order : yield* new SlotTaken({ order: slot.order });
  });

const place = (ports: OrderPorts, placing: Placing) =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const account = (yield* repos.accounts.lock(placing.account.id)) ?? placing.account;
      // It was deleted while its provider was asked: nothing is sold to it any more.
      if (isDeleted(account)) return yield* new Forbidden({ message: message("unauthorized") });
      // It joined a team meanwhile, where it buys nothing of its own. (ACC-08)
      if (worksInTeam(account)) return yield* new Forbidden({ message: message("only_admins") });
      const id = ports.ids.next();
      const created_at = ports.clock.now();
      const known =
        placing.idempotency_key === null ? null : yield* repos.orders.byIdempotencyKey(placing.idempotency_key);
      if (known !== null && known.user_id !== account.id)
        return yield* new Forbidden({ message: message("forbidden") });
      // An order that is known has its price: a plan that it opened would refuse to be priced again.
      if (known !== null) return { order: known, placed: false };
      yield* requireNoDispute(repos, account.id);
      const { hold, code = null, ...priced } = yield* placing.price(repos, account, id);
      const order: Order = {
        ...priced,
        id,
        user_id: account.id,
        provider: placing.provider,
        customer_id: placing.customer_id,
        payment_method_id: placing.payment_method_id,
        payment_reference: null,
        idempotency_key: placing.idempotency_key ?? `${priced.items[0].kind}:${id}`,
        cart_token: placing.cart_token ?? null,
        guest_email: placing.cart_token == null ? null : account.email,
        status: { _tag: "pending" },
        attempts: 0,
        expires_at: orderExpiry(placing.provider, created_at, code?.isLimited),
        created_at,
      };
      if (itemsError(order.items, order.provider) !== null) return yield* orderInProgress();
      const open = yield* openOrderFor(repos, order);
      if (open !== null) return { order: open, placed: false };
      yield* repos.credits.post(account.id, hold);
      yield* repos.orders.insert(order, nextAttempt(0, created_at, order.expires_at));
      if (code !== null) yield* repos.discountCodes.redeem(code.name, id, account.id);
      return { order, placed: true };
    }),
  );

/**
 * Writes an order down before its provider is asked for anything. The same key is the same order; an open order of the
 * same content is answered as it is. Another open order in its place is canceled first, unless it turns out to be paid.
 * A one-time purchase cancels no plan. An account with a disputed payment places none. (CHK-03, CHK-04, CRD-05, ORD-06)
 */
export const placeOrder =
  (ports: OrderPorts) =>
  (placing: Placing): Effect.Effect<Placed, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> => {
    const attempt = (
      tries: number,
    ): Effect.Effect<Placed, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> =>
      place(ports, placing).pipe(
        Effect.catchTag("SlotTaken", ({ order }) =>
          Effect.gen(function* () {
            if (tries >= TRIES || isBeingPlaced(order, ports.clock.now())) return yield* orderInProgress();
            yield* advanceOrder(ports)(order.id, {
              _tag: "cancel",
              ending: { _tag: "canceled", by: "superseded", message: "order_ended" },
            });
            return yield* attempt(tries + 1);
          }),
        ),
      );
    return attempt(0);
  };

/**
 * Cancels the open order that claims an account's subscription, unless it turns out to be paid. Fails with
 * order_in_progress while its bank works on it: once it is paid, it would undo what is asked for now. (CHG-08)
 */
export const supersedeOpenOrder =
  (ports: OrderPorts) =>
  (accountId: string): Effect.Effect<void, Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const open = yield* ports.transactions.read.orders.openSubscriptionOrder(accountId);
      if (open === null) return;
      const { order } = yield* advanceOrder(ports)(open.id, {
        _tag: "cancel",
        ending: { _tag: "canceled", by: "superseded", message: "order_ended" },
      });
      if (order.status._tag === "pending") return yield* orderInProgress();
    });

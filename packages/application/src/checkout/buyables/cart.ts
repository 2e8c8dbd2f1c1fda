import {
  type Account,
  type Cart,
  type Cents,
  type Order,
  emptyingOrder,
  isExpectedTotal,
  itemLabel,
  message,
  ownedByGuestMessage,
  ownedVariantIds,
  sellsCart,
  variantLabel,
} from "@backlot/domain";
import { type Buyer, Conflict, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../../accounts/minimum-license.ts";
import { requireOwnOrder } from "../../orders/order-access.ts";
import type { Priced } from "../../fulfillment/place-order.ts";
import {
  type FindCode,
  type PricedCart,
  findCode,
  lockCode,
  cartOwner,
  priceCart,
  payFactsOf,
} from "../../orders/price-cart.ts";
import type { Buyable, Offered, Purchaser } from "../buyable.ts";
import { lockVisitorsCart, visitorsCart } from "../cart.ts";
import { requireExpectedTotal } from "../require-expected.ts";

/** Returns the error for a cart that is empty, or that was sold in the meantime. */
export const nothingToBuy = (): Conflict =>
  new Conflict({ reason: "nothing_to_buy", message: message("nothing_to_buy") });

const cartOf = (buyer: Purchaser) =>
  buyer._tag === "Guest"
    ? visitorsCart(buyer.token)
    : ReadRepositories.use(({ carts }) => carts.ofAccount(buyer.account.id));

const lockCartOf = (buyer: Purchaser) =>
  buyer._tag === "Guest"
    ? lockVisitorsCart(buyer.token)
    : Repositories.use(({ carts }) => carts.lockOfAccount(buyer.account.id));

/**
 * Fails if the cart has an item that the guest already owns; the error names the item. A visitor's cart can't omit
 * owned items, because the guest isn't known before payment.
 */
const requireNotOwned = Effect.fnUntraced(function* (guest: Account, { items }: PricedCart) {
  const repos = yield* ReadRepositories;
  const owned = yield* repos.collections.entitlementsOf(guest.id);
  const again = items.find(({ collection, variant }) => ownedVariantIds(collection, owned).includes(variant.id));
  if (again === undefined) return;
  const words = ownedByGuestMessage(itemLabel(again.collection.name, variantLabel(again.variant)));
  return yield* new Conflict({ reason: "already_owned", message: words });
});

/** Returns a priced cart as an order's content, with the items in the order of the quote's lines. */
const toPriced = ({ license_id, items, quote, code }: PricedCart): Effect.Effect<Priced, Conflict> => {
  const [first, ...rest] = items.map(({ variant, raised_from }) => ({
    kind: "product" as const,
    collection_variant_id: variant.id,
    raised_from,
  }));
  return first === undefined
    ? Effect.fail(nothingToBuy())
    : Effect.succeed({
        license_id,
        items: [first, ...rest],
        quote,
        hold: [],
        code: code === null ? null : { name: code.code, isLimited: code.max_uses !== undefined },
      });
};

/**
 * Prices the buyer's cart. Fails if it is empty, if its code doesn't apply, or if a guest already owns an item. A guest
 * pays the prices that visitors see; earlier purchases only affect how often the guest can use a code.
 */
const offer = Effect.fnUntraced(function* <R>(buyer: Purchaser, cart: Cart | null, find: FindCode<R>) {
  if (cart === null) return yield* nothingToBuy();
  const { account } = buyer;
  const owner = buyer._tag === "Guest" ? null : account;
  const priced = yield* priceCart(cartOwner(owner), cart, { findCode: find, codeUser: account.id });
  if (priced.items.length === 0) return yield* nothingToBuy();
  if (buyer._tag === "Guest") yield* requireNotOwned(account, priced);
  if (priced.code_error !== null)
    return yield* new Conflict({ reason: "promo_code_invalid", message: message(priced.code_error) });
  const licenses = buyer._tag === "Guest" ? yield* licensesOf(account) : priced.licenses;
  const offered: Offered = { content: yield* toPriced(priced), paying: payFactsOf({ ...priced, licenses }) };
  return offered;
});

/** Returns the order that sold a cart's last contents. Null if there is none, or if another buyer placed it. */
const soldOrder = Effect.fnUntraced(function* (cart: Cart | null, buyer: Buyer["Service"]) {
  const order_id = cart === null ? null : emptyingOrder(cart);
  if (order_id === null) return null;
  return yield* requireOwnOrder((orders) => orders.get(order_id), buyer).pipe(Effect.catch(() => Effect.succeed(null)));
});

/** Returns the order that sold the last contents of a caller's cart, by a visitor's token, or null. */
export const orderOfCart = Effect.fnUntraced(function* (buyer: Buyer["Service"], token: string) {
  const repos = yield* ReadRepositories;
  const cart = "guest_key" in buyer ? visitorsCart(token) : repos.carts.ofAccount(buyer.id);
  return yield* soldOrder(yield* cart, buyer);
});

/** Returns the buyer's cart as something to buy. `amount` is the total that the buyer was shown, in cents, or null. */
export const cartToBuy = (buyer: Purchaser, amount: Cents | null): Buyable => ({
  ready: null,
  cart_token: buyer._tag === "Guest" ? buyer.token : null,
  isFor: sellsCart,
  sold: Effect.gen(function* () {
    const sold: Order | null = yield* soldOrder(yield* cartOf(buyer), buyer.account);
    return sold === null || isExpectedTotal(amount, sold.quote.total) ? sold : yield* nothingToBuy();
  }),
  pricer: Effect.succeed((account) =>
    Effect.gen(function* () {
      const locked = { ...buyer, account };
      return yield* offer(locked, yield* lockCartOf(locked), lockCode);
    }),
  ),
  requireShown: ({ quote }) => requireExpectedTotal(amount, quote),
  check: Effect.gen(function* () {
    return yield* offer(buyer, yield* cartOf(buyer), findCode);
  }),
});

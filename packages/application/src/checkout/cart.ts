import {
  type Account,
  type Cart,
  type LicenseId,
  MAX_CART_ITEMS,
  accountState,
  addedTo,
  areForSale,
  mergeCarts,
  message,
  typedCode,
} from "@backlot/domain";
import {
  type AccountCart,
  Files,
  type CartView,
  Conflict,
  CurrentCaller,
  Ids,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Carts } from "@backlot/ports/orders/carts.contract";
import { recordEvent } from "../record-event.ts";
import { addressOf, callerShopper, giveBrowserKey } from "../caller.ts";
import { implement } from "../implement.ts";
import type { InTransaction } from "../store-services.ts";
import { toCartView } from "./cart-view.ts";
import { limitCodeTries } from "../pricing/limit-code-tries.ts";
import { payersOnOffer } from "../providers.ts";
import { type PricedCart, cartOwner, findCode, ownerOf, priceCart } from "../orders/price-cart.ts";

const emptyCart = (account: Account | null) =>
  Ids.useSync(
    (ids): Cart => ({
      token: ids.next(),
      user_id: account?.id ?? null,
      license_id: null,
      discount_code: null,
      variant_ids: [],
      order_id: null,
    }),
  );

/** Returns a visitor's cart, or null for an account's cart, which must not be accessible with a token alone. */
const unlessOwned = (cart: Cart | null): Cart | null => (cart?.user_id === null ? cart : null);

/** Returns a visitor's cart by its token, or null. */
export const visitorsCart = (token: string | null) =>
  token === null
    ? Effect.succeed(null)
    : Effect.map(
        ReadRepositories.use(({ carts }) => carts.get(token)),
        unlessOwned,
      );

/** Locks a visitor's cart by its token. Returns null if it doesn't exist. */
export const lockVisitorsCart = (token: string | null) =>
  token === null
    ? Effect.succeed(null)
    : Effect.map(
        Repositories.use(({ carts }) => carts.lock(token)),
        unlessOwned,
      );

/**
 * Locks and returns the caller's cart, or returns a new, empty one. Merges a visitor's cart with this token into the
 * account's cart, and removes it.
 */
const lockCart = Effect.fnUntraced(function* (account: Account | null, token: string | null) {
  const repos = yield* Repositories;
  if (account !== null) yield* repos.accounts.lock(account.id);
  const visitors = yield* lockVisitorsCart(token);
  if (account === null) return visitors ?? (yield* emptyCart(null));
  const accountCart = (yield* repos.carts.lockOfAccount(account.id)) ?? (yield* emptyCart(account));
  if (visitors === null) return accountCart;
  const merged = mergeCarts(accountCart, visitors);
  yield* repos.carts.save(merged, yield* currentTime);
  yield* repos.carts.remove(visitors.token);
  return merged;
});

const priceForOwner = (account: Account | null, cart: Cart) =>
  priceCart(cartOwner(account), cart, { findCode, codeUser: account?.id ?? null });

const viewOf = (cart: Cart, priced: PricedCart) =>
  Effect.map(payersOnOffer, (offered) => toCartView(cart, priced, offered));

/** Returns an account's cart, or an empty one that is not stored, all read in one query. */
const viewAccountsCart = Effect.fnUntraced(function* (accountCart: AccountCart) {
  const { account } = accountCart;
  const shown = accountCart.cart ?? (yield* emptyCart(account));
  const owner = Effect.succeed(ownerOf(accountCart));
  return yield* viewOf(shown, yield* priceCart(owner, shown, { findCode, codeUser: account.id }));
});

/** Merges a visitor's cart into the account's, or returns the visitor's cart, or an empty one that is not stored. */
const viewCart = Effect.fnUntraced(function* (account: Account | null, token: string | null) {
  const cart = account === null ? yield* visitorsCart(token) : yield* transactional(lockCart(account, token));
  const shown = cart ?? (yield* emptyCart(account));
  return yield* viewOf(shown, yield* priceForOwner(account, shown));
});

/**
 * Returns the caller's cart, or an empty one that is not stored. Merges a visitor's cart with this token into the
 * account's.
 */
const viewCallersCart = Effect.fnUntraced(function* (token: string | null) {
  const caller = yield* CurrentCaller;
  const repos = yield* ReadRepositories;
  const accountCart = caller._tag === "SignedIn" ? yield* repos.carts.withOwner(caller.person.id) : null;
  return accountCart === null || accountState(accountCart.account) !== "open" || (yield* visitorsCart(token)) !== null
    ? yield* viewCart(yield* callerShopper, token)
    : yield* viewAccountsCart(accountCart);
});

/** A cart after a change. `added` has the ids of the variants that the change added. */
export interface ChangedCart {
  readonly view: CartView;
  readonly added: readonly number[];
}

const changeCart = Effect.fnUntraced(function* <E>(
  account: Account | null,
  token: string | null,
  change: (cart: Cart) => InTransaction<Cart, E>,
) {
  const repos = yield* Repositories;
  const before = yield* lockCart(account, token);
  const after = yield* change(before);
  yield* repos.carts.save(after, yield* currentTime);
  return {
    view: yield* viewOf(after, yield* priceForOwner(account, after)),
    added: addedTo(before, after),
  };
}, transactional);

/**
 * The new contents of a cart: variant ids in order, and the license to buy them under (null keeps the cart's license).
 * `token` is a visitor's cart token, or null.
 */
interface CartContent {
  readonly product_ids: readonly number[];
  readonly license: LicenseId | null;
  readonly token: string | null;
}

/** Replaces the contents of the caller's cart. Fails if any items are not for sale, or if there are too many. */
const putCart = (account: Account | null, { product_ids, license, token }: CartContent) =>
  changeCart(account, token, (cart) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const variant_ids = [...new Set(product_ids)];
      if (variant_ids.length > MAX_CART_ITEMS)
        return yield* new Conflict({ reason: "cart_full", message: message("cart_full") });
      if (!areForSale(variant_ids, yield* repos.collections.byVariants(variant_ids)))
        return yield* new Conflict({ reason: "item_unavailable", message: message("item_unavailable") });
      // New contents mean a new purchase, so clear the last order.
      return { ...cart, variant_ids, license_id: license ?? cart.license_id, order_id: null };
    }),
  );

const setCode = (account: Account | null, token: string | null, discount_code: string | null) =>
  Effect.map(
    changeCart(account, token, (cart) =>
      Effect.gen(function* () {
        const changed = { ...cart, discount_code };
        const { code_error } = yield* priceForOwner(account, changed);
        if (code_error !== null)
          return yield* new Conflict({ reason: "promo_code_invalid", message: message(code_error) });
        return changed;
      }),
    ),
    ({ view }) => view,
  );

const removeCartCode = (account: Account | null, token: string | null) => setCode(account, token, null);

/**
 * Applies a discount code to the caller's cart; an empty string removes the current code. Fails for a code that doesn't
 * apply, and after too many unknown codes from the same account or, for visitors, network address.
 */
const discountCart = Effect.fnUntraced(function* (account: Account | null, token: string | null, code: string) {
  const name = typedCode(code);
  if (name === "") return yield* removeCartCode(account, token);
  // Only unknown codes count as attempts. Someone who tries a used-up code already knows it.
  const lookUp = Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    if ((yield* repos.discountCodes.find(name)) === null)
      return yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_invalid") });
  });
  yield* limitCodeTries(account?.id ?? addressOf(yield* CurrentCaller))(lookUp);
  return yield* setCode(account, token, name);
});

export const carts = implement(Carts, {
  get: ({ query }) => viewCallersCart(query.token ?? null),
  put: Effect.fnUntraced(function* ({ payload }) {
    yield* giveBrowserKey;
    const { view, added } = yield* putCart(yield* callerShopper, {
      product_ids: payload.product_ids,
      license: payload.license ?? null,
      token: payload.token ?? null,
    });
    if (added.length > 0) {
      yield* recordEvent({ _tag: "add_to_cart", variant_ids: added });
      yield* (yield* Files).hasten(added);
    }
    return view;
  }),
  putDiscount: ({ payload }) =>
    Effect.flatMap(callerShopper, (account) => discountCart(account, payload.token ?? null, payload.discount_code)),
  removeDiscount: ({ query }) =>
    Effect.flatMap(callerShopper, (account) => removeCartCode(account, query.token ?? null)),
});

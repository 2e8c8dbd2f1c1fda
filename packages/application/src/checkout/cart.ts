import {
  type Account,
  BUNDLE_RULE,
  type Cart,
  type LicenceId,
  MAX_CART_ITEMS,
  addedTo,
  areForSale,
  bundleProgress,
  libraryOf,
  mergeCarts,
  message,
  thumbnailPath,
  payPalCartCodeError,
} from "@backlot/domain";
import { type CartView, Conflict, type Repositories, type TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { limitCodeTries } from "./limit-code-tries.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";

type CartPorts = Pick<StorePorts, "clock" | "ids" | "rateLimits" | "transactions" | "settings">;

const emptyCart = (ports: CartPorts, account: Account | null): Cart => ({
  token: ports.ids.next(),
  user_id: account?.id ?? null,
  license_id: null,
  discount_code: null,
  variant_ids: [],
  order_id: null,
});

/** A visitor's cart by its token; an account's cart opens to its account alone. (ORD-01) */
export const visitorsCart = (repos: Repositories, token: string | null, lock: boolean): Effect.Effect<Cart | null> =>
  token === null
    ? Effect.succeed(null)
    : Effect.map(lock ? repos.carts.lock(token) : repos.carts.get(token), (cart) =>
        cart?.user_id === null ? cart : null,
      );

/**
 * The caller's cart, locked. An account's own takes in what its holder put into a cart as a visitor,
 * which is then gone. (ORD-01)
 */
const lockCart = (
  ports: CartPorts,
  repos: Repositories,
  account: Account | null,
  token: string | null,
): Effect.Effect<Cart> =>
  Effect.gen(function* () {
    if (account !== null) yield* repos.accounts.lock(account.id);
    const visitors = yield* visitorsCart(repos, token, true);
    if (account === null) return visitors ?? emptyCart(ports, null);
    const own = (yield* repos.carts.lockOfAccount(account.id)) ?? emptyCart(ports, account);
    if (visitors === null) return own;
    const merged = mergeCarts(own, visitors);
    yield* repos.carts.save(merged, ports.clock.now());
    yield* repos.carts.remove(visitors.token);
    return merged;
  });

const toView = (cart: Cart, priced: PricedCart): CartView => {
  const { items, quote, code, code_error } = priced;
  const payPalError = payPalCartCodeError(code);
  const discounted = quote.discounts.find(({ kind }) => kind === "code");
  const progress = bundleProgress(items.map(({ price }) => price));
  return {
    token: cart.token,
    license_id: priced.license_id,
    license_chosen: cart.license_id !== null,
    items: items.map(({ collection, variant, price }) => ({
      id: variant.id,
      name: collection.name,
      slug: collection.slug,
      library_id: collection.library_id,
      library: libraryOf(collection.library_id).name,
      resolution: variant.resolution,
      price,
      default_thumbnail: thumbnailPath(collection.slug),
    })),
    discount:
      cart.discount_code === null
        ? null
        : {
            code: code?.code ?? cart.discount_code,
            value: discounted?.amount ?? null,
            error: code_error === null ? null : message(code_error),
            paypal_error: payPalError === null ? null : message(payPalError),
          },
    bundle: { ...BUNDLE_RULE, ...progress },
    subtotal: quote.subtotal,
    total: quote.total,
    quote,
  };
};

/** The caller's cart, or an empty one that nothing is kept of. A visitor's is merged into the account's. (ORD-01) */
export const viewCart =
  (ports: CartPorts) =>
  (account: Account | null, token: string | null): Effect.Effect<CartView> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const visitors = yield* visitorsCart(read, token, false);
      const cart =
        account !== null && visitors !== null
          ? yield* ports.transactions.run((repos) => lockCart(ports, repos, account, token))
          : account === null
            ? visitors
            : yield* read.carts.ofAccount(account.id);
      const shown = cart ?? emptyCart(ports, account);
      return toView(shown, yield* priceCart(ports, read, account, shown));
    });

/** A cart as it is then, and the variants that were not in it before. */
export interface ChangedCart {
  readonly view: CartView;
  readonly added: readonly number[];
}

const changeCart =
  (ports: CartPorts) =>
  <E>(
    account: Account | null,
    token: string | null,
    change: (repos: Repositories, cart: Cart) => Effect.Effect<Cart, E>,
  ): Effect.Effect<ChangedCart, E> =>
    ports.transactions.run((repos) =>
      Effect.gen(function* () {
        const before = yield* lockCart(ports, repos, account, token);
        const after = yield* change(repos, before);
        yield* repos.carts.save(after, ports.clock.now());
        return { view: toView(after, yield* priceCart(ports, repos, account, after)), added: addedTo(before, after) };
      }),
    );

/** What a cart holds from now on: variants of collections, in their order, and the licence they are bought under. */
export interface CartContent {
  readonly product_ids: readonly number[];
  readonly license: LicenceId | null;
  readonly token: string | null;
}

/** Replaces what is in the caller's cart. Refuses what is not for sale, and more than a cart holds. (ORD-01, ORD-05) */
export const putCart =
  (ports: CartPorts) =>
  (account: Account | null, { product_ids, license, token }: CartContent): Effect.Effect<ChangedCart, Conflict> =>
    changeCart(ports)(account, token, (repos, cart) =>
      Effect.gen(function* () {
        const variant_ids = [...new Set(product_ids)];
        if (variant_ids.length > MAX_CART_ITEMS)
          return yield* new Conflict({ reason: "cart_full", message: message("cart_full") });
        if (!areForSale(variant_ids, yield* repos.collections.byVariants(variant_ids)))
          return yield* new Conflict({ reason: "item_unavailable", message: message("item_unavailable") });
        // Another content is another purchase: what the cart sold before says nothing of it.
        return { ...cart, variant_ids, license_id: license ?? cart.license_id, order_id: null };
      }),
    );

const setCode =
  (ports: CartPorts) =>
  (account: Account | null, token: string | null, discount_code: string | null): Effect.Effect<CartView, Conflict> =>
    Effect.map(
      changeCart(ports)(account, token, (repos, cart) =>
        Effect.gen(function* () {
          const changed = { ...cart, discount_code };
          const { code_error } = yield* priceCart(ports, repos, account, changed);
          if (code_error !== null)
            return yield* new Conflict({ reason: "promo_code_invalid", message: message(code_error) });
          return changed;
        }),
      ),
      ({ view }) => view,
    );

/** Takes the code off the caller's cart. (DSC-01) */
export const removeCartCode =
  (ports: CartPorts) =>
  (account: Account | null, token: string | null): Effect.Effect<CartView, Conflict> =>
    setCode(ports)(account, token, null);

/**
 * Puts a code on the caller's cart; an empty one takes it off. A code that does not count is refused, and so is who
 * tries too many: a visitor counts by `address`. (DSC-01, DSC-02, DSC-09)
 */
export const discountCart =
  (ports: CartPorts) =>
  (
    account: Account | null,
    token: string | null,
    code: string,
    address: string,
  ): Effect.Effect<CartView, Conflict | TooManyAttempts> => {
    const name = code.trim();
    if (name === "") return removeCartCode(ports)(account, token);
    // A code that is none costs a try; one that is used up is known to who tries it.
    const lookUp = Effect.flatMap(ports.transactions.read.discountCodes.find(name), (found) =>
      found === null
        ? Effect.fail(new Conflict({ reason: "promo_code_invalid", message: message("promo_code_invalid") }))
        : Effect.void,
    );
    return Effect.andThen(limitCodeTries(ports, account?.id ?? address)(lookUp), setCode(ports)(account, token, name));
  };

import {
  type PayFacts,
  cartCodeKind,
  type Account,
  type BundleRule,
  type Cart,
  type CartCode,
  type CartItem,
  type DiscountMessage,
  type LicenseId,
  LOWEST_LICENSE,
  type OwnedItem,
  type Quote,
  VISITOR,
  ZERO,
  buyableItems,
  cartCodeError,
  cartItemLabel,
  entitledPlan,
  licenseForItems,
  minimumLicense,
  quoteCart,
} from "@backlot/domain";
import { type AccountCart, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { currentPriceRules } from "../price-rules.ts";

/** A cart with its current prices. `code_error` is why its code doesn't apply, or null. */
export interface PricedCart {
  readonly license_id: LicenseId;
  readonly items: readonly CartItem[];
  readonly code: CartCode | null;
  readonly code_error: DiscountMessage | null;
  readonly quote: Quote;
  /** The bundle discount's rule, or null for an empty cart or a store without a bundle discount. */
  readonly bundle: BundleRule | null;
  /** The quote with a payer that can't apply the cart's code. */
  readonly quote_without_code: Quote;
  /** The licenses that it was priced with: the buyer's minimum, and the current plan's, or null. */
  readonly licenses: { readonly minimum: LicenseId; readonly current: LicenseId | null };
}

/** A lookup of a cart's code: `findCode` or `lockCode`. */
export type FindCode<R> = (name: string) => Effect.Effect<CartCode | null, never, R>;

/** Finds a discount code by its name, ignoring case. */
export const findCode = (name: string) => ReadRepositories.use(({ discountCodes }) => discountCodes.find(name));

/** Finds a discount code and locks it until the transaction ends, so that only one order gets its last use. */
export const lockCode = (name: string) => Repositories.use(({ discountCodes }) => discountCodes.lock(name));

/**
 * Returns a cart's code, or why it doesn't apply. `user` is the account whose earlier uses count, or null for a
 * visitor.
 */
const codeOf = Effect.fnUntraced(function* <R>(user: string | null, name: string | null, find: FindCode<R>) {
  const repos = yield* ReadRepositories;
  const none = (code_error: DiscountMessage | null): Pick<PricedCart, "code" | "code_error"> => ({
    code: null,
    code_error,
  });
  if (name === null) return none(null);
  const cartCode = yield* find(name);
  if (cartCode === null) return none("promo_code_invalid");
  const uses = yield* repos.discountCodes.uses(cartCode.code, user ?? "");
  const code_error = cartCodeError(cartCode, uses);
  return code_error === null ? { code: cartCode, code_error } : none(code_error);
});

/**
 * The facts, other than the cart itself, that its prices depend on: the account's licenses and items. Null for a
 * visitor.
 */
type CartOwner = {
  readonly licenses: PricedCart["licenses"];
  readonly owned: readonly OwnedItem[];
} | null;

/** Returns the facts that the prices of an account's cart depend on. */
export const ownerOf = ({ account, profile, plan_license, owned }: AccountCart): CartOwner => ({
  licenses: { minimum: minimumLicense({ min_license_id: account.min_license_id, profile }), current: plan_license },
  owned,
});

/** Reads the facts that the prices of an account's cart depend on; null for a visitor. */
export const cartOwner = Effect.fnUntraced(function* (account: Account | null) {
  if (account === null) return null;
  const repos = yield* ReadRepositories;
  const accountCart = yield* repos.carts.withOwner(account.id);
  if (accountCart === null) throw new Error(`there is no account ${account.id}`);
  return ownerOf(accountCart);
});

/**
 * Prices a cart for its owner. Omits items that are no longer for sale or that the account owns under the cart's
 * license. `codeUser` is the account whose earlier uses of the code count.
 */
export const priceCart = Effect.fnUntraced(function* <R = ReadRepositories>(
  readOwner: Effect.Effect<CartOwner, never, ReadRepositories>,
  cart: Pick<Cart, "license_id" | "variant_ids" | "discount_code">,
  options: { readonly findCode: FindCode<R>; readonly codeUser: string | null },
) {
  const repos = yield* ReadRepositories;
  const settings = yield* Settings;
  // Skip the queries, because most carts are empty, and every page reads a cart.
  if (cart.variant_ids.length === 0 && cart.discount_code === null) {
    const quote = quoteCart({ items: [], code: null, rules: { bundle: null, smallest_charge: ZERO } });
    const license_id = cart.license_id ?? LOWEST_LICENSE;
    const empty: PricedCart = {
      license_id,
      items: [],
      code: null,
      code_error: null,
      quote,
      quote_without_code: quote,
      bundle: null,
      licenses: VISITOR,
    };
    return empty;
  }
  const owner = yield* readOwner;
  const licenses = owner?.licenses ?? VISITOR;
  const license_id = licenseForItems({ ...licenses, chosen: cart.license_id });
  const plan = entitledPlan({ signedIn: owner !== null, paidSubscription: licenses.current !== null });
  const collections = yield* repos.collections.byVariants(cart.variant_ids);
  const owned = owner?.owned ?? [];
  const rules = yield* currentPriceRules;
  const items = buyableItems(cart.variant_ids, collections, { plan, owned }, license_id, rules.item_factors);
  const { code, code_error } = yield* codeOf(options.codeUser, cart.discount_code, options.findCode);
  const quoted = items.map((item) => ({
    product_id: String(item.variant.id),
    name: cartItemLabel(item),
    price: item.price,
  }));
  const quoteWith = (applied: CartCode | null): Quote =>
    quoteCart({ items: quoted, code: items.length === 0 ? null : applied, rules, tax: settings.tax });
  const quote = quoteWith(code);
  const quote_without_code = code === null ? quote : quoteWith(null);
  const priced: PricedCart = {
    license_id,
    items,
    code,
    code_error,
    quote,
    quote_without_code,
    bundle: rules.bundle,
    licenses,
  };
  return priced;
});

/** Returns the facts that decide which payers can pay for a cart. */
export const payFactsOf = ({ license_id, licenses, quote, code }: PricedCart): PayFacts => ({
  licenses: { minimum: licenses.minimum, current: licenses.current, purchase: license_id },
  total: quote.total,
  code: cartCodeKind(code),
  change: null,
});

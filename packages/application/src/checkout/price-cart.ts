import {
  type Account,
  type Cart,
  type CartCode,
  type CartItem,
  type DiscountMessage,
  type LicenceId,
  LOWEST_LICENCE,
  type OwnedItem,
  type Quote,
  VISITOR,
  buyableItems,
  cartCodeError,
  entitledPlan,
  itemLabel,
  licenceForItems,
  quoteCart,
} from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licencesOf } from "../accounts/minimum-licence.ts";
import type { OrderPorts } from "../store-ports.ts";

/** A cart as it can be bought now. `code_error` says why the code that it names does not count. */
export interface PricedCart {
  readonly license_id: LicenceId;
  readonly items: readonly CartItem[];
  readonly code: CartCode | null;
  readonly code_error: DiscountMessage | null;
  readonly quote: Quote;
}

/** The code that a cart names, and why it does not count. Under the code's lock only one order takes its last use. */
const codeOf = (
  repos: Repositories,
  user: string | null,
  name: string | null,
  lock: boolean,
): Effect.Effect<Pick<PricedCart, "code" | "code_error">> =>
  Effect.gen(function* () {
    if (name === null) return { code: null, code_error: null };
    const found = yield* lock ? repos.discountCodes.lock(name) : repos.discountCodes.find(name);
    if (found === null) return { code: null, code_error: "promo_code_invalid" };
    const uses = yield* repos.discountCodes.uses(found.code, user ?? "");
    const code_error = cartCodeError(found, uses);
    return { code: code_error === null ? found : null, code_error };
  });

/**
 * What a cart costs its owner now. Items that are not for sale any more or that the account owns are left out. Under
 * `lock` its code is held until the transaction ends; `codeUser` is who uses it. (ORD-01, ORD-05, DSC-05, DSC-10)
 */
export const priceCart = (
  ports: Pick<OrderPorts, "settings">,
  repos: Repositories,
  account: Account | null,
  cart: Pick<Cart, "license_id" | "variant_ids" | "discount_code">,
  { lock = false, codeUser = account?.id ?? null }: { readonly lock?: boolean; readonly codeUser?: string | null } = {},
): Effect.Effect<PricedCart> =>
  Effect.gen(function* () {
    // Most carts are empty, and every page reads one.
    if (cart.variant_ids.length === 0 && cart.discount_code === null) {
      const quote = quoteCart({ items: [], code: null });
      return { license_id: cart.license_id ?? LOWEST_LICENCE, items: [], code: null, code_error: null, quote };
    }
    const known = account === null ? VISITOR : yield* licencesOf(repos, account);
    const license_id = licenceForItems({ ...known, chosen: cart.license_id });
    const plan = entitledPlan({ signedIn: account !== null, paidSubscription: known.current !== null });
    const collections = yield* repos.collections.byVariants(cart.variant_ids);
    const owned: readonly OwnedItem[] = account === null ? [] : yield* repos.collections.entitlementsOf(account.id);
    const items = buyableItems(cart.variant_ids, collections, { plan, owned }, license_id);
    const { code, code_error } = yield* codeOf(repos, codeUser, cart.discount_code, lock);
    const quote = quoteCart({
      items: items.map(({ collection, variant, price }) => ({
        product_id: String(variant.id),
        name: itemLabel(collection.name, variant.resolution),
        price,
      })),
      code: items.length === 0 ? null : code,
      tax: ports.settings.tax,
    });
    return { license_id, items, code, code_error, quote };
  });

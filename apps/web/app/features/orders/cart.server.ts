import { shopperOf } from "@backlot/domain/accounts/shopper";
import { isLicenseKnown, licenseForItems } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import type { CartView, PageContext, UserView } from "@backlot/ports";
import * as Result from "effect/Result";
import type { RouterContextProvider } from "react-router";
import { CART_COOKIE, cartCookie } from "./cart-token.ts";
import { onceInRequest } from "#app/server/once-in-request.ts";
import { attempt, getPage, getUser } from "#app/server/store.server.ts";

/** Returns the token of the browser's cart, or null if it has none. */
export const cartToken = (request: Request): string | null => {
  const match = new RegExp(`(?:^|;\\s*)${CART_COOKIE}=([\\w-]{1,200})(?:;|$)`).exec(
    request.headers.get("cookie") ?? "",
  );
  return match?.[1] ?? null;
};

const read = onceInRequest(async ({ store, logError }: PageContext, token: string | null): Promise<CartView | null> => {
  const answered = await attempt(store.carts.get({ query: token === null ? {} : { token } }));
  if (Result.isSuccess(answered)) return answered.success;
  logError("the cart could not be read", answered.failure._tag);
  return null;
});

/**
 * Returns the cart of a request, or null if there is none. Loaders of the same request share one read. A failed read is
 * logged and returns null.
 */
export const readCart = async (
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<CartView | null> => {
  const token = cartToken(request);
  if (token === null && (await getUser(context)) === null) return null;
  return read(getPage(context), token);
};

/**
 * Returns the license that sets single-item prices: the highest of the account's minimum license, its plan's license,
 * and the cart's license.
 */
export const itemLicense = (user: UserView | null, cart: CartView | null): LicenseId =>
  licenseForItems({ ...shopperOf(user), chosen: cart?.license_id ?? null });

/** Returns whether the account's license is known or was chosen for the given cart. */
export const hasKnownLicense = (user: UserView, cart: CartView | null = null): boolean =>
  isLicenseKnown({
    isChosen: cart?.license_chosen ?? false,
    min_license_id: user.min_license_id,
    current: shopperOf(user).current,
    profile: user.team.licensee_profile,
  });

interface CartChange {
  readonly add?: number;
  readonly remove?: number;
  readonly license?: CartView["license_id"];
}

/** The changed cart and its cookie, or the error message. */
export type ChangedCart = { readonly cart: CartView; readonly cookie: string } | { readonly problem: string };

/**
 * Adds an item to the request's cart, removes one, or changes the license. Creates the cart if there is none. Returns
 * the changed cart and its cookie, or the error message.
 */
export const changeCart = async (
  context: Readonly<RouterContextProvider>,
  request: Request,
  { add, remove, license }: CartChange,
): Promise<ChangedCart> => {
  const { carts } = getPage(context).store;
  const token = cartToken(request);
  const cartResult = await attempt(carts.get({ query: token === null ? {} : { token } }));
  if (Result.isFailure(cartResult)) return { problem: cartResult.failure.message };
  const ids = cartResult.success.items.map((item) => item.id).filter((id) => id !== remove);
  const changed = await attempt(
    carts.put({
      payload: {
        product_ids: add === undefined ? ids : [...ids, add],
        ...(license === undefined ? {} : { license }),
        ...(token === null ? {} : { token }),
      },
    }),
  );
  return Result.isSuccess(changed)
    ? { cart: changed.success, cookie: cartCookie(changed.success.token) }
    : { problem: changed.failure.message };
};

import { CART_DAYS } from "@backlot/domain/orders/cart";

/** The name of the cart token in cookies (for server rendering) and local storage. */
export const CART_COOKIE = "avfx_order";

/**
 * Returns the cookie for a cart token, which lives as long as the cart. It isn't HttpOnly, because scripts read it and
 * it grants access only to the cart.
 */
export const cartCookie = (token: string): string =>
  `${CART_COOKIE}=${token}; Path=/; Max-Age=${CART_DAYS * 86_400}; SameSite=Lax`;

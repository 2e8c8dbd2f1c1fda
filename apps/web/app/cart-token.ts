import { CART_DAYS } from "@backlot/domain/orders/cart";

/** Where a browser keeps the token of its cart: a cookie, which pages are rendered by, and local storage. (ORD-01) */
export const CART_COOKIE = "avfx_order";

/** Keeps a cart's token as long as the store keeps carts. Scripts may read it: it opens the cart alone. (ORD-01) */
export const cartCookie = (token: string): string =>
  `${CART_COOKIE}=${token}; Path=/; Max-Age=${CART_DAYS * 86_400}; SameSite=Lax`;

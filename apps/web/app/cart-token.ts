/** Where a browser keeps the token of its cart: a cookie, which pages are rendered by, and local storage. (ORD-01) */
export const CART_COOKIE = "avfx_order";

const DAYS_30 = 30 * 86_400;

/** Keeps a cart's token for thirty days. Scripts may read it: it opens the cart and nothing else. (ORD-01) */
export const cartCookie = (token: string): string =>
  `${CART_COOKIE}=${token}; Path=/; Max-Age=${DAYS_30}; SameSite=Lax`;

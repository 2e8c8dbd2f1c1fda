/** The maximum number of collections on a wishlist. */
export const MAX_WISHLIST_ITEMS = 500;

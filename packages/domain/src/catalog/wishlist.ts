/** How many collections an account saves for later at most. (CAT-05) */
export const MAX_WISHLIST_ITEMS = 500;

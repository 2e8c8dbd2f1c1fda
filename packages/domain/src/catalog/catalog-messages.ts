/** Messages about the catalog and the wishlist, by name. */
export const CATALOG_MESSAGES = {
  wishlist_full: "Your wishlist is full. Take something out of it to save this.",
} as const;

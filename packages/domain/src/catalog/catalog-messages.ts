/** Messages about the catalog and the wishlist, by name. */
export const CATALOG_MESSAGES = {
  wishlist_full: "Your wishlist is full. Remove an item to save this one.",
} as const;

/** Sentences about the catalogue, by name. */
export const CATALOGUE_MESSAGES = {
  wishlist_full: "Your wishlist is full. Take something out of it to save this.",
} as const;

import { accessText, creditsToGet } from "@backlot/domain/catalog/collection";
import { creditsText } from "@backlot/domain/credits/credits";
import type { CollectionView } from "@backlot/ports";

/** Returns the short price text of an item: its credits, how it is included, or that the user owns it. */
export const priceText = (collection: CollectionView): string => {
  if (collection.owned) return "Owned";
  const credits = creditsToGet(collection);
  return credits === null ? accessText(collection.access) : creditsText(credits);
};

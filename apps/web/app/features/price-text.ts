import { accessText, creditsToGet } from "@backlot/domain/catalog/collection";
import { creditsText } from "@backlot/domain/credits/credits";
import type { CollectionView } from "@backlot/ports";

/** What an item costs or comes with, in a few words. */
export const priceText = (collection: CollectionView): string => {
  if (collection.owned) return "Yours";
  const credits = creditsToGet(collection);
  return credits === null ? accessText(collection.access) : creditsText(credits);
};

import { badgesOf } from "@backlot/domain/catalog/collection";
import type { CollectionView } from "@backlot/ports";
import { priceText } from "./price-text.ts";

/** The collection fields that a grid's card shows, which are a tenth of the API's data about a collection. */
export interface Card {
  readonly id: number;
  readonly slug: string;
  readonly library_id: number;
  readonly name: string;
  readonly badges: readonly string[];
  /** The category and the price, such as "Fire · 8 credits". */
  readonly about: string;
}

/** Returns the card of a collection as the caller sees it. */
export const toCard = (collection: CollectionView): Card => ({
  id: collection.id,
  slug: collection.slug,
  library_id: collection.library_id,
  name: collection.name,
  badges: badgesOf(collection),
  about: `${collection.category} · ${priceText(collection)}`,
});

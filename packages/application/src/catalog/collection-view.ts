import {
  type Collection,
  categorySlug,
  ownedLicense,
  ownedVariantIds,
  ownsCollection,
  pricesFor,
  visibleVariants,
} from "@backlot/domain";
import { type CollectionView, CurrentCaller, type Holdings, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actsForAccount } from "../caller.ts";

const NOTHING: Holdings = { items: [], spenderItems: [], wishlist: [] };

/** Returns the caller's items and saved collections; empty for visitors, and for apps that can only see the catalog. */
export const callerHoldings = Effect.gen(function* () {
  const caller = yield* CurrentCaller;
  const repos = yield* ReadRepositories;
  return actsForAccount(caller) ? yield* repos.collections.holdings(caller.person.id) : NOTHING;
});

/** Returns a collection with prices and ownership, as an account with these holdings sees it. */
export const toCollectionView = (
  collection: Collection,
  { items, spenderItems, wishlist }: Holdings,
): CollectionView => {
  const owned = ownsCollection(collection.id, items);
  const owned_variants = collection.collection_variants.flatMap(({ id }) => {
    const license_id = ownedLicense({ collection_id: collection.id, variant_id: id }, items);
    return license_id === null ? [] : [{ id, license_id }];
  });
  const owned_variant_ids = owned_variants.map(({ id }) => id);
  return {
    ...collection,
    collection_variants: visibleVariants(collection.collection_variants, owned_variant_ids),
    ...pricesFor(collection, { owns: owned, ownsVariant: ownedVariantIds(collection, spenderItems).length > 0 }),
    category_slug: categorySlug(collection.category),
    owned,
    owned_variant_ids,
    owned_variants,
    wishlisted: wishlist.includes(collection.id),
  };
};

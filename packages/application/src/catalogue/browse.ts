import {
  type Category,
  type Collection,
  type CollectionFilter,
  type CollectionSort,
  EVERYTHING,
  categorySlug,
  isVisible,
  type LibraryId,
  type Resolution,
  message,
  searchWords,
  ownedVariantIds,
  ownsCollection,
  pricesFor,
  relatedWords,
} from "@backlot/domain";
import { type CollectionListing, type CollectionView, type Holdings, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Caller } from "../caller.ts";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";
import { searchPage } from "./search.ts";

const NOTHING: Holdings = { items: [], spenderItems: [], wishlist: [] };

const heldBy = (ports: Pick<StorePorts, "transactions">, caller: Caller): Effect.Effect<Holdings> =>
  caller._tag !== "SignedIn" ? Effect.succeed(NOTHING) : ports.transactions.read.collections.holdings(caller.person.id);

/** A collection as one caller stands to it. */
export const toCollectionView = (
  collection: Collection,
  { items, spenderItems, wishlist }: Holdings,
): CollectionView => {
  const owned = ownsCollection(collection.id, items);
  const owned_variant_ids = ownedVariantIds(collection, items);
  return {
    ...collection,
    ...pricesFor(collection, { owns: owned, ownsVariant: ownedVariantIds(collection, spenderItems).length > 0 }),
    category_slug: categorySlug(collection.category),
    owned,
    owned_variant_ids,
    wishlisted: wishlist.includes(collection.id),
  };
};

/** What a listing is asked for. */
export interface ListingQuery extends KeyPage {
  readonly library_id?: LibraryId | undefined;
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly access?: Collection["access"] | undefined;
  readonly membership_tier?: NonNullable<Collection["membership_tier"]> | undefined;
  readonly resolution?: Resolution | undefined;
  readonly is_new?: "true" | "false" | undefined;
  readonly sort?: CollectionSort | undefined;
}

const filterOf = (asked: ListingQuery): CollectionFilter => ({
  library_id: asked.library_id ?? null,
  category: asked.category ?? null,
  access: asked.access ?? null,
  membership_tier: asked.membership_tier ?? null,
  resolution: asked.resolution ?? null,
  is_new: asked.is_new === "true",
});

/**
 * A page of what the catalogue has, newest first where nobody says, and which of it the caller owns. (CAT-02, SRC-03)
 */
export const listCollections =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (asked: ListingQuery): Effect.Effect<CollectionListing> =>
    Effect.gen(function* () {
      const held = yield* heldBy(ports, caller);
      const { read } = ports.transactions;
      const filter = filterOf(asked);
      const searched = searchWords(asked.q ?? "");
      const found =
        searched.length === 0
          ? {
              corrected: null,
              ...cutToPage(
                yield* read.collections.page({ filter, sort: asked.sort ?? "newest", ...toRead(asked) }),
                asked,
              ),
            }
          : yield* searchPage(read)(searched, filter, asked);
      return { ...found, data: found.data.map((collection) => toCollectionView(collection, held)) };
    });

/** The categories of a library, or of all. (CAT-02) */
export const listCategories =
  (ports: Pick<StorePorts, "transactions">) =>
  (library: LibraryId | null): Effect.Effect<readonly Category[]> =>
    ports.transactions.read.search.categories(library);

/** How many related collections a page shows. */
const RELATED = 4;

/** Collections like one: of its library, with its words, the likest first, itself left out. (CAT-06) */
export const relatedCollections =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (slug: string): Effect.Effect<readonly CollectionView[], NotFound> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const own = yield* read.collections.bySlug(slug);
      const held = yield* heldBy(ports, caller);
      if (own === null || !isVisible(own, toCollectionView(own, held).owned_variant_ids.length > 0))
        return yield* new NotFound({ message: message("not_found") });
      const filter = { ...EVERYTHING, library_id: own.library_id };
      const words = relatedWords(own);
      const alike = yield* read.search.collections({ groups: [words], filter, limit: RELATED + 1 });
      return alike
        .filter((each) => each.id !== own.id)
        .slice(0, RELATED)
        .map((collection) => toCollectionView(collection, held));
    });

/** One collection by its slug. (CAT-01, CAT-03) */
export const getCollection =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (slug: string): Effect.Effect<CollectionView, NotFound> =>
    Effect.gen(function* () {
      const collection = yield* ports.transactions.read.collections.bySlug(slug);
      const view = collection === null ? null : toCollectionView(collection, yield* heldBy(ports, caller));
      if (view === null || !isVisible(view, view.owned_variant_ids.length > 0))
        return yield* new NotFound({ message: message("not_found") });
      return view;
    });

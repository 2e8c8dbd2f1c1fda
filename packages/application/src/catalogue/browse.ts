import {
  type Collection,
  type LibraryId,
  type OwnedItem,
  message,
  ownedVariantIds,
  ownsCollection,
} from "@backlot/domain";
import { type CollectionPage, type CollectionView, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Caller } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

const ownedBy = (ports: Pick<StorePorts, "transactions">, caller: Caller): Effect.Effect<readonly OwnedItem[]> =>
  caller._tag !== "SignedIn"
    ? Effect.succeed([])
    : ports.transactions.read.collections.entitlementsOfTeam(caller.person.id);

const toView = (collection: Collection, owned: readonly OwnedItem[]): CollectionView => ({
  ...collection,
  owned: ownsCollection(collection.id, owned),
  owned_variant_ids: ownedVariantIds(collection, owned),
});

/** How many collections a page has where nobody says. */
const PAGE_SIZE = 24;

/** A page of a library's collections, or of all, newest first, and which of them the caller owns. (CAT-02) */
export const listCollections =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (asked: {
    readonly library_id?: LibraryId | undefined;
    readonly starting_after?: number | undefined;
    readonly limit?: number | undefined;
  }): Effect.Effect<CollectionPage> =>
    Effect.gen(function* () {
      const owned = yield* ownedBy(ports, caller);
      const { library_id = null, starting_after = null, limit = PAGE_SIZE } = asked;
      const { page } = ports.transactions.read.collections;
      // One more than the page has says whether there is another page.
      const found = yield* page({ library_id, starting_after, limit: limit + 1 });
      const data = found.slice(0, limit).map((collection) => toView(collection, owned));
      return { data, has_more: found.length > limit };
    });

/** One collection by its slug. (CAT-01, CAT-03) */
export const getCollection =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (slug: string): Effect.Effect<CollectionView, NotFound> =>
    Effect.gen(function* () {
      const collection = yield* ports.transactions.read.collections.bySlug(slug);
      if (collection === null) return yield* new NotFound({ message: message("not_found") });
      return toView(collection, yield* ownedBy(ports, caller));
    });

import { type LibraryId, message } from "@backlot/domain";
import { type CollectionPage, type CollectionView, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Caller } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

const ownedBy = (ports: Pick<StorePorts, "transactions">, caller: Caller): Effect.Effect<ReadonlySet<number>> =>
  caller._tag !== "SignedIn"
    ? Effect.succeed(new Set())
    : Effect.map(ports.transactions.read.collections.entitledIds(caller.person.id), (ids) => new Set(ids));

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
      const data = found.slice(0, limit).map((collection) => ({ ...collection, owned: owned.has(collection.id) }));
      return { data, has_more: found.length > limit };
    });

/** One collection by its slug. (CAT-01, CAT-03) */
export const getCollection =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (slug: string): Effect.Effect<CollectionView, NotFound> =>
    Effect.gen(function* () {
      const collection = yield* ports.transactions.read.collections.bySlug(slug);
      if (collection === null) return yield* new NotFound({ message: message("not_found") });
      const owned = yield* ownedBy(ports, caller);
      return { ...collection, owned: owned.has(collection.id) };
    });

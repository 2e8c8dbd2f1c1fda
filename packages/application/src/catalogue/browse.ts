import { type LibraryId, message } from "@backlot/domain";
import { type CollectionView, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Caller } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

const ownedBy = (ports: Pick<StorePorts, "transactions">, caller: Caller): Effect.Effect<ReadonlySet<number>> =>
  caller._tag !== "SignedIn"
    ? Effect.succeed(new Set())
    : Effect.map(ports.transactions.read.collections.entitledIds(caller.person.id), (ids) => new Set(ids));

/** The collections of a library, or of all, and which of them the caller owns. (CAT-02) */
export const listCollections =
  (ports: Pick<StorePorts, "transactions">, caller: Caller) =>
  (libraryId: LibraryId | undefined): Effect.Effect<readonly CollectionView[]> =>
    Effect.gen(function* () {
      const owned = yield* ownedBy(ports, caller);
      const collections = yield* ports.transactions.read.collections.all(libraryId ?? null);
      return collections.map((collection) => ({ ...collection, owned: owned.has(collection.id) }));
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

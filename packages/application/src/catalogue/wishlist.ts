import { type Account, MAX_WISHLIST_ITEMS, message } from "@backlot/domain";
import { type CollectionPage, Conflict, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";
import { toCollectionView } from "./browse.ts";

type WishlistPorts = Pick<StorePorts, "clock" | "transactions">;

/** Saves a collection for later, and answers whether it is new there: one that is saved already stays. (CAT-05) */
export const addToWishlist =
  (ports: WishlistPorts) =>
  (account: Account, collectionId: number): Effect.Effect<boolean, NotFound | Conflict> =>
    ports.transactions.run((repos) =>
      Effect.gen(function* () {
        // Under the account's lock, so that many at once don't pass the limit.
        yield* repos.accounts.lock(account.id);
        if (!(yield* repos.collections.get(collectionId))?.listed)
          return yield* new NotFound({ message: message("not_found") });
        const isNew = yield* repos.wishlists.add(account.id, collectionId, ports.clock.now());
        if (isNew && (yield* repos.wishlists.count(account.id)) > MAX_WISHLIST_ITEMS)
          return yield* new Conflict({ reason: "wishlist_full", message: message("wishlist_full") });
        return isNew;
      }),
    );

/** Takes a collection out of what is saved; one that is not there changes nothing. (CAT-05) */
export const removeFromWishlist =
  (ports: WishlistPorts) =>
  (account: Account, collectionId: number): Effect.Effect<void> =>
    Effect.asVoid(ports.transactions.read.wishlists.remove(account.id, collectionId));

/** A page of what an account saved, last saved first. (CAT-05) */
export const listWishlist =
  (ports: WishlistPorts) =>
  (account: Account, asked: KeyPage): Effect.Effect<CollectionPage> =>
    Effect.gen(function* () {
      const { collections, wishlists } = ports.transactions.read;
      const held = yield* collections.holdings(account.id);
      const { data, has_more } = cutToPage(yield* wishlists.page(account.id, toRead(asked)), asked);
      return { data: data.map((collection) => toCollectionView(collection, held)), has_more };
    });

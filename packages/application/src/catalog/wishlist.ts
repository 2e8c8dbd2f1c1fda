import { MAX_WISHLIST_ITEMS, message } from "@backlot/domain";
import {
  Conflict,
  CurrentAccount,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import { Wishlists } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import { recordEvent } from "../record-event.ts";
import { implement } from "../implement.ts";
import { cutToPage, toRead } from "../key-page.ts";
import { toCollectionView } from "./collection-view.ts";

/** Saves a collection. Returns false if it was already saved; fails if it is not for sale or the list is full. */
const save = Effect.fnUntraced(function* (collectionId: number) {
  const account = yield* CurrentAccount;
  const repos = yield* Repositories;
  // The account's lock keeps simultaneous requests from exceeding the limit.
  yield* repos.accounts.lock(account.id);
  if (!(yield* repos.collections.get(collectionId))?.listed)
    return yield* new NotFound({ message: message("not_found") });
  const isNew = yield* repos.wishlists.add(account.id, collectionId, yield* currentTime);
  if (isNew && (yield* repos.wishlists.count(account.id)) > MAX_WISHLIST_ITEMS)
    return yield* new Conflict({ reason: "wishlist_full", message: message("wishlist_full") });
  return isNew;
}, transactional);

export const wishlists = implement(Wishlists, {
  list: Effect.fnUntraced(function* ({ query }) {
    const account = yield* CurrentAccount;
    const repos = yield* ReadRepositories;
    const held = yield* repos.collections.holdings(account.id);
    const { data, has_more } = cutToPage(yield* repos.wishlists.page(account.id, toRead(query)), query);
    return { data: data.map((collection) => toCollectionView(collection, held)), has_more };
  }),
  add: Effect.fnUntraced(function* ({ params }) {
    if (yield* save(params.id)) yield* recordEvent({ _tag: "wishlist", collection_id: params.id });
  }),
  remove: Effect.fnUntraced(function* ({ params }) {
    const account = yield* CurrentAccount;
    const repos = yield* Repositories;
    yield* repos.wishlists.remove(account.id, params.id);
  }, transactional),
});

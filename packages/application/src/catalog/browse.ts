import {
  ANNOUNCED,
  type Collection,
  type CollectionFilter,
  type CollectionSort,
  EVERYTHING,
  isVisible,
  type LibraryId,
  type Resolution,
  RELEASES_SHOWN,
  message,
  searchTokens,
  relatedWords,
} from "@backlot/domain";
import { Files, NotFound, ReadRepositories } from "@backlot/ports";
import { Collections } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { callerHoldings, toCollectionView } from "./collection-view.ts";
import { showHome } from "./home-page.ts";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import { countEmptySearch, searchPage } from "./search.ts";

/** The filters, search text, sort order, and page of a catalog listing. */
interface ListingQuery extends KeyPage {
  readonly library_id?: LibraryId | undefined;
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly access?: Collection["access"] | undefined;
  readonly membership_tier?: NonNullable<Collection["membership_tier"]> | undefined;
  readonly resolution?: Resolution | undefined;
  readonly is_new?: "true" | "false" | undefined;
  readonly sort?: CollectionSort | undefined;
}

const filterOf = (query: ListingQuery): CollectionFilter => ({
  library_id: query.library_id ?? null,
  category: query.category ?? null,
  access: query.access ?? null,
  membership_tier: query.membership_tier ?? null,
  resolution: query.resolution ?? null,
  is_new: query.is_new === "true",
});

/**
 * Returns whether a search has no filter besides the library, in which case an empty result says something about the
 * catalog.
 */
const isPlainSearch = ({ library_id: _, q: __, sort: ___, limit: ____, ...narrowing }: ListingQuery): boolean =>
  Object.values(narrowing).every((value) => value === undefined);

/**
 * Returns a page of the catalog with the caller's ownership: newest first by default, or best matches first for a
 * search.
 */
const listCollections = Effect.fnUntraced(function* (query: ListingQuery) {
  const held = yield* callerHoldings;
  const repos = yield* ReadRepositories;
  const filter = filterOf(query);
  const typed = query.q ?? "";
  const page = { filter, sort: query.sort ?? "newest", ...toRead(query) };
  const listing =
    searchTokens(typed).length === 0
      ? { corrected: null, ...cutToPage(yield* repos.collections.page(page), query) }
      : yield* searchPage(typed, filter, query);
  if (listing.data.length === 0 && isPlainSearch(query)) yield* countEmptySearch(typed);
  return { ...listing, data: listing.data.map((collection) => toCollectionView(collection, held)) };
});

/** The number of related collections on a page. */
const RELATED = 4;

/** Returns the most similar collections of the same library; fails if the collection is neither for sale nor owned. */
const relatedCollections = Effect.fnUntraced(function* (slug: string) {
  const repos = yield* ReadRepositories;
  const baseCollection = yield* repos.collections.bySlug(slug);
  const held = yield* callerHoldings;
  if (
    baseCollection === null ||
    !isVisible(baseCollection, toCollectionView(baseCollection, held).owned_variant_ids.length > 0)
  )
    return yield* new NotFound({ message: message("not_found") });
  const filter = { ...EVERYTHING, library_id: baseCollection.library_id };
  const words = relatedWords(baseCollection);
  if (words.length === 0) return [];
  const groups = [words];
  const searchQuery = { groups: { typed: groups, meant: groups }, name: "", filter, limit: RELATED + 1 };
  const similar = yield* repos.search.collections(searchQuery);
  return similar
    .filter((each) => each.id !== baseCollection.id)
    .slice(0, RELATED)
    .map((collection) => toCollectionView(collection, held));
});

/** Returns a collection by its slug; fails if it is neither for sale nor owned. */
const getCollection = Effect.fnUntraced(function* (slug: string) {
  const repos = yield* ReadRepositories;
  const collection = yield* repos.collections.bySlug(slug);
  const view = collection === null ? null : toCollectionView(collection, yield* callerHoldings);
  if (view === null || !isVisible(view, view.owned_variant_ids.length > 0))
    return yield* new NotFound({ message: message("not_found") });
  const { secondsToMake } = yield* Files;
  const files_made = view.collection_variants.flatMap(({ id, file_size }) => {
    const seconds = secondsToMake(id);
    return seconds === null ? [] : [{ id, seconds: file_size === null ? seconds : null }];
  });
  return { ...view, files_made };
});

/** Returns the upcoming collections with their release dates, and the latest releases. (SHL-03) */
const listReleases = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const [held, coming, released] = yield* Effect.all(
    [callerHoldings, repos.collections.coming(ANNOUNCED), repos.collections.released(RELEASES_SHOWN)],
    { concurrency: "unbounded" },
  );
  return {
    coming: coming.flatMap(({ name, library_id, category, release_date }) =>
      release_date === null ? [] : [{ name, library_id, category, release_date }],
    ),
    released: released.map((collection) => toCollectionView(collection, held)),
  };
});

/** Handlers for browsing the catalog. */
export const collections = implement(Collections, {
  list: ({ query }) => listCollections(query),
  categories: ({ query }) => ReadRepositories.use(({ search }) => search.categories(query.library_id ?? null)),
  home: () => showHome,
  releases: () => listReleases,
  related: ({ params }) => relatedCollections(params.slug),
  get: ({ params }) => getCollection(params.slug),
});

import {
  type CollectionFilter,
  EVERYTHING,
  HOME_COLLECTIONS,
  type HomePage,
  LIBRARIES,
  isVisible,
  orderedCategories,
  shownAtHome,
  unknownAtHome,
} from "@backlot/domain";
import { InvalidRequest, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { callerHoldings, toCollectionView } from "./collection-view.ts";

const [ELEMENTS] = LIBRARIES;

/** The home page shows 2D elements. */
const SHOWN: CollectionFilter = { ...EVERYTHING, library_id: ELEMENTS.id };

/** Returns the chosen collections that are on sale. */
const onSale = ({ hero, featured }: HomePage) =>
  Effect.gen(function* () {
    const { collections } = yield* ReadRepositories;
    const found = yield* collections.bySlugs([...(hero === null ? [] : [hero]), ...featured]);
    return found.filter((each) => isVisible(each, false));
  });

/** Returns what the home page shows. What the owner chose and has since withdrawn is left out. */
export const showHome = Effect.gen(function* () {
  const { collections, homePage, search } = yield* ReadRepositories;
  const page = yield* homePage.get();
  const [held, chosen, newest, categories] = yield* Effect.all(
    [
      callerHoldings,
      onSale(page),
      collections.page({ filter: SHOWN, sort: "newest", starting_after: null, limit: HOME_COLLECTIONS }),
      search.categories(null),
    ],
    { concurrency: "unbounded" },
  );
  const featured = page.featured.flatMap((slug) => chosen.find((each) => each.slug === slug) ?? []);
  const shown = shownAtHome(featured, newest);
  const hero = chosen.find(({ slug }) => slug === page.hero) ?? shown[0] ?? null;
  return {
    hero: hero === null ? null : toCollectionView(hero, held),
    collections: shown.map((each) => toCollectionView(each, held)),
    featured: Math.min(featured.length, shown.length),
    categories: orderedCategories(categories, page.categories),
  };
});

/**
 * Changes the home page. Fails if it names a collection that is not on sale, or an unknown category. Call it in a
 * transaction.
 */
export const putHomePage = (page: HomePage) =>
  Effect.gen(function* () {
    const { homePage, search } = yield* Repositories;
    const collections = yield* onSale(page);
    const categories = yield* search.categories(null);
    const unknown = unknownAtHome(page, {
      collections: new Set(collections.map(({ slug }) => slug)),
      categories: new Set(categories.map(({ slug }) => slug)),
    });
    if (unknown.length > 0)
      return yield* new InvalidRequest({
        message: "The home page can only show what is on sale.",
        issues: unknown.map(({ field, slug }) => ({
          path: `payload.${field}`,
          message: field === "categories" ? `There is no category ${slug}.` : `There is no collection ${slug} on sale.`,
        })),
      });
    yield* homePage.put(page);
    return page;
  });

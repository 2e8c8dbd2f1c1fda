import {
  HOME_COLLECTIONS,
  HOME_FILTER,
  type HomePage,
  type HomePageChange,
  isVisible,
  orderedCategories,
  shownAtHome,
  unknownAtHome,
} from "@backlot/domain";
import { InvalidRequest, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { callerHoldings, toCollectionView } from "./collection-view.ts";

/** Returns the chosen collections that are for sale. */
const onSale = Effect.fnUntraced(function* ({ hero, featured }: Pick<HomePage, "hero" | "featured">) {
  const repos = yield* ReadRepositories;
  const selection = yield* repos.collections.bySlugs([...(hero === null ? [] : [hero]), ...featured]);
  return selection.filter((each) => isVisible(each, false));
});

/**
 * Returns the hero and the other collections of a home page. The owner chose the first `featured` of the others. Omits
 * chosen collections that have since been withdrawn.
 */
export const collectionsAtHome = Effect.fnUntraced(function* (page: HomePage) {
  const repos = yield* ReadRepositories;
  const [chosen, newest] = yield* Effect.all(
    [
      onSale(page),
      repos.collections.page({ filter: HOME_FILTER, sort: "newest", starting_after: null, limit: HOME_COLLECTIONS }),
    ],
    { concurrency: "unbounded" },
  );
  const featured = [...new Set(page.featured)].flatMap((slug) => chosen.find((each) => each.slug === slug) ?? []);
  const shown = shownAtHome(featured, newest);
  const hero = chosen.find(({ slug }) => slug === page.hero) ?? shown[0] ?? null;
  return { hero, shown, featured: Math.min(featured.length, shown.length) };
});

/** Returns the content of the home page. */
export const showHome = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const page = yield* repos.homePage.get();
  const [held, { hero, shown, featured }, categories] = yield* Effect.all(
    [callerHoldings, collectionsAtHome(page), repos.search.categories(null)],
    { concurrency: "unbounded" },
  );
  return {
    hero: hero === null ? null : toCollectionView(hero, held),
    collections: shown.map((each) => toCollectionView(each, held)),
    featured,
    categories: orderedCategories(categories, page.categories),
  };
});

/**
 * Changes the given parts of the home page, and returns all of it. Fails if the change names a collection that is not
 * for sale, or an unknown category. Call it in a transaction.
 */
export const putHomePage = Effect.fnUntraced(function* (change: HomePageChange) {
  const repos = yield* Repositories;
  const now = yield* repos.homePage.get();
  const { hero = null, featured = [] } = change;
  const collections = yield* onSale({ hero, featured });
  const categories = yield* repos.search.categories(null);
  const unknown = unknownAtHome(change, {
    collections: new Set(collections.map(({ slug }) => slug)),
    categories: new Set(categories.map(({ slug }) => slug)),
  });
  if (unknown.length > 0)
    return yield* new InvalidRequest({
      message: "The home page can show only collections that are for sale and categories that exist.",
      issues: unknown.map(({ field, slug }) => ({
        path: `payload.${field}`,
        message: field === "categories" ? `Category ${slug} doesn't exist.` : `Collection ${slug} isn't for sale.`,
      })),
    });
  const page: HomePage = {
    hero: change.hero === undefined ? now.hero : change.hero,
    featured: change.featured ?? now.featured,
    categories: change.categories ?? now.categories,
  };
  yield* repos.homePage.put(page);
  return page;
});

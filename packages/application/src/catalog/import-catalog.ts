import {
  type Collection,
  type HomePage,
  type PriceList,
  offersOf,
  priceListProblemText,
  sentence,
  validatePriceList,
} from "@backlot/domain";
import * as Data from "effect/Data";
import { Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Everything a store sells. */
export interface Catalog {
  readonly prices: PriceList;
  readonly collections: readonly Collection[];
  readonly homePage: HomePage;
}

/** The price list has problems, such as gaps or overlaps between ranges. The message lists all of them. */
export class UnsoundPriceList extends Data.TaggedError("UnsoundPriceList")<{ readonly message: string }> {}

/** Fills a new store with prices and collections, all or nothing. Fails if `validatePriceList` finds a problem. */
export const importCatalog = Effect.fn("catalog.import")(function* (catalog: Catalog) {
  const repos = yield* Repositories;
  const { plans: _, packs, ...rules } = catalog.prices;
  const offers = offersOf(catalog.prices);
  const problems = validatePriceList({ plans: offers, packs, rules }).map(priceListProblemText);
  if (problems.length > 0)
    return yield* new UnsoundPriceList({ message: `The price list is invalid. ${problems.map(sentence).join(" ")}` });
  yield* repos.packs.put(packs);
  yield* repos.priceRules.put(rules);
  for (const offer of offers) yield* repos.plans.put(offer);
  for (const collection of catalog.collections) yield* repos.collections.put(collection);
  yield* repos.search.refresh();
  yield* repos.homePage.put(catalog.homePage);
}, transactional);

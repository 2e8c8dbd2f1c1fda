import {
  type Collection,
  type HomePage,
  type PackPrices,
  type PlanOffer,
  validatePriceList,
  priceListProblemText,
} from "@backlot/domain";
import * as Data from "effect/Data";
import { Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Everything a store sells. */
export interface Catalog {
  readonly plans: readonly PlanOffer[];
  readonly packs: PackPrices;
  readonly collections: readonly Collection[];
  readonly homePage: HomePage;
}

/** The price list has problems, such as gaps or overlaps between ranges. The message names each one. */
export class UnsoundPriceList extends Data.TaggedError("UnsoundPriceList")<{ readonly message: string }> {}

/** Imports a price list and collections, all or nothing. Fails if `validatePriceList` finds a problem. */
export const importCatalog = (catalog: Catalog) =>
  Effect.gen(function* () {
    const repositories = yield* Repositories;
    const problems = validatePriceList(catalog).map(priceListProblemText);
    if (problems.length > 0)
      return yield* new UnsoundPriceList({ message: `The price list can't be sold by: ${problems.join("; ")}.` });
    yield* repositories.packs.put(catalog.packs);
    for (const offer of catalog.plans) yield* repositories.plans.put(offer);
    for (const collection of catalog.collections) yield* repositories.collections.put(collection);
    yield* repositories.search.refresh();
    yield* repositories.homePage.put(catalog.homePage);
  }).pipe(transactional);

import {
  type Collection,
  type PackPrices,
  type PlanOffer,
  validatePriceList,
  priceListProblemText,
} from "@backlot/domain";
import type { Transactions } from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";

/** What a store sells. */
export interface Catalogue {
  readonly plans: readonly PlanOffer[];
  readonly packs: PackPrices;
  readonly collections: readonly Collection[];
}

/** A price list that can't be sold by, with every reason. */
export class UnsoundPriceList extends Data.TaggedError("UnsoundPriceList")<{ readonly message: string }> {}

/**
 * Brings the price list and the collections to what a catalogue says; what is equal stays as it is. A price list with
 * gaps, overlaps or cliffs is refused whole. (CRD-03, PLN-01)
 */
export const importCatalogue =
  (ports: { readonly transactions: Transactions }) =>
  (catalogue: Catalogue): Effect.Effect<void, UnsoundPriceList> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const problems = validatePriceList(catalogue).map(priceListProblemText);
        if (problems.length > 0)
          return yield* new UnsoundPriceList({ message: `The price list can't be sold by: ${problems.join("; ")}.` });
        yield* repositories.packs.put(catalogue.packs);
        for (const offer of catalogue.plans) yield* repositories.plans.put(offer);
        for (const collection of catalogue.collections) yield* repositories.collections.put(collection);
        yield* repositories.search.refresh();
      }),
    );

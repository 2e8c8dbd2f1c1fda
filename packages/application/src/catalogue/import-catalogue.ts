import type { Collection, PlanOffer } from "@backlot/domain";
import type { Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** What a store sells. */
export interface Catalogue {
  readonly plans: readonly PlanOffer[];
  readonly collections: readonly Collection[];
}

/** Brings the price list and the collections to what a catalogue says; what is equal stays as it is. */
export const importCatalogue =
  (ports: { readonly transactions: Transactions }) =>
  (catalogue: Catalogue): Effect.Effect<void> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        for (const offer of catalogue.plans) yield* repositories.plans.put(offer);
        for (const collection of catalogue.collections) yield* repositories.collections.put(collection);
      }),
    );

import type { PackPrices } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Credit pack prices, or null before the first catalog import. */
export interface PackReads {
  readonly prices: () => Effect.Effect<PackPrices | null>;
}

/** Adds the writes to {@link PackReads}. */
export interface Packs extends PackReads {
  readonly put: (prices: PackPrices) => Effect.Effect<void>;
}

import type { PackPrices } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for credit pack prices, which are null before the first catalog import. */
export interface PackReads {
  readonly prices: () => Effect.Effect<PackPrices | null>;
}

/** Adds writes to {@link PackReads}. Only available inside a transaction. */
export interface Packs extends PackReads {
  readonly put: (prices: PackPrices) => Effect.Effect<void>;
}

import type { PriceRules } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the price rules of a store. */
export interface PriceRulesReads {
  /** Returns the owner's rules, or those of a new store if the owner has not set any. */
  readonly current: () => Effect.Effect<PriceRules>;
}

/** Adds writes to {@link PriceRulesReads}. Only available inside a transaction. */
export interface PriceRulesRepository extends PriceRulesReads {
  /** Locks the price list until the transaction ends. */
  readonly lock: () => Effect.Effect<void>;
  readonly put: (rules: PriceRules) => Effect.Effect<void>;
}

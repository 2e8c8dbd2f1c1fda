import type { Instant, Sale } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A sale on new plans. `ends_at` is null if it has no scheduled end. */
export interface RunningSale extends Sale {
  readonly ends_at: Instant | null;
}

/** Read-only queries for plan sales. At most one sale is active at a time. */
export interface PlanSaleReads {
  /** Returns the sale that is active at the given time, or null. */
  readonly running: (at: Instant) => Effect.Effect<RunningSale | null>;
}

/** Adds writes to {@link PlanSaleReads}. Only available inside a transaction. */
export interface PlanSales extends PlanSaleReads {
  /** Starts a sale at the given time, and ends the current one, if any. */
  readonly start: (sale: RunningSale, at: Instant) => Effect.Effect<void>;
  /** Ends the current sale at the given time. Returns false if there is none. */
  readonly end: (at: Instant) => Effect.Effect<boolean>;
}

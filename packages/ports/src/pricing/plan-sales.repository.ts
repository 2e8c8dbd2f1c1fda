import type { Instant, Sale } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A sale. `ends_at` is null if it has no scheduled end. */
export interface RunningSale extends Sale {
  readonly ends_at: Instant | null;
}

/** Sales on plans. */
export interface PlanSaleReads {
  /** Returns the sale that runs at a time, or null. */
  readonly running: (at: Instant) => Effect.Effect<RunningSale | null>;
}

/** Adds the writes to {@link PlanSaleReads}. */
export interface PlanSales extends PlanSaleReads {
  /** Starts a sale, and ends the running one. Call it in a transaction. */
  readonly start: (sale: RunningSale, at: Instant) => Effect.Effect<void>;
  /** Ends the running sale. */
  readonly end: (at: Instant) => Effect.Effect<void>;
}

import type { PlanOffer } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for plans and their prices. */
export interface PlanReads {
  /** Returns the plans for sale. */
  readonly all: () => Effect.Effect<readonly PlanOffer[]>;
  /** Returns all plans, for sale or retired. */
  readonly allEver: () => Effect.Effect<readonly PlanOffer[]>;
  readonly get: (id: number) => Effect.Effect<PlanOffer | null>;
}

/** Adds writes to {@link PlanReads}. Only available inside a transaction. */
export interface Plans extends PlanReads {
  readonly put: (offer: PlanOffer) => Effect.Effect<void>;
}

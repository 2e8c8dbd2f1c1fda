import type { PlanOffer } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Plans with their prices. */
export interface PlanReads {
  readonly all: () => Effect.Effect<readonly PlanOffer[]>;
  readonly get: (id: number) => Effect.Effect<PlanOffer | null>;
}

/** Adds the writes to {@link PlanReads}. */
export interface Plans extends PlanReads {
  readonly put: (offer: PlanOffer) => Effect.Effect<void>;
}

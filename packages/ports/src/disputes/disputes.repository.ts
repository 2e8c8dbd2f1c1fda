import type { Dispute } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Disputes of payments, one row per provider's dispute. */
export interface DisputeReads {
  readonly get: (id: string) => Effect.Effect<Dispute | null>;
  /** Returns all disputes of a payment, oldest first. */
  readonly ofPayment: (paymentId: string) => Effect.Effect<readonly Dispute[]>;
  /** Returns the open disputes of an account, oldest first. */
  readonly openOf: (accountId: string) => Effect.Effect<readonly Dispute[]>;
  /** Returns open disputes, oldest first, at most `limit`. */
  readonly open: (limit: number) => Effect.Effect<readonly Dispute[]>;
}

/** Adds the writes to {@link DisputeReads}. */
export interface Disputes extends DisputeReads {
  /** Adds a dispute, or updates a known one. */
  readonly save: (dispute: Dispute) => Effect.Effect<void>;
}

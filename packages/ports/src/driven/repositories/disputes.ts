import type { Dispute } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Disputes of payments, once per provider's dispute. (ORD-06) */
export interface DisputeReads {
  readonly get: (id: string) => Effect.Effect<Dispute | null>;
  /** Every dispute of a payment, oldest first. */
  readonly ofPayment: (paymentId: string) => Effect.Effect<readonly Dispute[]>;
  /** The open disputes of an account, oldest first. */
  readonly openOf: (accountId: string) => Effect.Effect<readonly Dispute[]>;
  /** Open disputes, oldest first, `limit` at most. */
  readonly open: (limit: number) => Effect.Effect<readonly Dispute[]>;
}

/** Adds the writes and row locks to {@link DisputeReads}. */
export interface Disputes extends DisputeReads {
  /** Adds a dispute, or writes how a known one stands now. */
  readonly save: (dispute: Dispute) => Effect.Effect<void>;
}

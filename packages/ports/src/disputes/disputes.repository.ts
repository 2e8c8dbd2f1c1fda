import type { Dispute } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for payment disputes: one row per dispute at a provider. */
export interface DisputeReads {
  readonly get: (id: string) => Effect.Effect<Dispute | null>;
  /** Returns all disputes of a payment, oldest first. */
  readonly ofPayment: (paymentId: string) => Effect.Effect<readonly Dispute[]>;
  /** Returns all disputes of an account, oldest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Dispute[]>;
  /** Returns the open disputes of an account, oldest first. */
  readonly openOf: (accountId: string) => Effect.Effect<readonly Dispute[]>;
  /** Returns up to `limit` open disputes of all accounts, oldest first. */
  readonly open: (limit: number) => Effect.Effect<readonly Dispute[]>;
}

/** Adds writes to {@link DisputeReads}. Only available inside a transaction. */
export interface Disputes extends DisputeReads {
  /** Adds a dispute, or updates an existing one. */
  readonly save: (dispute: Dispute) => Effect.Effect<void>;
}

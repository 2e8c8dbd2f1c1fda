import type { Instant, Cents, FundingEntry } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/**
 * Read-only queries for the funding ledger: which payments fund which credits, billing periods, and account credit.
 * Append-only.
 */
export interface FundingReads {
  /** Returns an account's entries in posting order. */
  readonly entries: (accountId: string) => Effect.Effect<readonly FundingEntry[]>;
}

/** Adds writes to {@link FundingReads}. Only available inside a transaction. */
export interface FundingLedger extends FundingReads {
  /**
   * Adds entries, and skips those that are already posted. Dies if a payment's share in a holder would fall below zero.
   */
  readonly post: (accountId: string, entries: readonly FundingEntry[]) => Effect.Effect<void>;
}

/** Money refunded or lost in a dispute for credits, time, or items that could no longer be revoked. In cents. */
export interface UnrecoveredMoney {
  readonly user_id: string;
  /** The source of the lot, period, or items. `sourcePayment` returns its payment's id. */
  readonly holder: string;
  readonly amount: Cents;
  readonly at: Instant;
}

/** Read-only queries for unrecovered money, which support follows up on. */
export interface UnrecoveredMoneyReads {
  /** Returns up to `limit` rows of all accounts, newest first. */
  readonly list: (limit: number) => Effect.Effect<readonly UnrecoveredMoney[]>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly UnrecoveredMoney[]>;
}

/** Adds writes to {@link UnrecoveredMoneyReads}. Only available inside a transaction. */
export interface UnrecoveredMoneyRepository extends UnrecoveredMoneyReads {
  /** Sets a holder's unrecovered amount. Zero removes the row. */
  readonly put: (row: UnrecoveredMoney) => Effect.Effect<void>;
}

import type { Instant, Cents, FundingEntry } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The ledger of which payments fund which credits, periods, and account credit. Append-only. */
export interface FundingReads {
  /** Returns entries in posting order. */
  readonly entries: (accountId: string) => Effect.Effect<readonly FundingEntry[]>;
}

/** Adds the writes to {@link FundingReads}. */
export interface FundingLedger extends FundingReads {
  /** Adds entries, and skips those posted before. Dies if a payment's share of a holder would fall below zero. */
  readonly post: (accountId: string, entries: readonly FundingEntry[]) => Effect.Effect<void>;
}

/** A refund of a credit lot or billing period for which nothing could be revoked. Amounts in cents. */
export interface UnrecoveredMoney {
  readonly user_id: string;
  /** The payment that opened the lot or period. */
  readonly holder: string;
  readonly amount: Cents;
  readonly at: Instant;
}

/** Unrecovered money, for support to claim. */
export interface UnrecoveredMoneyReads {
  /** Returns rows, newest first. */
  readonly list: (limit: number) => Effect.Effect<readonly UnrecoveredMoney[]>;
}

/** Adds the writes to {@link UnrecoveredMoneyReads}. */
export interface UnrecoveredMoneyRepository extends UnrecoveredMoneyReads {
  /** Sets the unrecovered amount of a holder. Zero removes it. */
  readonly put: (row: UnrecoveredMoney) => Effect.Effect<void>;
}

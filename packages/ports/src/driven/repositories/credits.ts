import type { Cents, CreditEntry, CreditLot, FundingEntry, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The credit ledger: lots and entries are added, never changed. */
export interface CreditReads {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
}

/** Adds the writes and row locks to {@link CreditReads}. */
export interface CreditLedger extends CreditReads {
  /** Adds a lot with its first entry; answers false where its source has been granted before. */
  readonly grant: (accountId: string, lot: CreditLot, entry: CreditEntry) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
}

/** Which payment's money stands behind credits, time and account credit: entries are added, never changed. (ORD-06) */
export interface FundingReads {
  /** In the order in which they were posted. */
  readonly entries: (accountId: string) => Effect.Effect<readonly FundingEntry[]>;
}

/** Adds the writes and row locks to {@link FundingReads}. */
export interface FundingLedger extends FundingReads {
  /** Adds entries; ones that were posted before are left as they are. No holder's part may fall below zero. */
  readonly post: (accountId: string, entries: readonly FundingEntry[]) => Effect.Effect<void>;
}

/** Money that was refunded of a lot or period, and for which nothing could be revoked. Amounts in cents. */
export interface UnrecoveredMoney {
  readonly user_id: string;
  /** The payment that the lot or period was opened by. */
  readonly holder: string;
  readonly amount: Cents;
  readonly at: Instant;
}

/** What support may still ask for. (ORD-06) */
export interface UnrecoveredMoneyReads {
  /** Newest first. */
  readonly list: (limit: number) => Effect.Effect<readonly UnrecoveredMoney[]>;
}

/** Adds the writes and row locks to {@link UnrecoveredMoneyReads}. */
export interface UnrecoveredMoneyRepository extends UnrecoveredMoneyReads {
  /** Keeps what is unrecovered of one holder; nothing is kept of 0 cents. */
  readonly put: (row: UnrecoveredMoney) => Effect.Effect<void>;
}

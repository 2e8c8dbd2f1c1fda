import type { CreditEntry, CreditLot } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the credit ledger. Lots and entries are append-only. */
export interface CreditReads {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
}

/** Adds writes to {@link CreditReads}. Only available inside a transaction. */
export interface CreditLedger extends CreditReads {
  /**
   * Adds a lot with its first entry. Does nothing and returns false if the account already has a lot from its source.
   */
  readonly grant: (accountId: string, lot: CreditLot, entry: CreditEntry) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
}

import type { CreditEntry, CreditLot, LicenseId } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the credit ledger. Lots and entries are append-only. */
export interface CreditReads {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
  /** Returns the license under which the credits of each lot were bought, by lot id; null for a gift. */
  readonly licensesOfLots: (accountId: string) => Effect.Effect<ReadonlyMap<string, LicenseId | null>>;
}

/** Adds writes to {@link CreditReads}. Only available inside a transaction. */
export interface CreditLedger extends CreditReads {
  /**
   * Adds a lot with its first entry. Does nothing and returns false if the account already has a lot from its source.
   * `license` is the license under which its credits were bought, or null for a gift.
   */
  readonly grant: (
    accountId: string,
    lot: CreditLot,
    entry: CreditEntry,
    license: LicenseId | null,
  ) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
}

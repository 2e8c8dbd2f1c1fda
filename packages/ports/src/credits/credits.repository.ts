import type { CreditEntry, CreditLot } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The credit ledger. Lots and entries are append-only. */
export interface CreditReads {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
}

/** Adds the writes to {@link CreditReads}. */
export interface CreditLedger extends CreditReads {
  /** Adds a lot with its first entry. Returns false if its source has already been granted. */
  readonly grant: (accountId: string, lot: CreditLot, entry: CreditEntry) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
}

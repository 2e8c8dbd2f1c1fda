import type { CreditEntry, CreditLot } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The credit ledger: lots and entries are added, never changed. */
export interface CreditLedger {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  /** Adds a lot with its first entry; answers false where its source has been granted before. */
  readonly grant: (accountId: string, lot: CreditLot, entry: CreditEntry) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
}

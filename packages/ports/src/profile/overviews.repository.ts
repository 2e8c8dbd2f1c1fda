import type { Account, AccountCreditPart, CarriedAmount, Cents, CreditLot, Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { StoredProfile } from "../accounts/accounts.repository.ts";
import type { RunningPlan } from "../subscriptions/subscriptions.repository.ts";

/** An open order for a plan or a plan change: its first line, its total in cents, and when it was placed. */
export interface PendingOrder {
  readonly id: string;
  readonly provider: Provider;
  readonly label: string;
  readonly total: Cents;
  readonly placed_at: Instant;
}

/**
 * An account and the data that its pages show. `running` is its subscription that has not ended, with its plan, or
 * null.
 */
export interface AccountOverview {
  readonly account: Account;
  readonly profile: StoredProfile | null;
  readonly lots: readonly CreditLot[];
  readonly running: RunningPlan | null;
  /** The account's open order for a plan or a plan change, or null. */
  readonly pending_order: PendingOrder | null;
  readonly dispute_open: boolean;
  /** The account credit, split by the payments that it came from. */
  readonly account_credit: readonly AccountCreditPart[];
  /** The receipts that carried an amount over to a later payment or collected one, oldest first. */
  readonly carried: readonly CarriedAmount[];
}

/** Read-only queries for the data that an account's pages show. */
export interface OverviewReads {
  /** Returns an account's overview in one query, or null if the account doesn't exist. */
  readonly get: (accountId: string) => Effect.Effect<AccountOverview | null>;
}

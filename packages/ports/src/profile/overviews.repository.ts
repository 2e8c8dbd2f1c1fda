import type { Account, CreditLot, PlanOffer, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { StoredProfile } from "../accounts/accounts.repository.ts";
import type { StoredSubscription } from "../subscriptions/subscriptions.repository.ts";

/** An account with everything its pages show. `running` is its subscription that has not ended, with its plans. */
export interface AccountOverview {
  readonly account: Account;
  readonly profile: StoredProfile | null;
  readonly lots: readonly CreditLot[];
  readonly running: {
    readonly stored: StoredSubscription;
    readonly offer: PlanOffer;
    /** The plan of a scheduled change, or null. */
    readonly next_offer: PlanOffer | null;
  } | null;
  /** The open order that claims the account's subscription. */
  readonly pending_order: { readonly id: string; readonly provider: Provider } | null;
  readonly dispute_open: boolean;
}

/** Accounts with everything that their pages show. */
export interface OverviewReads {
  /** Returns an account's overview, in one query. */
  readonly get: (accountId: string) => Effect.Effect<AccountOverview | null>;
}

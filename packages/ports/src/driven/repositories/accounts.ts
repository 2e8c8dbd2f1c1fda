import type { Account, CreditLot, Instant, LicenseId, LicenseeProfile, PlanOffer, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { StoredSubscription } from "./subscriptions.ts";

/** A licensee profile without what its license id already says. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** An account with all that its pages show of it. `running` is its subscription that has not ended, with its plans. */
export interface AccountOverview {
  readonly account: Account;
  readonly profile: StoredProfile | null;
  readonly lots: readonly CreditLot[];
  readonly running: {
    readonly stored: StoredSubscription;
    readonly offer: PlanOffer;
    /** The plan that the next period changes to. */
    readonly next_offer: PlanOffer | null;
  } | null;
  /** The open order that claims its subscription. */
  readonly pending_order: { readonly id: string; readonly provider: Provider } | null;
  readonly dispute_open: boolean;
}

/** Accounts and their licensee profiles. */
export interface AccountReads {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  /** The account with its profile, credits, plan and open order, read at once. (ACC-05) */
  readonly overview: (id: string) => Effect.Effect<AccountOverview | null>;
  /**
   * The account that signs in with an address, in any case of its letters; where there is none, the one with that
   * address that was deleted last. Guests of that address are none.
   */
  readonly byEmail: (email: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  /** Whether somebody holds the lease of an account. Reads only. */
  readonly isLeased: (id: string) => Effect.Effect<boolean>;
  readonly profile: (accountId: string) => Effect.Effect<StoredProfile | null>;
}

/** Adds the writes and row locks to {@link AccountReads}. */
export interface Accounts extends AccountReads {
  /** Waits for, and then holds, the account's row until the transaction ends: the lock of everything per account. */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account where there is none with its id, and leaves an existing one as it is. */
  readonly insertIfAbsent: (account: Account) => Effect.Effect<void>;
  /** Locks an account, or opens it again, for support. (ACC-03) */
  readonly setLocked: (id: string, locked: boolean) => Effect.Effect<void>;
  readonly setMinLicense: (id: string, license: LicenseId) => Effect.Effect<void>;
  readonly rename: (
    id: string,
    name: { readonly first_name: string; readonly last_name: string },
  ) => Effect.Effect<void>;
  /**
   * Closes an account for good, with what it is kept as: nothing but what was paid stays of it. Within a
   * transaction, under its lock. (ACC-07)
   */
  readonly close: (
    id: string,
    kept: Pick<Account, "email" | "first_name" | "last_name">,
    keepsProfile: boolean,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Says that an account reads the mail of its address; the first time counts. */
  readonly confirm: (id: string, at: Instant) => Effect.Effect<void>;
  readonly setFreeSubscriber: (id: string, free: boolean) => Effect.Effect<void>;
  /** Says whether an account has to confirm its license. (LIC-08) */
  readonly setConfirmLicenseDue: (id: string, due: boolean) => Effect.Effect<void>;
  /**
   * Says that an account pays for a plan under a license: it has one to manage from then on, and its
   * minimum is no lower. (LIC-11)
   */
  readonly setSubscriber: (id: string, license: LicenseId) => Effect.Effect<void>;
  /**
   * Takes an account for work that asks a provider several things, for a number of milliseconds by the database's
   * clock. Its holder may take it for longer. Answers false where another holder has it.
   */
  readonly lease: (id: string, holder: string, milliseconds: number) => Effect.Effect<boolean>;
  readonly release: (id: string, holder: string) => Effect.Effect<void>;
  /** Keeps the first customer id that comes; answers the one that is kept. */
  readonly setCustomerIfAbsent: (id: string, customerId: string) => Effect.Effect<string>;
  readonly saveProfile: (profile: StoredProfile) => Effect.Effect<void>;
}

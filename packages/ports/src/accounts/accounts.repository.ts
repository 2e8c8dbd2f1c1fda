import type { Account, AccountValues, Instant, LicenseId, LicenseeProfile } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A licensee profile as stored. It has no license type, because the license id implies it. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** Read-only queries for accounts and their licensee profiles. */
export interface AccountReads {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  /**
   * Returns the account with an email address (case-insensitive), or null. Skips guests. Prefers an account that isn't
   * deleted, then the most recently deleted one.
   */
  readonly byEmail: (email: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  readonly profile: (accountId: string) => Effect.Effect<StoredProfile | null>;
}

/** Adds writes and row locks to {@link AccountReads}. Only available inside a transaction. */
export interface Accounts extends AccountReads {
  /**
   * Locks the account's row until the transaction ends, and returns the account, or null if it doesn't exist. Take this
   * lock before any other lock or write on the account's data.
   */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account unless its id already exists. */
  readonly insertIfAbsent: (account: Account) => Effect.Effect<void>;
  readonly update: (id: string, values: AccountValues) => Effect.Effect<void>;
  /**
   * Closes an account permanently. Overwrites its name and email with `kept`, deletes its carts, downloads, and saved
   * collections, and dissolves its team. Keeps payment records, and the licensee profile only if `keepsProfile`. Call
   * it while holding the account's lock. (ACC-07)
   */
  readonly close: (
    id: string,
    kept: Pick<Account, "email" | "first_name" | "last_name">,
    keepsProfile: boolean,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Marks an account's email address as confirmed. If it already is, keeps the earlier time. */
  readonly confirm: (id: string, at: Instant) => Effect.Effect<void>;
  /**
   * Marks an account as a paying subscriber: clears the free-subscriber flag, shows the subscription page, and raises
   * the minimum license to `license` if it is lower.
   */
  readonly setSubscriber: (id: string, license: LicenseId) => Effect.Effect<void>;
  /** Stores the account's Stripe customer id unless it already has one. Returns the stored id. */
  readonly setCustomerIfAbsent: (id: string, customerId: string) => Effect.Effect<string>;
  readonly saveProfile: (profile: StoredProfile) => Effect.Effect<void>;
}

import type { Account, Instant, LicenseId, LicenseeProfile } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A licensee profile, without the license type that its license id implies. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** Accounts and their licensee profiles. */
export interface AccountReads {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  /**
   * Returns the account with an email address, ignoring case. Prefers the account that is not deleted, then the one
   * deleted last. Leaves out guests.
   */
  readonly byEmail: (email: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  /** Whether the account is leased. Doesn't take the lease. */
  readonly isLeased: (id: string) => Effect.Effect<boolean>;
  readonly profile: (accountId: string) => Effect.Effect<StoredProfile | null>;
}

/** Adds the writes and row locks to {@link AccountReads}. */
export interface Accounts extends AccountReads {
  /** Locks the account's row until the transaction ends. Everything done per account takes this lock first. */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account, or leaves an existing one with its id unchanged. */
  readonly insertIfAbsent: (account: Account) => Effect.Effect<void>;
  /** Locks or unlocks an account for support. */
  readonly setLocked: (id: string, locked: boolean) => Effect.Effect<void>;
  readonly setMinLicense: (id: string, license: LicenseId) => Effect.Effect<void>;
  readonly rename: (
    id: string,
    name: { readonly first_name: string; readonly last_name: string },
  ) => Effect.Effect<void>;
  /**
   * Closes an account permanently, and keeps only its payment records. Overwrites its name and email with `kept`. Call
   * it in a transaction, under the account's lock. (ACC-07)
   */
  readonly close: (
    id: string,
    kept: Pick<Account, "email" | "first_name" | "last_name">,
    keepsProfile: boolean,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Marks an account's email address as confirmed. Only the first time counts. */
  readonly confirm: (id: string, at: Instant) => Effect.Effect<void>;
  readonly setFreeSubscriber: (id: string, free: boolean) => Effect.Effect<void>;
  /** Sets whether an account has to confirm its license. */
  readonly setConfirmLicenseDue: (id: string, due: boolean) => Effect.Effect<void>;
  /**
   * Marks an account as a subscriber under a license: it gets a subscription page, and its minimum license becomes at
   * least this one.
   */
  readonly setSubscriber: (id: string, license: LicenseId) => Effect.Effect<void>;
  /**
   * Leases an account for a number of milliseconds, by the database's clock. Its holder can extend the lease. Returns
   * false if another holder has it.
   */
  readonly lease: (id: string, holder: string, milliseconds: number) => Effect.Effect<boolean>;
  readonly release: (id: string, holder: string) => Effect.Effect<void>;
  /** Sets the account's customer id unless it has one, and returns the stored id. */
  readonly setCustomerIfAbsent: (id: string, customerId: string) => Effect.Effect<string>;
  readonly saveProfile: (profile: StoredProfile) => Effect.Effect<void>;
}

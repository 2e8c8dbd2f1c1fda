import type { Account, Instant, LicenceId, LicenseeProfile } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A licensee profile without what its licence id already says. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** Accounts and their licensee profiles. */
export interface Accounts {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  /** Waits for, and then holds, the account's row until the transaction ends: the lock of everything per account. */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account where there is none with its id, and leaves an existing one as it is. */
  readonly insertIfAbsent: (account: Account) => Effect.Effect<void>;
  readonly setMinLicence: (id: string, licence: LicenceId) => Effect.Effect<void>;
  /** Says that an account reads the mail of its address; the first time counts. */
  readonly confirm: (id: string, at: Instant) => Effect.Effect<void>;
  readonly setFreeSubscriber: (id: string, free: boolean) => Effect.Effect<void>;
  readonly setShouldSeeManageSubscription: (id: string, shows: boolean) => Effect.Effect<void>;
  /**
   * Takes an account for work that asks a provider several things, for a number of milliseconds by the database's
   * clock. Its holder may take it for longer. Answers false where another holder has it.
   */
  readonly lease: (id: string, holder: string, milliseconds: number) => Effect.Effect<boolean>;
  /** Whether somebody holds the lease of an account. Reads only. */
  readonly isLeased: (id: string) => Effect.Effect<boolean>;
  readonly release: (id: string, holder: string) => Effect.Effect<void>;
  /** Keeps the first customer id that comes; answers the one that is kept. */
  readonly setCustomerIfAbsent: (id: string, customerId: string) => Effect.Effect<string>;
  readonly profile: (accountId: string) => Effect.Effect<StoredProfile | null>;
  readonly saveProfile: (profile: StoredProfile) => Effect.Effect<void>;
}

import type { Account, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/**
 * Read-only queries for guests: accounts without sign-in, one per browser and email address. `key` is the hash of the
 * browser's secret.
 */
export interface GuestReads {
  /** Returns the guest with this browser key and email address (case-insensitive), or null. */
  readonly find: (key: string, email: string) => Effect.Effect<Account | null>;
  /** Returns the browser key of a guest's account, or null for an account with a sign-in. */
  readonly keyOf: (accountId: string) => Effect.Effect<string | null>;
  /** Returns the account ids of all guests in one browser. */
  readonly ofKey: (key: string) => Effect.Effect<readonly string[]>;
  /** Returns the account ids of all guests with an email address (case-insensitive). */
  readonly ofEmail: (email: string) => Effect.Effect<readonly string[]>;
}

/** Adds writes to {@link GuestReads}. Only available inside a transaction. */
export interface Guests extends GuestReads {
  /**
   * Adds a guest and its account. Returns the existing account if the browser already has a guest with this email
   * address.
   */
  readonly insert: (account: Account, key: string) => Effect.Effect<Account>;
  /**
   * Moves a guest's purchases and open orders to an account. The orders keep the email address that was used to buy
   * them.
   */
  readonly giveTo: (guestId: string, accountId: string) => Effect.Effect<void>;
  /**
   * Deletes up to `limit` guests and their orders. The guests were created before a time, have not ordered since, and
   * never received or paid for anything. Returns the number of deleted guests.
   */
  readonly removeUnpaid: (before: Instant, limit: number) => Effect.Effect<number>;
}

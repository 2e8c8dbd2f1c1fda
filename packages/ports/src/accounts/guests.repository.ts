import type { Account } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Guests: accounts without a sign-in, one per email address and browser. `key` is the hash of the browser's secret. */
export interface GuestReads {
  /** Returns the guest with an email address, ignoring case, in a browser. */
  readonly find: (key: string, email: string) => Effect.Effect<Account | null>;
  /** Returns the browser key of a guest's account, or null for an account with a sign-in. */
  readonly keyOf: (accountId: string) => Effect.Effect<string | null>;
  /** Returns the account ids of a browser's guests. */
  readonly ofKey: (key: string) => Effect.Effect<readonly string[]>;
  /** Returns the account ids of the guests with an email address, ignoring case. */
  readonly ofEmail: (email: string) => Effect.Effect<readonly string[]>;
}

/** Adds the writes to {@link GuestReads}. */
export interface Guests extends GuestReads {
  /** Adds a guest with the account that owns its purchases. Returns the existing account if there is one. */
  readonly insert: (account: Account, key: string) => Effect.Effect<Account>;
  /**
   * Moves a guest's purchases and open orders to an account. The orders keep the email address they were bought with.
   */
  readonly giveTo: (guestId: string, accountId: string) => Effect.Effect<void>;
}

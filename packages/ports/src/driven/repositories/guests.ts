import type { Account } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/**
 * Guests: accounts without a sign-in, each of one address in one browser. `key` is a hash of what the browser holds.
 * (ORD-03)
 */
export interface GuestReads {
  /** The guest with an address, in any case of its letters, in a browser. */
  readonly find: (key: string, email: string) => Effect.Effect<Account | null>;
  /** The browser's key of a guest's account; null for an account of its own. */
  readonly keyOf: (accountId: string) => Effect.Effect<string | null>;
  /** The accounts of the guests of a browser. */
  readonly ofKey: (key: string) => Effect.Effect<readonly string[]>;
  /** The accounts of the guests with an address, in any case of its letters. */
  readonly ofEmail: (email: string) => Effect.Effect<readonly string[]>;
}

/** Adds the writes and row locks to {@link GuestReads}. */
export interface Guests extends GuestReads {
  /** Adds a guest with the account that its purchases belong to; answers the one that is there already. */
  readonly insert: (account: Account, key: string) => Effect.Effect<Account>;
  /** Gives all that a guest bought, or is about to buy, to an account. The address it was bought with stays. */
  readonly giveTo: (guestId: string, accountId: string) => Effect.Effect<void>;
}

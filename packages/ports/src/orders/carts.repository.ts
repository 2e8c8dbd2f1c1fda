import type { Account, Cart, CartCode, CartCodeUses, Instant, LicenseId, OwnedItem } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** An account with its cart, and the facts that decide the cart's prices. */
export interface AccountCart {
  readonly account: Account;
  readonly cart: Cart | null;
  /** The state of the licensee profile, or null if there is none. */
  readonly profile: {
    readonly license_id: LicenseId;
    readonly completed: boolean;
    readonly invalidated: boolean;
  } | null;
  /** The license of the current plan, or null. */
  readonly plan_license: LicenseId | null;
  /** The items that the account itself owns, excluding its team's. */
  readonly owned: readonly OwnedItem[];
}

/** Read-only queries for carts of visitors and accounts. An account has at most one. */
export interface CartReads {
  readonly get: (token: string) => Effect.Effect<Cart | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<Cart | null>;
  /** Returns an account with its cart in one query, or null if the account doesn't exist. */
  readonly withOwner: (accountId: string) => Effect.Effect<AccountCart | null>;
  /** Returns up to `limit` distinct ids of variants in carts, most recently changed carts first. */
  readonly variantsInCarts: (limit: number) => Effect.Effect<readonly number[]>;
}

/** Adds writes and row locks to {@link CartReads}. Only available inside a transaction. */
export interface Carts extends CartReads {
  /** Locks the cart's row until the transaction ends, and returns the cart, or null if it doesn't exist. */
  readonly lock: (token: string) => Effect.Effect<Cart | null>;
  readonly lockOfAccount: (accountId: string) => Effect.Effect<Cart | null>;
  readonly save: (cart: Cart, at: Instant) => Effect.Effect<void>;
  readonly remove: (token: string) => Effect.Effect<void>;
  /** Removes visitors' carts that were last changed before a time. */
  readonly removeUnused: (before: Instant) => Effect.Effect<void>;
}

/** Read-only queries for cart discount codes, ignoring case, and their redemptions by orders. */
export interface DiscountCodeReads {
  readonly find: (code: string) => Effect.Effect<CartCode | null>;
  /**
   * Returns up to `limit` codes by name, after the code `starting_after`; null starts at the beginning. `uses` counts
   * redemptions by paid and open orders.
   */
  readonly page: (pagination: {
    readonly starting_after: string | null;
    readonly limit: number;
  }) => Effect.Effect<readonly { readonly code: CartCode; readonly uses: number }[]>;
  /**
   * Returns how often a code was redeemed, in total and by one account. The account's uses include those of guests and
   * deleted accounts with its address. Doesn't count the account's own open orders.
   */
  readonly uses: (code: string, accountId: string) => Effect.Effect<CartCodeUses>;
}

/** Adds writes and row locks to {@link DiscountCodeReads}. Only available inside a transaction. */
export interface DiscountCodes extends DiscountCodeReads {
  /** Locks the code's row until the transaction ends, and returns the code, or null if it doesn't exist. */
  readonly lock: (code: string) => Effect.Effect<CartCode | null>;
  /** Adds a code, or changes the existing one, ignoring case. An existing code keeps its spelling. */
  readonly put: (code: CartCode) => Effect.Effect<void>;
  /** Ends a code, ignoring case. Returns its spelling, or null if there is no such code or it has already ended. */
  readonly end: (code: string, at: Instant) => Effect.Effect<string | null>;
  /** Redeems a code for an order. Safe to repeat. */
  readonly redeem: (code: string, orderId: string, accountId: string) => Effect.Effect<void>;
  /** Removes an order's redemption of its code. Call it when the order ends without a payment. */
  readonly release: (orderId: string) => Effect.Effect<void>;
}

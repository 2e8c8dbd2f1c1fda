import type { Cart, CartCode, CartCodeUses, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Carts of visitors and accounts. An account has at most one. */
export interface CartReads {
  readonly get: (token: string) => Effect.Effect<Cart | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<Cart | null>;
}

/** Adds the writes and row locks to {@link CartReads}. */
export interface Carts extends CartReads {
  /** Locks the cart's row until the transaction ends. */
  readonly lock: (token: string) => Effect.Effect<Cart | null>;
  readonly lockOfAccount: (accountId: string) => Effect.Effect<Cart | null>;
  readonly save: (cart: Cart, at: Instant) => Effect.Effect<void>;
  readonly remove: (token: string) => Effect.Effect<void>;
  /** Removes visitors' carts that were last changed before a time. */
  readonly removeUnused: (before: Instant) => Effect.Effect<void>;
}

/** Cart discount codes, ignoring case, and their redemptions by orders. */
export interface DiscountCodeReads {
  readonly find: (code: string) => Effect.Effect<CartCode | null>;
  /**
   * Returns codes by name after `starting_after`, at most `limit`. `uses` counts redemptions by paid and open orders.
   */
  readonly page: (asked: {
    readonly starting_after: string | null;
    readonly limit: number;
  }) => Effect.Effect<readonly { readonly code: CartCode; readonly uses: number }[]>;
  /** Returns how often a code was redeemed, in all and by the account. Leaves out the account's own open orders. */
  readonly uses: (code: string, accountId: string) => Effect.Effect<CartCodeUses>;
}

/** Adds the writes and row locks to {@link DiscountCodeReads}. */
export interface DiscountCodes extends DiscountCodeReads {
  /** Locks the code's row until the transaction ends. */
  readonly lock: (code: string) => Effect.Effect<CartCode | null>;
  /** Adds a code, or changes the existing one, ignoring case. An existing code keeps its spelling. */
  readonly put: (code: CartCode) => Effect.Effect<void>;
  /** Redeems a code for an order. Safe to repeat. */
  readonly redeem: (code: string, orderId: string, accountId: string) => Effect.Effect<void>;
  /** Releases the code of an order that ended without a payment. */
  readonly release: (orderId: string) => Effect.Effect<void>;
}

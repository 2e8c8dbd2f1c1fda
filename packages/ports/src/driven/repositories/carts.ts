import type { Cart, CartCode, CartCodeUses, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Carts, of visitors and of accounts. An account has one. (ORD-01) */
export interface CartReads {
  readonly get: (token: string) => Effect.Effect<Cart | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<Cart | null>;
}

/** Adds the writes and row locks to {@link CartReads}. */
export interface Carts extends CartReads {
  /** Waits for, and then holds, the cart's row until the transaction ends. */
  readonly lock: (token: string) => Effect.Effect<Cart | null>;
  readonly lockOfAccount: (accountId: string) => Effect.Effect<Cart | null>;
  readonly save: (cart: Cart, at: Instant) => Effect.Effect<void>;
  readonly remove: (token: string) => Effect.Effect<void>;
  /** Removes the carts of visitors that nobody has touched since. */
  readonly removeUnused: (before: Instant) => Effect.Effect<void>;
}

/** Codes that lower carts, in any case of their letters, and the orders that they are kept for. (DSC-10) */
export interface DiscountCodeReads {
  readonly find: (code: string) => Effect.Effect<CartCode | null>;
  /** Codes by name, from behind one, `limit` at most; with how often each was taken or is kept for an order. */
  readonly page: (asked: {
    readonly starting_after: string | null;
    readonly limit: number;
  }) => Effect.Effect<readonly { readonly code: CartCode; readonly uses: number }[]>;
  /** How often a code has been taken; the account's own open orders are left out. */
  readonly uses: (code: string, accountId: string) => Effect.Effect<CartCodeUses>;
}

/** Adds the writes and row locks to {@link DiscountCodeReads}. */
export interface DiscountCodes extends DiscountCodeReads {
  /** Waits for, and then holds, the code's row until the transaction ends. */
  readonly lock: (code: string) => Effect.Effect<CartCode | null>;
  /** Adds a code, or changes the one of that name in any case of its letters, which keeps its spelling. */
  readonly put: (code: CartCode) => Effect.Effect<void>;
  /** Keeps a code for an order; again it changes nothing. */
  readonly redeem: (code: string, orderId: string, accountId: string) => Effect.Effect<void>;
  /** Frees the code of an order that ended without a payment. */
  readonly release: (orderId: string) => Effect.Effect<void>;
}

import type { Instant, Order, OrderStatus, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Any status of an order other than pending. */
export type OrderEnd = Exclude<OrderStatus, { readonly _tag: "pending" }>;

/** An order with its buyer's email address: the address that a guest entered, or the account's. */
export interface BoughtOrder {
  readonly order: Order;
  readonly email: string;
}

/** Read-only queries for orders of every kind. */
export interface OrderReads {
  readonly get: (id: string) => Effect.Effect<Order | null>;
  /** Returns up to `limit` orders whose id starts with `start`. */
  readonly startingWith: (start: string, limit: number) => Effect.Effect<readonly Order[]>;
  /** Counts the orders that were created since a time, by status. */
  readonly countsSince: (since: Instant) => Effect.Effect<Readonly<Record<string, number>>>;
  readonly byIdempotencyKey: (key: string) => Effect.Effect<Order | null>;
  /** Returns the order with a key, and the account's open order for a plan or a plan change, in one query. */
  readonly withOpenPlan: (
    key: string,
    accountId: string,
  ) => Effect.Effect<{ readonly existingOrder: Order | null; readonly openPlan: Order | null }>;
  readonly byPaymentReference: (reference: string) => Effect.Effect<Order | null>;
  /** Returns the account's open order for a plan or a plan change, or null. There is at most one. */
  readonly openSubscriptionOrder: (accountId: string) => Effect.Effect<Order | null>;
  /**
   * Counts the paid orders that used a promo code, ignoring case: the account's, and those of deleted accounts with its
   * address.
   */
  readonly paidWithPromo: (accountId: string, code: string) => Effect.Effect<number>;
  /**
   * Counts the orders that used or reserved one of a promo code's limited uses. Excludes the account's own open orders,
   * and orders that redeemed the code at the provider, which counts those itself. `accountId` is null for a new
   * customer.
   */
  readonly promoUses: (limitId: string, accountId: string | null) => Effect.Effect<number>;
  /** Returns an account's open orders for credit packs and items, newest first. */
  readonly openOneTimeOrdersOf: (accountId: string) => Effect.Effect<readonly Order[]>;
  /** Returns the open order that sells a visitor's cart, or null. */
  readonly openOfCart: (token: string) => Effect.Effect<Order | null>;
  /** Returns up to `limit` paid guest orders with an email address (case-insensitive), newest first. */
  readonly paidOfGuests: (email: string, limit: number) => Effect.Effect<readonly Order[]>;
  /** Returns the current version of an order's links, or null if there is no such order. */
  readonly linkVersion: (id: string) => Effect.Effect<number | null>;
  /**
   * Returns up to `limit` of an account's orders with a received payment, newest first, after the order
   * `starting_after`; null starts at the beginning.
   */
  readonly ofAccount: (
    accountId: string,
    pagination: { readonly starting_after: string | null; readonly limit: number },
  ) => Effect.Effect<readonly Order[]>;
  /**
   * Returns up to `limit` orders of all buyers with a received payment, newest first, after the order `starting_after`;
   * null starts at the beginning. If a text is given, returns only orders whose id starts with it or whose buyer's
   * email address contains it. Searches every order, so only staff may use it.
   */
  readonly latest: (query: {
    readonly text: string | null;
    readonly starting_after: string | null;
    readonly limit: number;
  }) => Effect.Effect<readonly BoughtOrder[]>;
  /** Returns the open orders that change this subscription's plan. */
  readonly openChangesOf: (subscriptionId: string) => Effect.Effect<readonly Order[]>;
  /** Returns an account's paid one-time orders through a provider, most recently paid first. */
  readonly paidOneTimeOrdersOf: (accountId: string, provider: Provider) => Effect.Effect<readonly Order[]>;
  /** Returns all open orders, oldest first. */
  readonly pending: () => Effect.Effect<readonly Pick<Order, "id" | "provider">[]>;
}

/** Adds writes and row locks to {@link OrderReads}. Only available inside a transaction. */
export interface Orders extends OrderReads {
  /** Locks the order's row until the transaction ends, and returns the order, or null if it doesn't exist. */
  readonly lock: (id: string) => Effect.Effect<Order | null>;
  /** Revokes all links of an order. Returns false if there is no such order. */
  readonly revokeLinks: (id: string) => Effect.Effect<boolean>;
  /** Locks a promo code's usage limit until the transaction ends. */
  readonly lockPromo: (limitId: string) => Effect.Effect<void>;
  /** Adds an order. The recovery job first checks it at `nextAttemptAt`. */
  readonly insert: (order: Order, nextAttemptAt: Instant) => Effect.Effect<void>;
  /**
   * Stores the provider's id of a pending order's payment. Returns false if the order is not pending or has another id.
   * If `reference` is null, only checks that the order is pending.
   */
  readonly attachPaymentReference: (id: string, reference: string | null) => Effect.Effect<boolean>;
  /** Sets the card that pays for a pending order. Does nothing for an order that has ended. */
  readonly setPaymentMethod: (id: string, paymentMethodId: string) => Effect.Effect<void>;
  /**
   * Sets the status of a pending order. After a late payment, also sets a failed, canceled, or expired order to paid or
   * unfulfillable. Returns false if neither applies.
   */
  readonly transition: (id: string, end: OrderEnd) => Effect.Effect<boolean>;
  /**
   * Locks and returns up to `limit` open orders that are due for recovery. Skips those that another process has locked.
   */
  readonly lockDue: (at: Instant, limit: number) => Effect.Effect<readonly Order[]>;
  /** Sets an open order's number of recovery attempts, and when the next one is due. */
  readonly scheduleAttempt: (id: string, attempts: number, at: Instant) => Effect.Effect<void>;
}

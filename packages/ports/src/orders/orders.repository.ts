import type { Instant, Order, OrderStatus, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The final status of an order. */
export type OrderEnd = Exclude<OrderStatus, { readonly _tag: "pending" }>;

/** Orders of every kind. */
export interface OrderReads {
  readonly get: (id: string) => Effect.Effect<Order | null>;
  readonly byIdempotencyKey: (key: string) => Effect.Effect<Order | null>;
  readonly byPaymentReference: (reference: string) => Effect.Effect<Order | null>;
  /** Returns the open order that claims the account's subscription. */
  readonly openSubscriptionOrder: (accountId: string) => Effect.Effect<Order | null>;
  /** Counts an account's paid orders with a promo code, ignoring case. */
  readonly paidWithPromo: (accountId: string, code: string) => Effect.Effect<number>;
  /** Returns an account's open orders that don't claim its subscription, newest first. */
  readonly openOneTimeOrdersOf: (accountId: string) => Effect.Effect<readonly Order[]>;
  /** Returns the open order of a visitor's cart. */
  readonly openOfCart: (token: string) => Effect.Effect<Order | null>;
  /** Returns paid guest orders with an email address, ignoring case, newest first. */
  readonly paidOfGuests: (email: string, limit: number) => Effect.Effect<readonly Order[]>;
  /** Returns the current version of an order's links, or null if there is no such order. */
  readonly linkVersion: (id: string) => Effect.Effect<number | null>;
  /** Returns an account's orders with a received payment, newest first, after the order `starting_after`. */
  readonly ofAccount: (
    accountId: string,
    asked: { readonly starting_after: string | null; readonly limit: number },
  ) => Effect.Effect<readonly Order[]>;
  /** Returns open orders that change a subscription. */
  readonly openChangesOf: (subscriptionId: string) => Effect.Effect<readonly Order[]>;
  /** Returns an account's paid one-time orders through a provider, last paid first. */
  readonly paidOneTimeOrdersOf: (accountId: string, provider: Provider) => Effect.Effect<readonly Order[]>;
  /** Returns open orders, oldest first. */
  readonly pending: () => Effect.Effect<readonly Pick<Order, "id" | "provider">[]>;
}

/** Adds the writes and row locks to {@link OrderReads}. */
export interface Orders extends OrderReads {
  /** Locks the order's row until the transaction ends. */
  readonly lock: (id: string) => Effect.Effect<Order | null>;
  /** Revokes all links of an order. Returns false if there is no such order. */
  readonly revokeLinks: (id: string) => Effect.Effect<boolean>;
  /** Adds an order. Recovery checks it from `nextAttemptAt` on. */
  readonly insert: (order: Order, nextAttemptAt: Instant) => Effect.Effect<void>;
  /**
   * Stores the provider's reference of an order's payment; null changes nothing. Returns false if the order is not
   * pending, or has another reference.
   */
  readonly attachPaymentReference: (id: string, reference: string | null) => Effect.Effect<boolean>;
  /** Sets the card that pays a pending order. Does nothing for an order that has ended. */
  readonly setPaymentMethod: (id: string, paymentMethodId: string) => Effect.Effect<void>;
  /**
   * Ends a pending order, or fulfills an order that ended unpaid after a late payment. Returns false if neither
   * applies.
   */
  readonly transition: (id: string, end: OrderEnd) => Effect.Effect<boolean>;
  /** Locks open orders that are due for recovery. Skips those that another process has locked. */
  readonly lockDue: (at: Instant, limit: number) => Effect.Effect<readonly Order[]>;
  /** Sets when recovery checks an open order again, and how often it has. */
  readonly scheduleAttempt: (id: string, attempts: number, at: Instant) => Effect.Effect<void>;
}

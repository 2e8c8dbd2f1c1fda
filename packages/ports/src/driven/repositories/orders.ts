import type { Instant, Order, OrderStatus, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** How an order ends, or is fulfilled. */
export type OrderEnd = Exclude<OrderStatus, { readonly _tag: "pending" }>;

/** Orders of every kind. */
export interface OrderReads {
  readonly get: (id: string) => Effect.Effect<Order | null>;
  readonly byIdempotencyKey: (key: string) => Effect.Effect<Order | null>;
  readonly byPaymentReference: (reference: string) => Effect.Effect<Order | null>;
  /** The open order that claims the account's subscription. */
  readonly openSubscriptionOrder: (accountId: string) => Effect.Effect<Order | null>;
  /** How many paid orders of an account a promo code lowered, in any case of its letters. (DSC-02) */
  readonly paidWithPromo: (accountId: string, code: string) => Effect.Effect<number>;
  /** Open orders of an account that claim no subscription, newest first. */
  readonly openOneTimeOrdersOf: (accountId: string) => Effect.Effect<readonly Order[]>;
  /** The open order of a visitor's cart. */
  readonly openOfCart: (token: string) => Effect.Effect<Order | null>;
  /** Paid orders that were bought as a guest with an address, in any case of its letters, newest first. */
  readonly paidOfGuests: (email: string, limit: number) => Effect.Effect<readonly Order[]>;
  /** The version of the links that open an order now; null where there is no such order. */
  readonly linkVersion: (id: string) => Effect.Effect<number | null>;
  /** Orders of an account that money came in for, newest first, from behind the one with an id. (ORD-06) */
  readonly ofAccount: (
    accountId: string,
    asked: { readonly starting_after: string | null; readonly limit: number },
  ) => Effect.Effect<readonly Order[]>;
  /** Open orders that change a subscription. */
  readonly openChangesOf: (subscriptionId: string) => Effect.Effect<readonly Order[]>;
  /** One-time orders of an account through a provider that have been paid, newest first. */
  readonly paidOneTimeOrdersOf: (accountId: string, provider: Provider) => Effect.Effect<readonly Order[]>;
  /** The open orders, oldest first. */
  readonly pending: () => Effect.Effect<readonly Pick<Order, "id" | "provider">[]>;
}

/** Adds the writes and row locks to {@link OrderReads}. */
export interface Orders extends OrderReads {
  /** Waits for, and then holds, the order's row until the transaction ends. */
  readonly lock: (id: string) => Effect.Effect<Order | null>;
  /** Lets every link that was made for an order open nothing. Answers false where there is no such order. */
  readonly revokeLinks: (id: string) => Effect.Effect<boolean>;
  /** Adds an order; recovery looks at it from `nextAttemptAt` on. */
  readonly insert: (order: Order, nextAttemptAt: Instant) => Effect.Effect<void>;
  /**
   * Keeps what the provider calls the order's payment. Answers false where the order is not pending, or has another
   * one. Null keeps nothing.
   */
  readonly attachPaymentReference: (id: string, reference: string | null) => Effect.Effect<boolean>;
  /** Keeps the card that is to pay a pending order. One that has ended keeps what it was paid with. */
  readonly setPaymentMethod: (id: string, paymentMethodId: string) => Effect.Effect<void>;
  /** Moves a pending order to its end, or one that ended without money to what late money made of it. */
  readonly transition: (id: string, end: OrderEnd) => Effect.Effect<boolean>;
  /** Locks open orders that are due for recovery, and skips those that another process holds. */
  readonly lockDue: (at: Instant, limit: number) => Effect.Effect<readonly Order[]>;
  /** Sets when recovery looks at an open order again, and how often it has looked. */
  readonly scheduleAttempt: (id: string, attempts: number, at: Instant) => Effect.Effect<void>;
}

import type { EndingMessage, Instant, ItemKind, Order, OrderItem } from "@backlot/domain";
import type { ChargeSpec, PaymentProviderUnavailable, SettledPayment } from "@backlot/ports";
import type { InTransaction, UseCase } from "../../store-services.ts";

/** The reservation that an order makes until it ends: the buyer's credits, or a use of a discount code. */
export interface Hold<K extends ItemKind> {
  /** Releases the hold when the order ends without a payment. */
  readonly release: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
  /** Places the hold again, as far as possible, when a payment arrives after the order ended. */
  readonly reinstate: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
}

/**
 * The behavior of an order for one kind of item. Each kind is implemented in its own module. Rules that depend only on
 * an order's items are in the domain's `order-policy.ts`.
 */
export interface Purchase<K extends ItemKind> {
  /** The reason to record with the order's payment. */
  readonly reason: "plan" | "change" | "pack" | "items";
  /** Returns the charge specification for the whole order. Called for the order's first item. */
  readonly chargeSpec: (order: Order, item: OrderItem<K>) => UseCase<ChargeSpec>;
  /** Returns why the charge must not be captured, or null. Not called if this request placed the order. */
  readonly staleness: (order: Order, item: OrderItem<K>) => UseCase<EndingMessage | null, PaymentProviderUnavailable>;
  /**
   * Returns whether the payment can fulfill this item now. Called under the account's and order's locks, before any
   * write.
   */
  readonly deliverable: (order: Order, item: OrderItem<K>, paid: SettledPayment) => InTransaction<boolean>;
  /** Delivers the item: a plan, credits, or a product. `at` is the current time. */
  readonly fulfill: (order: Order, item: OrderItem<K>, paid: SettledPayment, at: Instant) => InTransaction<void>;
  /**
   * Finishes the whole order, once all its items are fulfilled. Called for the order's first item. Null if there is
   * nothing to do.
   */
  readonly complete: ((order: Order, at: Instant) => InTransaction<void>) | null;
  /** Returns the id of the subscription that the payment is for, or null. */
  readonly subscriptionId: (order: Order, item: OrderItem<K>) => string | null;
  readonly hold: Hold<K> | null;
}

import type { EndingMessage, Instant, ItemKind, Order, OrderItem } from "@backlot/domain";
import type { ChargeSpec, PaymentProviderUnavailable, SettledPayment } from "@backlot/ports";
import type { InTransaction, UseCase } from "../../store-services.ts";

/** What an order reserves until it ends: the buyer's credits, or a use of a discount code. */
export interface Hold<K extends ItemKind> {
  /** Releases the hold when the order ends without a payment. */
  readonly release: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
  /** Places the hold again, as far as possible, when money arrives after the order ended. */
  readonly reinstate: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
}

/**
 * The reads and writes that orders need for one kind of item. Each kind of purchase is one module with these. The rules
 * that depend only on what an order sells are in the domain's `order-policy.ts`.
 */
export interface Purchase<K extends ItemKind> {
  /** The reason of its payment, as histories show it. */
  readonly reason: "plan" | "change" | "pack" | "items";
  /** Returns the charge specification of an order whose first item this is. */
  readonly chargeSpec: (order: Order, item: OrderItem<K>) => UseCase<ChargeSpec>;
  /** Returns why the charge must not be captured, or null. Not called if this request placed the order. */
  readonly staleness: (order: Order, item: OrderItem<K>) => UseCase<EndingMessage | null, PaymentProviderUnavailable>;
  /** Whether the payment can fulfill this item now. Reads under the locks, before anything is written. */
  readonly deliverable: (order: Order, item: OrderItem<K>, paid: SettledPayment) => InTransaction<boolean>;
  /** Fulfills the item. `at` is the store's time. */
  readonly fulfill: (order: Order, item: OrderItem<K>, paid: SettledPayment, at: Instant) => InTransaction<void>;
  /** Completes the whole order, once, or null. Called for the order's first item. */
  readonly complete: ((order: Order, at: Instant) => InTransaction<void>) | null;
  /** The subscription that the payment is for, or null. */
  readonly subscriptionId: (order: Order, item: OrderItem<K>) => string | null;
  readonly hold: Hold<K> | null;
}

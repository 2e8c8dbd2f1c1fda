import type { EndingMessage, Instant, ItemKind, Order, OrderItem } from "@backlot/domain";
import type { ChargeSpec, PaymentProviderUnavailable, SettledPayment } from "@backlot/ports";
import type { InTransaction, UseCase } from "../../store-services.ts";

/** What an order holds of its buyer's until it ends: credits, or a discount code. */
export interface Hold<K extends ItemKind> {
  /** Releases the hold when the order ends without a payment. */
  readonly release: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
  /** Takes the hold again, as far as possible, when money arrives after the order ended. */
  readonly reinstate: (order: Order, item: OrderItem<K>, at: Instant) => InTransaction<void>;
}

/**
 * What an order's life needs to look up or write for one kind of item. A kind of purchase is one module of these. The
 * rules that depend only on what an order sells are in the domain's `order-policy.ts`.
 */
export interface Purchase<K extends ItemKind> {
  /** The reason of its payment in histories. */
  readonly reason: "plan" | "change" | "pack" | "items";
  /** Returns what the provider is asked to charge, for an order whose first item this is. */
  readonly chargeSpec: (order: Order, item: OrderItem<K>) => UseCase<ChargeSpec>;
  /** Returns why the charge must not be captured, or null. Not called if this request placed the order. */
  readonly staleness: (order: Order, item: OrderItem<K>) => UseCase<EndingMessage | null, PaymentProviderUnavailable>;
  /** Whether the payment can fulfill this item now. Reads under the locks, before anything is written. */
  readonly deliverable: (order: Order, item: OrderItem<K>, paid: SettledPayment) => InTransaction<boolean>;
  /** Fulfills the item. `at` is the store's time. */
  readonly fulfill: (order: Order, item: OrderItem<K>, paid: SettledPayment, at: Instant) => InTransaction<void>;
  /** What follows once for the whole order, if anything. Called for the order's first item. */
  readonly complete: ((order: Order, at: Instant) => InTransaction<void>) | null;
  /** The subscription that the payment is for, or null. */
  readonly subscriptionId: (order: Order, item: OrderItem<K>) => string | null;
  readonly hold: Hold<K> | null;
}

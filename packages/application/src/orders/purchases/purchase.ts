import type { EndingMessage, Instant, ItemKind, Order, OrderItem } from "@backlot/domain";
import type { Asked, ChargeSpec, Repositories, SettledPayment } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import type { OrderPorts, StorePorts } from "../../store-ports.ts";

/** What the charge of an order is made from. */
export type ChargePorts = Pick<StorePorts, "transactions" | "settings">;

/** The credits of its buyer that an order holds until it ends. */
export interface Hold<K extends ItemKind> {
  /** Releases the hold, where the order ends without a payment. */
  readonly release: (repos: Repositories, order: Order, item: OrderItem<K>, at: Instant) => Effect.Effect<void>;
  /** Takes it again, as far as it is there, where money comes after the order ended. */
  readonly reinstate: (repos: Repositories, order: Order, item: OrderItem<K>, at: Instant) => Effect.Effect<void>;
}

/**
 * What an order's life asks about one kind of item, where it must look something up or write it. A kind of purchase is
 * one module of these. What an order is by what it sells is in the domain's `order-policy.ts`.
 */
export interface Purchase<K extends ItemKind> {
  /** What its payment is called in histories. */
  readonly reason: "plan" | "change" | "pack" | "items";
  /** What the provider is asked to charge, for an order whose first item this is. */
  readonly chargeSpec: (ports: ChargePorts, order: Order, item: OrderItem<K>) => Effect.Effect<ChargeSpec>;
  /** Why the money must not be taken any more; null where it may. Not asked where this request placed the order. */
  readonly staleness: (ports: OrderPorts, order: Order, item: OrderItem<K>) => Asked<EndingMessage | null>;
  /** Whether money can hand this over now. Read under the locks, before anything is written. */
  readonly deliverable: (
    repos: Repositories,
    order: Order,
    item: OrderItem<K>,
    paid: SettledPayment,
  ) => Effect.Effect<boolean>;
  /** Hands it over. `at` is the store's time. */
  readonly fulfil: (
    repos: Repositories,
    order: Order,
    item: OrderItem<K>,
    paid: SettledPayment,
    at: Instant,
  ) => Effect.Effect<void>;
  /** What follows once for the whole order, where there is something. Asked of the order's first item. */
  readonly complete: ((repos: Repositories, order: Order, at: Instant) => Effect.Effect<void>) | null;
  /** The subscription that the payment is for; null for none. */
  readonly subscriptionId: (order: Order, item: OrderItem<K>) => string | null;
  readonly hold: Hold<K> | null;
}

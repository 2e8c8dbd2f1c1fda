import type { Instant, Cents, Period, Provider, ReceiptFacts } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/**
 * A received payment: one row per payment at a provider. Amounts in cents. Credit lots use its `id` as their source.
 */
export interface Payment {
  readonly id: string;
  readonly user_id: string;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
  readonly provider: Provider;
  readonly reason: "plan" | "renewal" | "change" | "pack" | "items";
  /** The provider's reference for refunds; null if nothing was charged. */
  readonly provider_reference: string | null;
  readonly amount: Cents;
  /** The amount lost in disputes. Together with `refunded`, it can exceed `amount`. */
  readonly disputed: Cents;
  readonly refunded: Cents;
  /** The billing period that the payment paid for; null if it wasn't for a plan. */
  readonly period: Period | null;
  readonly at: Instant;
}

/**
 * A payment when it is first recorded, before any dispute. `quoted` is the amount that was promised for a renewal, in
 * cents, if the provider billed a different amount. A payment for an order is compared with the order's quote.
 */
export type NewPayment = Omit<Payment, "disputed"> & { readonly quoted?: Cents | undefined };

/** A payment whose amount differs from its order's quote, or from the promised amount. `quoted` is in cents. */
export interface MismatchedPayment extends Payment {
  readonly quoted: Cents;
}

/** Read-only queries for payments, used for order history, refunds, and reconciliation. */
export interface PaymentReads {
  readonly get: (id: string) => Effect.Effect<Payment | null>;
  readonly byProvider: (providerReference: string) => Effect.Effect<Payment | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Payment[]>;
  readonly ofOrders: (orderIds: readonly string[]) => Effect.Effect<readonly Payment[]>;
  /** Returns up to `limit` payments whose amount differs from the quoted or promised amount, newest first. */
  readonly mismatched: (limit: number) => Effect.Effect<readonly MismatchedPayment[]>;
}

/** Adds writes to {@link PaymentReads}. Only available inside a transaction. */
export interface PaymentRepository extends PaymentReads {
  /**
   * Records a payment with its receipt, which uses the current names of the account and its licensee. If `mailAt` is
   * given, adds the receipt email to the outbox, due at that time. Returns false if the payment was recorded before.
   */
  readonly record: (payment: NewPayment, receipt: ReceiptFacts, mailAt?: Instant | null) => Effect.Effect<boolean>;
  /** Sets the total that was refunded, in cents, and when it changed. */
  readonly setRefunded: (id: string, refunded: Cents, at: Instant) => Effect.Effect<void>;
  readonly setDisputed: (id: string, disputed: Cents) => Effect.Effect<void>;
}

import type { Instant, Cents, Period, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A received payment, one row per provider's payment. Amounts in cents. Credit lots name its `id` as their source. */
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
  /** The amount lost to disputes. Together with `refunded` it may exceed the amount. */
  readonly disputed: Cents;
  readonly refunded: Cents;
  /** The billing period that it paid for; null for anything else. */
  readonly period: Period | null;
  readonly at: Instant;
}

/** A payment when it is first recorded, before any dispute. */
export type NewPayment = Omit<Payment, "disputed">;

/** A payment that differs from its order's quote. */
export interface MismatchedPayment extends Payment {
  readonly quoted: Cents;
}

/** All payments, for order history, refunds, and reconciliation. */
export interface PaymentReads {
  readonly get: (id: string) => Effect.Effect<Payment | null>;
  readonly byProvider: (providerReference: string) => Effect.Effect<Payment | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Payment[]>;
  /** Returns payments that differ from their order's quote, newest first. */
  readonly mismatched: (limit: number) => Effect.Effect<readonly MismatchedPayment[]>;
}

/** Adds the writes to {@link PaymentReads}. */
export interface PaymentRepository extends PaymentReads {
  /** Records a payment. Returns false if it was recorded before. */
  readonly record: (payment: NewPayment) => Effect.Effect<boolean>;
  readonly setRefunded: (id: string, refunded: Cents) => Effect.Effect<void>;
  readonly setDisputed: (id: string, disputed: Cents) => Effect.Effect<void>;
}

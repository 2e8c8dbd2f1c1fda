import type { Cents, Instant, Period, Provider, RefundCause } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Money that came in, once per provider's payment. Amounts in cents; `id` is what lots name as their source. */
export interface Payment {
  readonly id: string;
  readonly user_id: string;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
  readonly provider: Provider;
  readonly reason: "plan" | "renewal" | "change" | "pack" | "items";
  /** What the provider refunds by; null where nothing was charged. */
  readonly provider_reference: string | null;
  readonly amount: Cents;
  /** What lost disputes took. With `refunded` it may exceed the amount. */
  readonly disputed: Cents;
  readonly refunded: Cents;
  /** The period of a plan that it paid; null for anything else. */
  readonly period: Period | null;
  readonly at: Instant;
}

/** A payment as it is recorded first: nothing of it is disputed. */
export type NewPayment = Omit<Payment, "disputed">;

/** A payment, and what its order had been quoted. */
export interface MismatchedPayment extends Payment {
  readonly quoted: Cents;
}

/** Every payment, for histories, refunds and reconciling. */
export interface PaymentReads {
  readonly get: (id: string) => Effect.Effect<Payment | null>;
  readonly byProvider: (providerReference: string) => Effect.Effect<Payment | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Payment[]>;
  /** Payments of orders at another amount than was quoted, newest first. */
  readonly mismatched: (limit: number) => Effect.Effect<readonly MismatchedPayment[]>;
}

/** Adds the writes and row locks to {@link PaymentReads}. */
export interface PaymentRepository extends PaymentReads {
  /** Answers false where the payment was recorded before. */
  readonly record: (payment: NewPayment) => Effect.Effect<boolean>;
  readonly setRefunded: (id: string, refunded: Cents) => Effect.Effect<void>;
  readonly setDisputed: (id: string, disputed: Cents) => Effect.Effect<void>;
}

/** How a refund that the store makes stands. "failed": the provider refuses it for good. */
export type RefundStatus = "due" | "applied" | "failed";

/** Money that the store refunds. One row per cause and payment. Amounts in cents. */
export interface Refund {
  readonly id: string;
  readonly cause: RefundCause;
  /** The order, the provider's subscription or the refund that it is about. */
  readonly cause_reference: string;
  readonly payment_id: string;
  readonly amount: Cents;
  /** Account credit that the payment had used, and that goes back to the customer's balance. */
  readonly account_credit: Cents;
  readonly status: RefundStatus;
  readonly provider_reference: string | null;
  readonly created_at: Instant;
  readonly applied_at: Instant | null;
}

/** Refunds that the store makes. */
export interface RefundReads {
  readonly due: () => Effect.Effect<readonly Refund[]>;
  /** Due and failed ones, oldest first; as many as `limit`, where one is given. */
  readonly unsettled: (limit?: number) => Effect.Effect<readonly Refund[]>;
  /** Those of some payments, however they stand, oldest first. */
  readonly ofPayments: (payment_ids: readonly string[]) => Effect.Effect<readonly Refund[]>;
}

/** Adds the writes and row locks to {@link RefundReads}. */
export interface RefundRepository extends RefundReads {
  /** Adds a due refund; answers false where its cause and payment have one. */
  readonly enqueue: (refund: Refund) => Effect.Effect<boolean>;
  /** Makes the refunds of a payment due again that the provider refused. */
  readonly retryFailed: (payment_id: string) => Effect.Effect<void>;
  readonly complete: (
    id: string,
    result: { readonly status: "applied" | "failed"; readonly provider_reference: string | null },
    at: Instant,
  ) => Effect.Effect<void>;
}

/** A change of a customer's balance at the provider. `id` is the idempotency key; `cents` below zero give credit. */
export interface BalanceAdjustment {
  readonly id: string;
  readonly user_id: string;
  readonly cents: Cents;
  readonly reason: string;
}

/** Changes of balances that are still to be made at the provider. */
export interface BalanceAdjustmentReads {
  readonly due: () => Effect.Effect<readonly BalanceAdjustment[]>;
}

/** Adds the writes and row locks to {@link BalanceAdjustmentReads}. */
export interface BalanceAdjustments extends BalanceAdjustmentReads {
  readonly enqueue: (adjustment: BalanceAdjustment, at: Instant) => Effect.Effect<void>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}

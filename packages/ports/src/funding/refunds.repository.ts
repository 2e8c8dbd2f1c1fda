import type { Instant, Cents, RefundCause } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/**
 * The status of a refund. "due": a job will make it. "issued": it was made at the provider, which has not confirmed it
 * yet. "failed": it was refused permanently, or sent back by the bank, in which case it has a provider reference.
 */
export type RefundStatus = "due" | "issued" | "applied" | "failed";

/**
 * A refund that the store makes, one row per cause and payment. Amounts in cents. `applied_at` is null until it has
 * been made.
 */
export interface Refund {
  readonly id: string;
  readonly cause: RefundCause;
  /**
   * The id of what caused the refund: an order, an item's source, a subscription at the provider, or another refund.
   */
  readonly cause_reference: string;
  readonly payment_id: string;
  readonly amount: Cents;
  /** Account credit that the payment used, to return to the customer's balance. */
  readonly account_credit: Cents;
  /** The amount that was first requested from the provider, which may be less than `amount`; null until then. */
  readonly attempted: Cents | null;
  readonly status: RefundStatus;
  readonly provider_reference: string | null;
  readonly created_at: Instant;
  readonly applied_at: Instant | null;
}

/** Read-only queries for refunds that the store makes. */
export interface RefundReads {
  readonly due: () => Effect.Effect<readonly Refund[]>;
  /**
   * Returns due, issued, and failed refunds, oldest first: up to `limit`, or all of them if omitted. Omits failed ones
   * that staff settled another way.
   */
  readonly unsettled: (limit?: number) => Effect.Effect<readonly Refund[]>;
  /** Returns the payments' refunds in any status, oldest first. */
  readonly ofPayments: (payment_ids: readonly string[]) => Effect.Effect<readonly Refund[]>;
}

/** Adds writes to {@link RefundReads}. Only available inside a transaction. */
export interface RefundRepository extends RefundReads {
  /** Adds a due refund. Returns false if the same cause already has a refund of this payment. */
  readonly enqueue: (refund: Omit<Refund, "attempted">) => Effect.Effect<boolean>;
  /**
   * Records that staff settled a payment's failed refunds another way, so that they are never tried again. Returns
   * their sum, in cents.
   */
  readonly settleFailed: (payment_id: string, at: Instant) => Effect.Effect<Cents>;
  /** Returns the refund with this provider reference, or null. */
  readonly byProvider: (provider_reference: string) => Effect.Effect<Refund | null>;
  /**
   * Records the amount to request from the provider, unless one was already recorded. A request repeated after a lost
   * response must have the same amount. Returns the recorded amount, or null if the refund is no longer due.
   */
  readonly attempt: (id: string, amount: Cents) => Effect.Effect<Cents | null>;
  /**
   * Makes a payment's refused refunds due again. Doesn't retry refunds that the bank sent back or that support
   * requested, because support was told that they failed and may have requested others.
   */
  readonly retryFailed: (payment_id: string) => Effect.Effect<void>;
  /** Records the outcome of a refund that has not failed. */
  readonly complete: (
    id: string,
    result: { readonly status: "issued" | "applied" | "failed"; readonly provider_reference: string | null },
    at: Instant,
  ) => Effect.Effect<void>;
}

/** A change to a customer's balance at the provider. `id` is the idempotency key; negative `cents` add credit. */
export interface BalanceAdjustment {
  readonly id: string;
  readonly user_id: string;
  readonly cents: Cents;
  readonly reason: string;
}

/** Read-only queries for balance adjustments that are still due at the provider. */
export interface BalanceAdjustmentReads {
  readonly due: () => Effect.Effect<readonly BalanceAdjustment[]>;
}

/** Adds writes to {@link BalanceAdjustmentReads}. Only available inside a transaction. */
export interface BalanceAdjustments extends BalanceAdjustmentReads {
  readonly enqueue: (adjustment: BalanceAdjustment, at: Instant) => Effect.Effect<void>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}

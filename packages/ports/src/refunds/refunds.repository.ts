import type { Instant, Cents, RefundCause } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The status of a refund. "failed" means that the provider refused it permanently. */
export type RefundStatus = "due" | "applied" | "failed";

/** A refund that the store makes, one row per cause and payment. Amounts in cents. */
export interface Refund {
  readonly id: string;
  readonly cause: RefundCause;
  /** The order, the provider's subscription, or the refund that caused it. */
  readonly cause_reference: string;
  readonly payment_id: string;
  readonly amount: Cents;
  /** Account credit that the payment used, to return to the customer's balance. */
  readonly account_credit: Cents;
  readonly status: RefundStatus;
  readonly provider_reference: string | null;
  readonly created_at: Instant;
  readonly applied_at: Instant | null;
}

/** Refunds that the store makes. */
export interface RefundReads {
  readonly due: () => Effect.Effect<readonly Refund[]>;
  /** Returns due and failed refunds, oldest first, at most `limit`. */
  readonly unsettled: (limit?: number) => Effect.Effect<readonly Refund[]>;
  /** Returns the refunds of some payments in any status, oldest first. */
  readonly ofPayments: (payment_ids: readonly string[]) => Effect.Effect<readonly Refund[]>;
}

/** Adds the writes to {@link RefundReads}. */
export interface RefundRepository extends RefundReads {
  /** Adds a due refund. Returns false if there is one for its cause and payment. */
  readonly enqueue: (refund: Refund) => Effect.Effect<boolean>;
  /** Makes a payment's failed refunds due again. */
  readonly retryFailed: (payment_id: string) => Effect.Effect<void>;
  readonly complete: (
    id: string,
    result: { readonly status: "applied" | "failed"; readonly provider_reference: string | null },
    at: Instant,
  ) => Effect.Effect<void>;
}

/** A change of a customer's balance at the provider. `id` is the idempotency key; negative `cents` give credit. */
export interface BalanceAdjustment {
  readonly id: string;
  readonly user_id: string;
  readonly cents: Cents;
  readonly reason: string;
}

/** Balance changes that are still due at the provider. */
export interface BalanceAdjustmentReads {
  readonly due: () => Effect.Effect<readonly BalanceAdjustment[]>;
}

/** Adds the writes to {@link BalanceAdjustmentReads}. */
export interface BalanceAdjustments extends BalanceAdjustmentReads {
  readonly enqueue: (adjustment: BalanceAdjustment, at: Instant) => Effect.Effect<void>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}

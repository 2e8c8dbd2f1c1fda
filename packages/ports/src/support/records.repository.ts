import type { Cents, Instant } from "@backlot/domain";
import type { CodeUse, FailingJob } from "@backlot/domain/support/store-faults";
import type * as Effect from "effect/Effect";

/**
 * A plan's number of subscribers, the number that renew before a time, and how much those renewals pay, in cents
 * without tax.
 */
export interface PlanSubscribers {
  readonly plan_variant_id: number;
  readonly subscribers: number;
  readonly renewals: number;
  readonly amount: Cents;
}

/** Read-only queries over whole tables, only for staff: invalid records, and counts. */
export interface RecordReads {
  /** Returns up to `limit` accounts and guests with payments, credits, or items, ordered by id, after a given id. */
  readonly buyers: (page: {
    readonly starting_after: string | null;
    readonly limit: number;
  }) => Effect.Effect<readonly { readonly id: string; readonly email: string }[]>;
  /** Returns the open orders that expired before a time. */
  readonly ordersExpiredBefore: (
    at: Instant,
  ) => Effect.Effect<readonly { readonly id: string; readonly expires_at: Instant }[]>;
  /** Returns the changes to balances at the provider that have been due since before a time. In cents. */
  readonly adjustmentsDueBefore: (
    at: Instant,
  ) => Effect.Effect<readonly { readonly id: string; readonly cents: Cents; readonly created_at: Instant }[]>;
  /** Returns the jobs that have been due since before a time and that no process is running. */
  readonly jobsDueBefore: (
    at: Instant,
  ) => Effect.Effect<readonly { readonly name: string; readonly due_at: Instant }[]>;
  /** Returns the jobs that have failed on every run since before a time, with their last error. */
  readonly jobsFailingSince: (at: Instant) => Effect.Effect<readonly FailingJob[]>;
  /** Returns the cart codes that were used more often than allowed, in total or by one account. */
  readonly overusedCodes: () => Effect.Effect<readonly CodeUse[]>;
  /** Returns the number of subscribers of each plan, and the amount of the renewals before a time. */
  readonly subscribersByPlan: (before: Instant) => Effect.Effect<readonly PlanSubscribers[]>;
}

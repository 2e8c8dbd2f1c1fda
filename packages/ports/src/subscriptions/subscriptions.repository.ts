import type { Instant, LegacyKind, PlanOffer, Provider, Subscription, Ratio } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A stored subscription, with its owner and its provider. `legacy_kind` is null unless it is a legacy plan. */
export interface StoredSubscription {
  readonly user_id: string;
  readonly provider: Provider;
  readonly provider_subscription_id: string;
  readonly legacy_kind: LegacyKind | null;
  readonly created_at: Instant;
  /** The tax rate of the subscription's payments, taken from its first order. (ORD-04) */
  readonly tax: Ratio;
  readonly subscription: Subscription;
}

/** A subscription that has not ended, with its plan. */
export interface RunningPlan {
  readonly subscriptionRecord: StoredSubscription;
  readonly offer: PlanOffer;
  /** The plan that a scheduled downgrade switches to, or null. */
  readonly next_offer: PlanOffer | null;
}

/** A subscription's provider and its id there. */
export interface ProviderSubscriptionRef {
  readonly provider: Provider;
  readonly provider_subscription_id: string;
}

/** A subscription to cancel at its provider, because we no longer use it. */
export interface SubscriptionTermination extends ProviderSubscriptionRef {
  readonly since: Instant;
}

/** Read-only queries for subscriptions. An account has at most one that has not ended. */
export interface SubscriptionReads {
  readonly current: (accountId: string) => Effect.Effect<StoredSubscription | null>;
  readonly get: (id: string) => Effect.Effect<StoredSubscription | null>;
  readonly byProvider: (providerSubscriptionId: string) => Effect.Effect<StoredSubscription | null>;
  readonly pendingTerminations: () => Effect.Effect<readonly SubscriptionTermination[]>;
  /** Returns subscriptions that may be due to end: canceled ones whose period is over, and past-due ones. */
  readonly dueForExpiry: (at: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /**
   * Returns the active subscriptions that should have renewed by a time: their period ended before then, and their last
   * check was before the period ended or before another given time. The most recently ended come first.
   */
  readonly endedPeriods: (
    due: { readonly endedBefore: Instant; readonly checkedBefore: Instant },
    limit: number,
  ) => Effect.Effect<readonly StoredSubscription[]>;
  /** Returns the subscriptions that have not ended whose period ends between two times, and the past-due ones. */
  readonly endingPeriods: (after: Instant, before: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /** Returns every subscription that has not ended, to compare with the provider. */
  readonly running: () => Effect.Effect<readonly StoredSubscription[]>;
}

/** Adds writes to {@link SubscriptionReads}. Only available inside a transaction. */
export interface Subscriptions extends SubscriptionReads {
  readonly insert: (subscription: StoredSubscription) => Effect.Effect<void>;
  readonly save: (subscription: Subscription) => Effect.Effect<void>;
  /** Records when a subscription whose period is over was checked at its provider. */
  readonly markChecked: (id: string, at: Instant) => Effect.Effect<void>;
  /**
   * Links a subscription to another provider subscription, which will bill it. Enqueues the old one for termination.
   */
  readonly transferBilling: (
    id: string,
    provider: Provider,
    providerSubscriptionId: string,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Enqueues a subscription for a job that cancels it at its provider. */
  readonly enqueueTermination: (reference: ProviderSubscriptionRef, at: Instant) => Effect.Effect<void>;
  readonly completeTermination: (reference: ProviderSubscriptionRef) => Effect.Effect<void>;
}

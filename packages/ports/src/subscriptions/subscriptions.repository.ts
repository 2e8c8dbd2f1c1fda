import type { Instant, LegacyKind, Provider, Subscription, Ratio } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A stored subscription, with its owner and its provider. */
export interface StoredSubscription {
  readonly user_id: string;
  readonly provider: Provider;
  readonly provider_subscription_id: string;
  readonly legacy_kind: LegacyKind | null;
  readonly created_at: Instant;
  /** The tax rate of its payments, taken from its first order. (ORD-04) */
  readonly tax: Ratio;
  readonly subscription: Subscription;
}

/** The provider's id of a subscription. */
export interface ProviderSubscriptionRef {
  readonly provider: Provider;
  readonly provider_subscription_id: string;
}

/** A subscription to cancel at its provider, because we no longer use it. */
export interface SubscriptionTermination extends ProviderSubscriptionRef {
  readonly since: Instant;
}

/** Subscriptions. An account has at most one that has not ended. */
export interface SubscriptionReads {
  readonly current: (accountId: string) => Effect.Effect<StoredSubscription | null>;
  readonly get: (id: string) => Effect.Effect<StoredSubscription | null>;
  readonly byProvider: (providerSubscriptionId: string) => Effect.Effect<StoredSubscription | null>;
  readonly pendingTerminations: () => Effect.Effect<readonly SubscriptionTermination[]>;
  /** Returns subscriptions that may expire: canceled ones after their period, and past-due ones. */
  readonly dueForExpiry: (at: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /** Returns every subscription that has not ended, to compare with the provider. */
  readonly running: () => Effect.Effect<readonly StoredSubscription[]>;
}

/** Adds the writes to {@link SubscriptionReads}. */
export interface Subscriptions extends SubscriptionReads {
  readonly insert: (subscription: StoredSubscription) => Effect.Effect<void>;
  /** Updates a subscription. */
  readonly save: (subscription: Subscription) => Effect.Effect<void>;
  /** Moves the billing of a subscription to another provider's subscription. Enqueues the old one for termination. */
  readonly transferBilling: (
    id: string,
    provider: Provider,
    providerSubscriptionId: string,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Enqueues a provider's subscription for termination. */
  readonly enqueueTermination: (reference: ProviderSubscriptionRef, at: Instant) => Effect.Effect<void>;
  readonly completeTermination: (reference: ProviderSubscriptionRef) => Effect.Effect<void>;
}

import type { Instant, LegacyKind, Provider, Subscription, Ratio } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A subscription as the store keeps it: whose it is, where it is billed, and how it stands. */
export interface StoredSubscription {
  readonly user_id: string;
  readonly provider: Provider;
  readonly provider_subscription_id: string;
  readonly legacy_kind: LegacyKind | null;
  readonly created_at: Instant;
  /** What its provider taxes every payment by, as its first order was. (ORD-04) */
  readonly tax: Ratio;
  readonly subscription: Subscription;
}

/** What a provider calls one of its subscriptions. */
export interface ProviderSubscriptionRef {
  readonly provider: Provider;
  readonly provider_subscription_id: string;
}

/** A subscription that is to end at its provider: it bills nothing of ours any more. */
export interface SubscriptionTermination extends ProviderSubscriptionRef {
  readonly since: Instant;
}

/** Subscriptions; an account has at most one that is not ended. */
export interface SubscriptionReads {
  readonly current: (accountId: string) => Effect.Effect<StoredSubscription | null>;
  readonly get: (id: string) => Effect.Effect<StoredSubscription | null>;
  readonly byProvider: (providerSubscriptionId: string) => Effect.Effect<StoredSubscription | null>;
  readonly pendingTerminations: () => Effect.Effect<readonly SubscriptionTermination[]>;
  /** Those that time alone may end: canceled ones whose period is over, and past due ones. */
  readonly dueForExpiry: (at: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /** Every subscription that has not ended, for a look at the provider. */
  readonly running: () => Effect.Effect<readonly StoredSubscription[]>;
}

/** Adds the writes and row locks to {@link SubscriptionReads}. */
export interface Subscriptions extends SubscriptionReads {
  readonly insert: (subscription: StoredSubscription) => Effect.Effect<void>;
  /** Writes how a subscription stands now. */
  readonly save: (subscription: Subscription) => Effect.Effect<void>;
  /**
   * Bills a subscription elsewhere from now on. The provider's subscription that billed it before is noted as one to be
   * terminated. (CHG-09)
   */
  readonly transferBilling: (
    id: string,
    provider: Provider,
    providerSubscriptionId: string,
    at: Instant,
  ) => Effect.Effect<void>;
  /** Notes a provider's subscription that is to be terminated. */
  readonly enqueueTermination: (reference: ProviderSubscriptionRef, at: Instant) => Effect.Effect<void>;
  readonly completeTermination: (reference: ProviderSubscriptionRef) => Effect.Effect<void>;
}

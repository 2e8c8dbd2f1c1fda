import type {
  Account,
  Cents,
  Collection,
  CreditEntry,
  CreditLot,
  Instant,
  LibraryId,
  LicenceId,
  LicenseeProfile,
  PackPrices,
  PlanOffer,
  Order,
  OrderStatus,
  Provider,
  Subscription,
} from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A licensee profile without what its licence id already says. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** Accounts and their licensee profiles. */
export interface Accounts {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  /** Waits for, and then holds, the account's row until the transaction ends: the lock of everything per account. */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account where there is none with its id, and leaves an existing one as it is. */
  readonly insertIfAbsent: (account: Account) => Effect.Effect<void>;
  readonly setMinLicence: (id: string, licence: LicenceId) => Effect.Effect<void>;
  readonly setFreeSubscriber: (id: string, free: boolean) => Effect.Effect<void>;
  readonly setShouldSeeManageSubscription: (id: string, shows: boolean) => Effect.Effect<void>;
  /**
   * Takes an account for work that asks a provider several things, for a number of milliseconds by the database's
   * clock. Its holder may take it for longer. Answers false where another holder has it.
   */
  readonly lease: (id: string, holder: string, milliseconds: number) => Effect.Effect<boolean>;
  /** Whether somebody holds the lease of an account. Reads only. */
  readonly isLeased: (id: string) => Effect.Effect<boolean>;
  readonly release: (id: string, holder: string) => Effect.Effect<void>;
  /** Keeps the first customer id that comes; answers the one that is kept. */
  readonly setCustomerIfAbsent: (id: string, customerId: string) => Effect.Effect<string>;
  readonly profile: (accountId: string) => Effect.Effect<StoredProfile | null>;
  readonly saveProfile: (profile: StoredProfile) => Effect.Effect<void>;
}

/** The price list. */
export interface Plans {
  readonly all: () => Effect.Effect<readonly PlanOffer[]>;
  readonly get: (id: number) => Effect.Effect<PlanOffer | null>;
  readonly put: (offer: PlanOffer) => Effect.Effect<void>;
}

/** What credit packs cost; a store that was never stocked has none. */
export interface Packs {
  readonly prices: () => Effect.Effect<PackPrices | null>;
  readonly put: (prices: PackPrices) => Effect.Effect<void>;
}

/** A subscription as the store keeps it: whose it is, where it is billed, and how it stands. */
export interface StoredSubscription {
  readonly user_id: string;
  readonly provider: Provider;
  readonly provider_subscription_id: string;
  readonly legacy_kind: "credit-based" | "plus" | null;
  readonly created_at: Instant;
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
export interface Subscriptions {
  readonly current: (accountId: string) => Effect.Effect<StoredSubscription | null>;
  readonly get: (id: string) => Effect.Effect<StoredSubscription | null>;
  readonly byProvider: (providerSubscriptionId: string) => Effect.Effect<StoredSubscription | null>;
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
  readonly pendingTerminations: () => Effect.Effect<readonly SubscriptionTermination[]>;
  readonly completeTermination: (reference: ProviderSubscriptionRef) => Effect.Effect<void>;
  /** Those that time alone may end: canceled ones whose period is over, and past due ones. */
  readonly dueForExpiry: (at: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /** Every subscription that has not ended, for a look at the provider. */
  readonly running: () => Effect.Effect<readonly StoredSubscription[]>;
}

/** Money that came in, once per provider's payment. Amounts in cents; `id` is what lots name as their source. */
export interface Payment {
  readonly id: string;
  readonly user_id: string;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
  readonly provider: Provider;
  readonly reason: "plan" | "renewal" | "change" | "pack";
  /** What the provider refunds by; null where nothing was charged. */
  readonly provider_reference: string | null;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly at: Instant;
}

/** A payment, and what its order had been quoted. */
export interface MismatchedPayment extends Payment {
  readonly quoted: Cents;
}

/** Every payment, for histories, refunds and reconciling. */
export interface PaymentRepository {
  /** Answers false where the payment was recorded before. */
  readonly record: (payment: Payment) => Effect.Effect<boolean>;
  readonly get: (id: string) => Effect.Effect<Payment | null>;
  readonly byProvider: (providerReference: string) => Effect.Effect<Payment | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Payment[]>;
  readonly setRefunded: (id: string, refunded: Cents) => Effect.Effect<void>;
  /** Payments of orders at another amount than was quoted, newest first. */
  readonly mismatched: (limit: number) => Effect.Effect<readonly MismatchedPayment[]>;
}

/** How a refund that the store makes stands. "failed": the provider refuses it for good. */
export type RefundStatus = "due" | "applied" | "failed";

/** Money that the store refunds. One row per cause and payment. Amounts in cents. */
export interface Refund {
  readonly id: string;
  /** Why it is refunded: money that fulfilled nothing, or a period that was billed beside another. */
  readonly cause: "unfulfillable" | "billed-twice";
  /** The order or the provider's subscription that it is about. */
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
export interface RefundRepository {
  /** Adds a due refund; answers false where its cause and payment have one. */
  readonly enqueue: (refund: Refund) => Effect.Effect<boolean>;
  readonly due: () => Effect.Effect<readonly Refund[]>;
  /** Due and failed ones, oldest first. */
  readonly unsettled: () => Effect.Effect<readonly Refund[]>;
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
export interface BalanceAdjustments {
  readonly enqueue: (adjustment: BalanceAdjustment, at: Instant) => Effect.Effect<void>;
  readonly due: () => Effect.Effect<readonly BalanceAdjustment[]>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}

/** A mail about an order that is still to be sent. */
export interface Notice {
  readonly id: string;
  readonly order_id: string;
  readonly kind: "payment-not-applied";
}

/** Mails that a transaction decided on. */
export interface Notices {
  /** Adds a notice; an order has one of a kind. */
  readonly enqueue: (notice: Notice, at: Instant) => Effect.Effect<void>;
  readonly due: () => Effect.Effect<readonly Notice[]>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}

/** Work that time asks for, safe with several processes: who leases a job has it until the lease is over. */
export interface Jobs {
  /** Makes sure that a job exists; one that does is left as it is. */
  readonly ensure: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Leases the job that has been due the longest; null where none is due. */
  readonly lease: (at: Instant, until: Instant) => Effect.Effect<string | null>;
  /** Releases a leased job until it is due again, with where it left off. */
  readonly release: (name: string, dueAt: Instant, cursor: string | null) => Effect.Effect<void>;
  /** Where a job left off. */
  readonly cursor: (name: string) => Effect.Effect<string | null>;
}

/** How an order ends, or is fulfilled. */
export type OrderEnd = Exclude<OrderStatus, { readonly _tag: "pending" }>;

/** Orders of plans, plan changes and credit packs. */
export interface Orders {
  readonly get: (id: string) => Effect.Effect<Order | null>;
  /** Waits for, and then holds, the order's row until the transaction ends. */
  readonly lock: (id: string) => Effect.Effect<Order | null>;
  readonly byIdempotencyKey: (key: string) => Effect.Effect<Order | null>;
  readonly byPaymentReference: (reference: string) => Effect.Effect<Order | null>;
  /** The open order that claims the account's subscription. */
  readonly openSubscriptionOrder: (accountId: string) => Effect.Effect<Order | null>;
  /** How many paid orders of an account a promo code lowered, in any case of its letters. (DSC-02) */
  readonly paidWithPromo: (accountId: string, code: string) => Effect.Effect<number>;
  /** Open orders of an account that claim no subscription, newest first. */
  readonly openOneTimeOrdersOf: (accountId: string) => Effect.Effect<readonly Order[]>;
  /** Open orders that change a subscription. */
  readonly openChangesOf: (subscriptionId: string) => Effect.Effect<readonly Order[]>;
  /** One-time orders of an account through a provider that have been paid, newest first. */
  readonly paidOneTimeOrdersOf: (accountId: string, provider: Provider) => Effect.Effect<readonly Order[]>;
  /** Adds an order; recovery looks at it from `nextAttemptAt` on. */
  readonly insert: (order: Order, nextAttemptAt: Instant) => Effect.Effect<void>;
  /**
   * Keeps what the provider calls the order's payment. Answers false where the order is not pending, or has another
   * one. Null keeps nothing.
   */
  readonly attachPaymentReference: (id: string, reference: string | null) => Effect.Effect<boolean>;
  readonly setPaymentMethod: (id: string, paymentMethodId: string) => Effect.Effect<void>;
  /** Moves a pending order to its end, or one that ended without money to what late money made of it. */
  readonly transition: (id: string, end: OrderEnd) => Effect.Effect<boolean>;
  /** The open orders, oldest first. */
  readonly pending: () => Effect.Effect<readonly Pick<Order, "id" | "provider">[]>;
  /** Locks open orders that are due for recovery, and skips those that another process holds. */
  readonly lockDue: (at: Instant, limit: number) => Effect.Effect<readonly Order[]>;
  /** Sets when recovery looks at an open order again, and how often it has looked. */
  readonly scheduleAttempt: (id: string, attempts: number, at: Instant) => Effect.Effect<void>;
}

/** The credit ledger: lots and entries are added, never changed. */
export interface CreditLedger {
  readonly lots: (accountId: string) => Effect.Effect<readonly CreditLot[]>;
  /** Adds a lot with its first entry; answers false where its source has been granted before. */
  readonly grant: (accountId: string, lot: CreditLot, entry: CreditEntry) => Effect.Effect<boolean>;
  readonly post: (accountId: string, entries: readonly CreditEntry[]) => Effect.Effect<void>;
  readonly entries: (accountId: string) => Effect.Effect<readonly CreditEntry[]>;
}

/** The catalogue, and who owns what of it. */
export interface Collections {
  readonly all: (libraryId: LibraryId | null) => Effect.Effect<readonly Collection[]>;
  readonly get: (id: number) => Effect.Effect<Collection | null>;
  readonly bySlug: (slug: string) => Effect.Effect<Collection | null>;
  readonly byVariant: (variantId: number) => Effect.Effect<Collection | null>;
  readonly put: (collection: Collection) => Effect.Effect<void>;
  readonly entitledIds: (accountId: string) => Effect.Effect<readonly number[]>;
  /** Makes an item the account's for good; answers false where it was already. */
  readonly grantEntitlement: (
    accountId: string,
    collectionId: number,
    source: string,
    at: Instant,
  ) => Effect.Effect<boolean>;
}

/** Downloads by UTC day; the same variant counts once a day. */
export interface Downloads {
  readonly record: (accountId: string, day: string, variantId: number, at: Instant) => Effect.Effect<void>;
  readonly countOn: (accountId: string, day: string) => Effect.Effect<number>;
  readonly has: (accountId: string, day: string, variantId: number) => Effect.Effect<boolean>;
}

/** What providers told us, each event once. */
export interface WebhookEvents {
  /** Whether an event has been handled. */
  readonly has: (provider: Provider, eventId: string) => Effect.Effect<boolean>;
  /** Marks an event as handled; answers false where it was before. */
  readonly markProcessed: (provider: Provider, eventId: string, type: string, at: Instant) => Effect.Effect<boolean>;
}

/** Everything that is kept, within one transaction or for reading. */
export interface Repositories {
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly packs: Packs;
  readonly subscriptions: Subscriptions;
  readonly orders: Orders;
  readonly credits: CreditLedger;
  readonly collections: Collections;
  readonly downloads: Downloads;
  readonly webhookEvents: WebhookEvents;
  readonly payments: PaymentRepository;
  readonly refunds: RefundRepository;
  readonly balanceAdjustments: BalanceAdjustments;
  readonly notices: Notices;
  readonly jobs: Jobs;
}

/**
 * All or nothing. A typed failure or a defect rolls back. Inside `run` only the repositories it hands out may be
 * used; using `read` there would wait for ever on an engine with one connection, so it fails loudly instead.
 */
export interface Transactions {
  readonly run: <A, E>(work: (repositories: Repositories) => Effect.Effect<A, E>) => Effect.Effect<A, E>;
  readonly read: Repositories;
  /** Ends where the database answers; a defect where it does not. */
  readonly check: () => Effect.Effect<void>;
}

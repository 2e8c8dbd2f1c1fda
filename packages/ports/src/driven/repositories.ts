import type {
  Account,
  Cents,
  Collection,
  CreditEntry,
  CreditLot,
  Credits,
  Instant,
  LibraryId,
  LicenceId,
  LicenseeProfile,
  PackPrices,
  PlanOffer,
  Quote,
  Subscription,
} from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { Provider } from "./payments.ts";

/** A licensee profile without what its licence id already says. */
export type StoredProfile = Omit<LicenseeProfile, "license_type">;

/** Accounts and their licensee profiles. */
export interface Accounts {
  readonly get: (id: string) => Effect.Effect<Account | null>;
  readonly byCustomer: (customerId: string) => Effect.Effect<Account | null>;
  /** Waits for, and then holds, the account's row until the transaction ends: the lock of everything per account. */
  readonly lock: (id: string) => Effect.Effect<Account | null>;
  /** Inserts an account where there is none with its id, and leaves an existing one as it is. */
  readonly ensure: (account: Account) => Effect.Effect<void>;
  readonly setMinLicence: (id: string, licence: LicenceId) => Effect.Effect<void>;
  readonly setFreeSubscriber: (id: string, free: boolean) => Effect.Effect<void>;
  readonly setShouldSeeManageSubscription: (id: string, shows: boolean) => Effect.Effect<void>;
  /**
   * Takes an account for work that asks the provider several things, until it is released or its time is over; its holder
   * may take it for longer. Answers false where another holder has it.
   */
  readonly lease: (id: string, holder: string, at: Instant, until: Instant) => Effect.Effect<boolean>;
  readonly release: (id: string, holder: string) => Effect.Effect<void>;
  /** Keeps the first customer id that comes; answers the one that is kept. */
  readonly claimCustomer: (id: string, customerId: string) => Effect.Effect<string>;
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

/** A subscription as the store keeps it: whose it is, where it is billed, and how its life stands. */
export interface StoredSubscription {
  readonly user_id: string;
  readonly provider: Provider;
  readonly provider_subscription_id: string;
  readonly legacy_kind: "credit-based" | "plus" | null;
  readonly created_at: Instant;
  readonly life: Subscription;
}

/** A plan at a provider. */
export interface PlanReference {
  readonly provider: Provider;
  readonly provider_subscription_id: string;
}

/** A plan at a provider that another one has replaced. */
export interface ReplacedPlan extends PlanReference {
  readonly since: Instant;
}

/** Subscriptions; an account has at most one that is not ended. */
export interface Subscriptions {
  readonly current: (accountId: string) => Effect.Effect<StoredSubscription | null>;
  readonly get: (id: string) => Effect.Effect<StoredSubscription | null>;
  readonly byProvider: (providerSubscriptionId: string) => Effect.Effect<StoredSubscription | null>;
  readonly insert: (subscription: StoredSubscription) => Effect.Effect<void>;
  /** Writes how a subscription's life stands now. */
  readonly save: (life: Subscription) => Effect.Effect<void>;
  /**
   * Bills a subscription elsewhere from now on. The plan that billed it before is noted as one to be ended at its provider.
   * (CHG-09)
   */
  readonly move: (id: string, provider: Provider, providerSubscriptionId: string, at: Instant) => Effect.Effect<void>;
  /** Notes a plan at a provider that is no subscription's, so that it is ended there. */
  readonly leave: (plan: PlanReference, at: Instant) => Effect.Effect<void>;
  /** Plans at a provider that bill nothing any more, and are still to be ended there. */
  readonly toEnd: () => Effect.Effect<readonly ReplacedPlan[]>;
  readonly ended: (plan: PlanReference) => Effect.Effect<void>;
  /** Those that time alone may end: cancelled ones whose period is over, and unpaid ones. */
  readonly waitingForTime: (at: Instant) => Effect.Effect<readonly StoredSubscription[]>;
  /** Every subscription that has not ended, for a look at the provider. */
  readonly running: () => Effect.Effect<readonly StoredSubscription[]>;
}

/** Money that came in, once per provider's payment. Amounts in cents; `id` is what credits' lots name as their source. */
export interface Payment {
  readonly id: string;
  readonly user_id: string;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
  readonly provider: Provider;
  readonly reason: "plan" | "renewal" | "change" | "pack";
  /** What the provider refunds by; null where no card was charged. */
  readonly provider_reference: string | null;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly at: Instant;
}

/** Every payment, for histories, refunds and the reconciling of books. */
export interface PaymentBook {
  /** Answers false where the payment was recorded before. */
  readonly record: (payment: Payment) => Effect.Effect<boolean>;
  readonly get: (id: string) => Effect.Effect<Payment | null>;
  readonly byProvider: (providerReference: string) => Effect.Effect<Payment | null>;
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly Payment[]>;
  readonly setRefunded: (id: string, refunded: Cents) => Effect.Effect<void>;
}

/** Work that time asks for, safe with several processes: who leases a job has it until the lease is over. */
export interface Jobs {
  /** Makes sure that a job exists; one that does is left as it is. */
  readonly ensure: (name: string, dueAt: Instant) => Effect.Effect<void>;
  /** Leases the job that has been due the longest; null where none is due. */
  readonly lease: (at: Instant, until: Instant) => Effect.Effect<string | null>;
  /** Puts a leased job back, with what is to be remembered of it. */
  readonly putBack: (name: string, dueAt: Instant, note: string | null) => Effect.Effect<void>;
  readonly note: (name: string) => Effect.Effect<string | null>;
}

/** How an order stands. Only "pending" moves, and only once. */
export type OrderOutcome =
  | { readonly _tag: "pending" }
  | { readonly _tag: "paid"; readonly at: Instant }
  | { readonly _tag: "failed"; readonly at: Instant; readonly message: string; readonly decline_code: string | null };

interface AnyOrder {
  readonly id: string;
  readonly user_id: string;
  /** What makes two submits the same: the setup intent of plans and changes, the payment intent of packs. */
  readonly submit_key: string;
  readonly license_id: LicenceId;
  readonly quote: Quote;
  /** The provider's subscription of a plan, its invoice of a change, its payment of a pack. */
  readonly provider_reference: string | null;
  readonly outcome: OrderOutcome;
  readonly created_at: Instant;
}

/** An order of a new plan by card, with credits bought beside it or none. */
export interface PlanPurchase extends AnyOrder {
  readonly kind: "plan";
  readonly plan_variant_id: number;
  readonly customer_id: string;
  readonly payment_method_id: string;
  readonly credits: Credits | null;
  readonly subscription_id: null;
}

/** An order of another plan in place of the running one, by card. */
export interface PlanChangePurchase extends AnyOrder {
  readonly kind: "change";
  readonly plan_variant_id: number;
  readonly customer_id: string;
  readonly payment_method_id: string;
  readonly credits: null;
  readonly subscription_id: string;
}

/** An order of credits alone, by card. */
export interface PackPurchase extends AnyOrder {
  readonly kind: "pack";
  readonly plan_variant_id: null;
  readonly customer_id: string;
  readonly payment_method_id: string | null;
  readonly credits: Credits;
  readonly subscription_id: null;
}

/** An order of a plan through the wallet: a new one, or one in place of the running one that `subscription_id` names. (CHK-04, CHG-09) */
export interface WalletPlanPurchase extends AnyOrder {
  readonly kind: "wallet-plan";
  readonly plan_variant_id: number;
  readonly customer_id: null;
  readonly payment_method_id: null;
  readonly credits: null;
  readonly subscription_id: string | null;
  /** The payment of the period that is replaced: after another one the order's quote holds no more. */
  readonly replaced_payment: string | null;
}

/** An order of credits through the wallet. (CHK-04) */
export interface WalletPackPurchase extends AnyOrder {
  readonly kind: "wallet-pack";
  readonly plan_variant_id: null;
  readonly customer_id: null;
  readonly payment_method_id: null;
  readonly credits: Credits;
  readonly subscription_id: null;
}

/** What goes through the wallet. */
export type WalletPurchase = WalletPlanPurchase | WalletPackPurchase;

/** The intent to buy, written before the provider hears of it. Its id is the idempotency key. */
export type Order = PlanPurchase | PlanChangePurchase | PackPurchase | WalletPurchase;

/** Orders of plans, packs and carts. */
export interface Orders {
  readonly get: (id: string) => Effect.Effect<Order | null>;
  readonly bySubmitKey: (key: string) => Effect.Effect<Order | null>;
  readonly byProviderReference: (reference: string) => Effect.Effect<Order | null>;
  /** Every order that changes a subscription, oldest first. */
  readonly changesOf: (subscriptionId: string) => Effect.Effect<readonly PlanChangePurchase[]>;
  /** Every order that is still open, oldest first. */
  readonly pending: () => Effect.Effect<readonly Order[]>;
  /** The open order of an account. Credits through the wallet wait beside it: see `walletPacksOf`. */
  readonly pendingOf: (accountId: string) => Effect.Effect<Exclude<Order, WalletPackPurchase> | null>;
  /** Orders of credits through the wallet, of an account, newest first. (CHK-04, CRD-11) */
  readonly walletPacksOf: (accountId: string) => Effect.Effect<readonly WalletPackPurchase[]>;
  readonly insert: (order: Order) => Effect.Effect<void>;
  readonly setProviderReference: (id: string, reference: string) => Effect.Effect<void>;
  /** Marks an order paid that had ended otherwise: the money came after all. */
  readonly revive: (id: string, at: Instant) => Effect.Effect<void>;
  /** Moves a pending order to its end; answers false where it had ended already. */
  readonly close: (id: string, outcome: Exclude<OrderOutcome, { _tag: "pending" }>) => Effect.Effect<boolean>;
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
  readonly ownedBy: (accountId: string) => Effect.Effect<readonly number[]>;
  /** Makes an item the account's for good; answers false where it was already. */
  readonly own: (accountId: string, collectionId: number, source: string, at: Instant) => Effect.Effect<boolean>;
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
  /** Notes an event; answers false where it has been handled before. */
  readonly record: (provider: Provider, eventId: string, type: string, at: Instant) => Effect.Effect<boolean>;
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
  readonly payments: PaymentBook;
  readonly jobs: Jobs;
}

/**
 * All or nothing. A typed failure or a defect rolls back. Inside `run` only the repositories it hands out may be
 * used; using `read` there would wait for ever on an engine with one connection, so it fails loudly instead.
 */
export interface Transactions {
  readonly run: <A, E>(work: (repositories: Repositories) => Effect.Effect<A, E>) => Effect.Effect<A, E>;
  readonly read: Repositories;
}

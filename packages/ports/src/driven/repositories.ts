import type * as Effect from "effect/Effect";
import type { Accounts } from "./repositories/accounts.ts";
import type { Carts, DiscountCodes } from "./repositories/carts.ts";
import type { Certificates } from "./repositories/certificates.ts";
import type {
  Collections,
  Downloads,
  Packs,
  PlanSales,
  Plans,
  Storefront,
  Wishlists,
} from "./repositories/catalogue.ts";
import type { CreditLedger, FundingLedger, UnrecoveredMoneyRepository } from "./repositories/credits.ts";
import type { Guests } from "./repositories/guests.ts";
import type { Jobs, WebhookEvents } from "./repositories/jobs.ts";
import type { Disputes } from "./repositories/disputes.ts";
import type { Articles } from "./repositories/articles.ts";
import type { Notifications } from "./repositories/notifications.ts";
import type { Notices } from "./repositories/notices.ts";
import type { Orders } from "./repositories/orders.ts";
import type { BalanceAdjustments, PaymentRepository, RefundRepository } from "./repositories/payments.ts";
import type { Search } from "./repositories/search.ts";
import type { SupportActions } from "./repositories/support-actions.ts";
import type { Teams } from "./repositories/teams.ts";
import type { Subscriptions } from "./repositories/subscriptions.ts";
export * from "./repositories/accounts.ts";
export * from "./repositories/articles.ts";
export * from "./repositories/carts.ts";
export * from "./repositories/catalogue.ts";
export * from "./repositories/certificates.ts";
export * from "./repositories/credits.ts";
export * from "./repositories/disputes.ts";
export * from "./repositories/guests.ts";
export * from "./repositories/jobs.ts";
export * from "./repositories/notices.ts";
export * from "./repositories/notifications.ts";
export * from "./repositories/orders.ts";
export * from "./repositories/payments.ts";
export * from "./repositories/search.ts";
export * from "./repositories/subscriptions.ts";
export * from "./repositories/support-actions.ts";
export * from "./repositories/teams.ts";

/** Everything that is kept, within one transaction or for reading. */
export interface Repositories {
  readonly accounts: Accounts;
  readonly guests: Guests;
  readonly plans: Plans;
  readonly packs: Packs;
  readonly planSales: PlanSales;
  readonly storefront: Storefront;
  readonly subscriptions: Subscriptions;
  readonly orders: Orders;
  readonly credits: CreditLedger;
  readonly funding: FundingLedger;
  readonly unrecovered: UnrecoveredMoneyRepository;
  readonly collections: Collections;
  readonly search: Search;
  readonly certificates: Certificates;
  readonly teams: Teams;
  readonly carts: Carts;
  readonly discountCodes: DiscountCodes;
  readonly downloads: Downloads;
  readonly wishlists: Wishlists;
  readonly webhookEvents: WebhookEvents;
  readonly payments: PaymentRepository;
  readonly refunds: RefundRepository;
  readonly disputes: Disputes;
  readonly balanceAdjustments: BalanceAdjustments;
  readonly supportActions: SupportActions;
  readonly notifications: Notifications;
  readonly articles: Articles;
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

import * as Context from "effect/Context";
import type { AccountReads, Accounts } from "./repositories/accounts.ts";
import type { CartReads, Carts, DiscountCodeReads, DiscountCodes } from "./repositories/carts.ts";
import type { CertificateReads, Certificates } from "./repositories/certificates.ts";
import type {
  CollectionReads,
  Collections,
  DownloadReads,
  Downloads,
  PackReads,
  Packs,
  PlanReads,
  PlanSaleReads,
  PlanSales,
  Plans,
  Storefront,
  WishlistReads,
  Wishlists,
} from "./repositories/catalog.ts";
import type {
  CreditLedger,
  CreditReads,
  FundingLedger,
  FundingReads,
  UnrecoveredMoneyReads,
  UnrecoveredMoneyRepository,
} from "./repositories/credits.ts";
import type { GuestReads, Guests } from "./repositories/guests.ts";
import type { JobReads, Jobs, WebhookEventReads, WebhookEvents } from "./repositories/jobs.ts";
import type { DisputeReads, Disputes } from "./repositories/disputes.ts";
import type { ArticleReads, Articles } from "./repositories/articles.ts";
import type { NotificationReads, Notifications } from "./repositories/notifications.ts";
import type { NoticeReads, Notices } from "./repositories/notices.ts";
import type { OrderReads, Orders } from "./repositories/orders.ts";
import type {
  BalanceAdjustmentReads,
  BalanceAdjustments,
  PaymentReads,
  PaymentRepository,
  RefundReads,
  RefundRepository,
} from "./repositories/payments.ts";
import type { Search, SearchReads } from "./repositories/search.ts";
import type { SupportActionReads, SupportActions } from "./repositories/support-actions.ts";
import type { TeamReads, Teams } from "./repositories/teams.ts";
import type { SubscriptionReads, Subscriptions } from "./repositories/subscriptions.ts";
export * from "./repositories/accounts.ts";
export * from "./repositories/articles.ts";
export * from "./repositories/carts.ts";
export * from "./repositories/catalog.ts";
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

/** Reads for use outside a transaction. Inside one, the same reads use that transaction. */
export class ReadRepositories extends Context.Service<
  ReadRepositories,
  {
    readonly storefront: Storefront;
    readonly accounts: AccountReads;
    readonly guests: GuestReads;
    readonly plans: PlanReads;
    readonly packs: PackReads;
    readonly planSales: PlanSaleReads;
    readonly subscriptions: SubscriptionReads;
    readonly orders: OrderReads;
    readonly credits: CreditReads;
    readonly funding: FundingReads;
    readonly unrecovered: UnrecoveredMoneyReads;
    readonly collections: CollectionReads;
    readonly search: SearchReads;
    readonly certificates: CertificateReads;
    readonly teams: TeamReads;
    readonly carts: CartReads;
    readonly discountCodes: DiscountCodeReads;
    readonly downloads: DownloadReads;
    readonly wishlists: WishlistReads;
    readonly webhookEvents: WebhookEventReads;
    readonly payments: PaymentReads;
    readonly refunds: RefundReads;
    readonly disputes: DisputeReads;
    readonly balanceAdjustments: BalanceAdjustmentReads;
    readonly supportActions: SupportActionReads;
    readonly notifications: NotificationReads;
    readonly articles: ArticleReads;
    readonly notices: NoticeReads;
    readonly jobs: JobReads;
  }
>()("backlot/ReadRepositories") {}

/** Reads, writes, and locks. Only `transactional` provides them. */
export class Repositories extends Context.Service<
  Repositories,
  {
    readonly storefront: Storefront;
    readonly accounts: Accounts;
    readonly guests: Guests;
    readonly plans: Plans;
    readonly packs: Packs;
    readonly planSales: PlanSales;
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
>()("backlot/Repositories") {}

import * as Context from "effect/Context";
import type { AccountReads, Accounts } from "../accounts/accounts.repository.ts";
import type { ChannelReads, Channels } from "../accounts/channels.repository.ts";
import type { GuestReads, Guests } from "../accounts/guests.repository.ts";
import type { TeamReads, Teams } from "../accounts/teams.repository.ts";
import type { CollectionReads, Collections, WishlistReads, Wishlists } from "../catalog/catalog.repository.ts";
import type { HomePageReads, HomePages } from "../catalog/home-page.repository.ts";
import type { Search, SearchReads } from "../catalog/search.repository.ts";
import type { CertificateReads, Certificates } from "../certificates/certificates.repository.ts";
import type { CreditLedger, CreditReads } from "../credits/credits.repository.ts";
import type { PackReads, Packs } from "../credits/packs.repository.ts";
import type { DisputeReads, Disputes } from "../disputes/disputes.repository.ts";
import type { DownloadReads, Downloads } from "../downloads/downloads.repository.ts";
import type { ArticleReads, Articles } from "../engagement/articles.repository.ts";
import type { LegalTextReads, LegalTexts } from "../engagement/legal-texts.repository.ts";
import type { NotificationReads, Notifications } from "../engagement/notifications.repository.ts";
import type { Storefront } from "../engagement/storefront.repository.ts";
import type {
  FundingLedger,
  FundingReads,
  UnrecoveredMoneyReads,
  UnrecoveredMoneyRepository,
} from "../funding/funding.repository.ts";
import type { LeaseReads, Leases } from "./leases.repository.ts";
import type { JobReads, Jobs } from "../jobs/jobs.repository.ts";
import type { OutboxReads, Outbox } from "../mail/outbox.repository.ts";
import type { CartReads, Carts, DiscountCodeReads, DiscountCodes } from "../orders/carts.repository.ts";
import type { OrderReads, Orders } from "../orders/orders.repository.ts";
import type { PaymentReads, PaymentRepository } from "../orders/payments.repository.ts";
import type { ReceiptReads } from "../receipts/receipts.repository.ts";
import type { PlanReads, Plans } from "../plans/plans.repository.ts";
import type { PlanSaleReads, PlanSales } from "../pricing/plan-sales.repository.ts";
import type { PriceRulesReads, PriceRulesRepository } from "../pricing/price-rules.repository.ts";
import type { ShopReads, ShopRepository } from "../engagement/shop.repository.ts";
import type {
  BalanceAdjustmentReads,
  BalanceAdjustments,
  RefundReads,
  RefundRepository,
} from "../funding/refunds.repository.ts";
import type { SubscriptionReads, Subscriptions } from "../subscriptions/subscriptions.repository.ts";
import type { CustomerReads } from "../support/customers.repository.ts";
import type { RecordReads } from "../support/records.repository.ts";
import type { ReportReads } from "../support/reports.repository.ts";
import type { SupportActionReads, SupportActions } from "../support/support-actions.repository.ts";
import type { WebhookEndpointReads, WebhookEndpoints } from "../webhooks/webhook-endpoints.repository.ts";
import type { WebhookEventReads, WebhookEvents } from "../webhooks/webhook-events.repository.ts";
import type { OverviewReads } from "../profile/overviews.repository.ts";

export * from "../profile/overviews.repository.ts";
export * from "../accounts/accounts.repository.ts";
export * from "../accounts/channels.repository.ts";
export * from "../accounts/guests.repository.ts";
export * from "../accounts/teams.repository.ts";
export * from "../catalog/catalog.repository.ts";
export * from "../catalog/home-page.repository.ts";
export * from "../catalog/search.repository.ts";
export * from "../certificates/certificates.repository.ts";
export * from "../credits/credits.repository.ts";
export * from "../credits/packs.repository.ts";
export * from "../disputes/disputes.repository.ts";
export * from "../downloads/downloads.repository.ts";
export * from "../engagement/articles.repository.ts";
export * from "../engagement/legal-texts.repository.ts";
export * from "../engagement/notifications.repository.ts";
export * from "../engagement/storefront.repository.ts";
export * from "../funding/funding.repository.ts";
export * from "./leases.repository.ts";
export * from "../jobs/jobs.repository.ts";
export * from "../mail/outbox.repository.ts";
export * from "../orders/carts.repository.ts";
export * from "../orders/orders.repository.ts";
export * from "../orders/payments.repository.ts";
export * from "../plans/plans.repository.ts";
export * from "../pricing/plan-sales.repository.ts";
export * from "../pricing/price-rules.repository.ts";
export * from "../receipts/receipts.repository.ts";
export * from "../funding/refunds.repository.ts";
export * from "../engagement/shop.repository.ts";
export * from "../subscriptions/subscriptions.repository.ts";
export * from "../support/customers.repository.ts";
export * from "../support/records.repository.ts";
export * from "../support/reports.repository.ts";
export * from "../support/support-actions.repository.ts";
export * from "../webhooks/webhook-endpoints.repository.ts";
export * from "../webhooks/webhook-events.repository.ts";

/** All repositories, each in a read-only version and a full version with writes and row locks. */
interface Listed {
  storefront: [Storefront, Storefront];
  accounts: [AccountReads, Accounts];
  overviews: [OverviewReads, OverviewReads];
  channels: [ChannelReads, Channels];
  guests: [GuestReads, Guests];
  plans: [PlanReads, Plans];
  packs: [PackReads, Packs];
  planSales: [PlanSaleReads, PlanSales];
  priceRules: [PriceRulesReads, PriceRulesRepository];
  shop: [ShopReads, ShopRepository];
  subscriptions: [SubscriptionReads, Subscriptions];
  orders: [OrderReads, Orders];
  credits: [CreditReads, CreditLedger];
  funding: [FundingReads, FundingLedger];
  unrecovered: [UnrecoveredMoneyReads, UnrecoveredMoneyRepository];
  collections: [CollectionReads, Collections];
  search: [SearchReads, Search];
  homePage: [HomePageReads, HomePages];
  certificates: [CertificateReads, Certificates];
  teams: [TeamReads, Teams];
  carts: [CartReads, Carts];
  discountCodes: [DiscountCodeReads, DiscountCodes];
  downloads: [DownloadReads, Downloads];
  wishlists: [WishlistReads, Wishlists];
  webhookEvents: [WebhookEventReads, WebhookEvents];
  webhookEndpoints: [WebhookEndpointReads, WebhookEndpoints];
  payments: [PaymentReads, PaymentRepository];
  receipts: [ReceiptReads, ReceiptReads];
  refunds: [RefundReads, RefundRepository];
  disputes: [DisputeReads, Disputes];
  balanceAdjustments: [BalanceAdjustmentReads, BalanceAdjustments];
  supportActions: [SupportActionReads, SupportActions];
  customers: [CustomerReads, CustomerReads];
  records: [RecordReads, RecordReads];
  reports: [ReportReads, ReportReads];
  notifications: [NotificationReads, Notifications];
  articles: [ArticleReads, Articles];
  legalTexts: [LegalTextReads, LegalTexts];
  outbox: [OutboxReads, Outbox];
  leases: [LeaseReads, Leases];
  jobs: [JobReads, Jobs];
}

/** Read-only repositories. Inside `transactional`, they read through its transaction. */
export class ReadRepositories extends Context.Service<
  ReadRepositories,
  { readonly [Name in keyof Listed]: Listed[Name][0] }
>()("backlot/ReadRepositories") {}

/** Repositories with reads, writes, and row locks. Only `transactional` provides them. */
export class Repositories extends Context.Service<Repositories, { readonly [Name in keyof Listed]: Listed[Name][1] }>()(
  "backlot/Repositories",
) {}

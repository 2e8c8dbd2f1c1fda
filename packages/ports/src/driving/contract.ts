import * as HttpApi from "effect/http-api/HttpApi";
import { ConnectedApps } from "../accounts/channels.contract.ts";
import { Accounts, LicenseeProfiles } from "../accounts/accounts.contract.ts";
import { Users } from "../profile/users.contract.ts";
import { Collections, Products, Searches, Wishlists } from "../catalog/catalog.contract.ts";
import { CreditPacks } from "../credits/credit-packs.contract.ts";
import { Downloads } from "../downloads/downloads.contract.ts";
import { Health } from "./health.contract.ts";
import { LicenseTypes } from "../licensing/license-types.contract.ts";
import { PlanVariants } from "../plans/plans.contract.ts";
import { Settings } from "../engagement/settings.contract.ts";
import { Certificates } from "../certificates/certificates.contract.ts";
import { Articles } from "../engagement/articles.contract.ts";
import { UserInterestAnalytics } from "../engagement/analytics.contract.ts";
import { Carts } from "../orders/carts.contract.ts";
import { Checkout } from "../checkout/checkout.contract.ts";
import { Newsletter } from "../engagement/newsletter.contract.ts";
import { Orders, Purchases } from "../orders/orders.contract.ts";
import { Receipts } from "../receipts/receipts.contract.ts";
import { Payments } from "../checkout/payments.contract.ts";
import { Subscriptions } from "../subscriptions/subscriptions.contract.ts";
import { Teams } from "../accounts/teams.contract.ts";
import { Support } from "../support/support.contract.ts";

export { OWNERS_FIELDS, OpenSessionView, SubscriptionView, UserView } from "../accounts/accounts.contract.ts";
export { AccountExport } from "../profile/users.contract.ts";
export { CategoryView, CollectionListing, CollectionPage, CollectionView } from "../catalog/catalog.contract.ts";
export { CreditPackVariant } from "../credits/credit-packs.contract.ts";
export { DownloadPage } from "../downloads/downloads.contract.ts";
export { StoreSettingsView } from "../engagement/settings.contract.ts";
export { RunningSaleView } from "../pricing/sale.view.ts";
export { PaymentStep, SavedCard } from "../checkout/payments.contract.ts";
export { ChangePreviewView } from "../subscriptions/subscriptions.contract.ts";
export { CartItemView, CartView } from "../orders/carts.contract.ts";
export { CertificateView } from "../certificates/certificates.contract.ts";
export { CheckoutView } from "../checkout/checkout.contract.ts";
export { ApprovalRedirect, OrderPage, OrderView, ApprovalView } from "../orders/orders.contract.ts";
export { ReceiptPage, ReceiptView } from "../receipts/receipts.contract.ts";
export { ArticlePage } from "../engagement/articles.contract.ts";
export {
  CustomerChange,
  PaymentRefund,
  SentMail,
  CustomerCertificate,
  RefundSettlement,
} from "../support/support.requests.ts";
export { NewArticle } from "../engagement/new-article.ts";
export { ByStaff } from "./staff.ts";
export {
  AccountCheck,
  FaultView,
  AuditPage,
  CustomerView,
  DownloadCheckView,
  RefusedEmail,
} from "../support/support.views.ts";
export { CodePage } from "../pricing/codes.view.ts";
export { ListedOrders, SupportOrderView } from "../orders/support-orders.views.ts";
export { StockPage, StockResult } from "../catalog/stock.views.ts";
export { NewLegalText } from "../engagement/new-legal-text.ts";
export { ShopChange } from "../engagement/shop-change.ts";
export { PlanImpact, PriceListCheck } from "../pricing/price-list.views.ts";
export {
  MismatchedPaymentView,
  OpenDispute,
  CustomerDispute,
  RefundPreview,
  SupportPayment,
  UnrecoveredMoneyView,
  UnsettledRefund,
} from "../refunds/money.views.ts";
export { TeamView } from "../accounts/teams.contract.ts";
export {
  AccountRequired,
  AdminsOnly,
  Costs,
  NeedsRole,
  type AdminsAlone,
  Cacheable,
  Repeatable,
  BuyerRequired,
  PayerRequired,
  RequestValidation,
  SessionRequired,
  SupportRequired,
} from "./shared.ts";

/** The store's API contract, the single source of its routes, clients, and OpenAPI document. */
export class BacklotApi extends HttpApi.make("backlot")
  .add(Health)
  .add(Settings)
  .add(LicenseTypes)
  .add(PlanVariants)
  .add(CreditPacks)
  .add(Collections)
  .add(Searches)
  .add(Products)
  .add(Accounts)
  .add(Users)
  .add(ConnectedApps)
  .add(LicenseeProfiles)
  .add(Certificates)
  .add(Teams)
  .add(Payments)
  .add(Subscriptions)
  .add(Checkout)
  .add(Purchases)
  // Add Carts before Orders. Otherwise, `/orders/:id` would match the cart's path.
  .add(Carts)
  .add(Orders)
  .add(Receipts)
  .add(Downloads)
  .add(Wishlists)
  .add(Articles)
  .add(Newsletter)
  .add(UserInterestAnalytics)
  .add(Support)
  .prefix("/api") {}

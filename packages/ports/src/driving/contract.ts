import * as HttpApi from "effect/http-api/HttpApi";
import { Accounts, LicenseeProfiles, Users } from "./contract/accounts.ts";
import {
  Collections,
  CreditPacks,
  Downloads,
  Health,
  LicenseTypes,
  PlanVariants,
  Products,
  Searches,
  Settings,
  Wishlists,
} from "./contract/catalog.ts";
import { Certificates } from "./contract/certificates.ts";
import { Articles } from "./contract/articles.ts";
import { UserInterestAnalytics } from "./contract/analytics.ts";
import { Carts } from "./contract/carts.ts";
import { Checkout } from "./contract/checkout.ts";
import { Newsletter } from "./contract/newsletter.ts";
import { Orders, Purchases } from "./contract/orders.ts";
import { Payments } from "./contract/payments.ts";
import { Subscriptions } from "./contract/subscriptions.ts";
import { Teams } from "./contract/teams.ts";
import { Support } from "./contract/support.ts";

export { AccountExport, OpenSessionView, SubscriptionView, UserView } from "./contract/accounts.ts";
export {
  CategoryView,
  CollectionListing,
  CollectionPage,
  CollectionView,
  CreditPackVariant,
  DownloadPage,
  RunningSaleView,
  StoreSettingsView,
} from "./contract/catalog.ts";
export { PaymentStep, SavedCard } from "./contract/payments.ts";
export { ChangePreviewView } from "./contract/subscriptions.ts";
export { CartItemView, CartView } from "./contract/carts.ts";
export { CertificateView } from "./contract/certificates.ts";
export { CheckoutView } from "./contract/checkout.ts";
export { ApprovalRedirect, OrderPage, OrderView, PayPalOrderView } from "./contract/orders.ts";
export { ArticlePage } from "./contract/articles.ts";
export {
  CodePage,
  CustomerChange,
  CustomerView,
  NewArticle,
  SupportOrderView,
  MismatchedPaymentView,
  OpenDispute,
  StockPage,
  StockResult,
  UnrecoveredMoneyView,
  UnsettledRefund,
} from "./contract/support.ts";
export { TeamView } from "./contract/teams.ts";
export {
  AccountRequired,
  AdminsOnly,
  type AdminsAlone,
  AnswersVisitorsAlike,
  BuyerRequired,
  PayerRequired,
  RequestValidation,
  SessionRequired,
  SupportRequired,
} from "./contract/shared.ts";

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
  .add(LicenseeProfiles)
  .add(Certificates)
  .add(Teams)
  .add(Payments)
  .add(Subscriptions)
  .add(Checkout)
  .add(Purchases)
  // Before Orders: otherwise `/orders/:id` would match the cart's path.
  .add(Carts)
  .add(Orders)
  .add(Downloads)
  .add(Wishlists)
  .add(Articles)
  .add(Newsletter)
  .add(UserInterestAnalytics)
  .add(Support)
  .prefix("/api") {}

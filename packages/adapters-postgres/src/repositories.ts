import type { Repositories } from "@backlot/ports";
import type { Db } from "./db.ts";
import { postgresLeases } from "./leases.ts";
import { postgresAccounts } from "./accounts/accounts.ts";
import { postgresChannels } from "./accounts/channels.ts";
import { postgresGuests } from "./accounts/guests.ts";
import { postgresTeams } from "./accounts/teams.ts";
import { postgresCollections } from "./catalog/collections.ts";
import { postgresHomePages } from "./catalog/home-page.ts";
import { postgresSearch } from "./catalog/search.ts";
import { postgresWishlists } from "./catalog/wishlists.ts";
import { postgresCertificates } from "./certificates/certificates.ts";
import { postgresCredits } from "./credits/credits.ts";
import { postgresPacks } from "./credits/packs.ts";
import { postgresDisputes } from "./disputes/disputes.ts";
import { postgresDownloads } from "./downloads/downloads.ts";
import { postgresArticles } from "./engagement/articles.ts";
import { postgresLegalTexts } from "./engagement/legal-texts.ts";
import { postgresNotifications } from "./engagement/notifications.ts";
import { postgresStorefront } from "./engagement/storefront.ts";
import { postgresFunding, postgresUnrecovered } from "./funding/funding.ts";
import { postgresJobs } from "./jobs/jobs.ts";
import { postgresOutbox } from "./mail/outbox.ts";
import { postgresCarts, postgresDiscountCodes } from "./orders/carts.ts";
import { postgresOrders } from "./orders/orders.ts";
import { postgresPayments } from "./orders/payments.ts";
import { postgresPlans } from "./plans/plans.ts";
import { postgresPlanSales } from "./pricing/plan-sales.ts";
import { postgresPriceRules } from "./pricing/price-rules.ts";
import { postgresShop } from "./engagement/shop.ts";
import { postgresOverviews } from "./profile/overviews.ts";
import { postgresReceipts } from "./receipts/receipts.ts";
import { postgresBalanceAdjustments, postgresRefunds } from "./funding/refunds.ts";
import { postgresSubscriptions } from "./subscriptions/subscriptions.ts";
import { postgresCustomers } from "./support/customers.ts";
import { postgresRecords } from "./support/records.ts";
import { postgresReports } from "./support/reports.ts";
import { postgresSupportActions } from "./support/support-actions.ts";
import { postgresWebhookEndpoints } from "./webhooks/webhook-endpoints.ts";
import { postgresWebhookEvents } from "./webhooks/webhook-events.ts";

/** Returns the repositories over a database or one of its transactions. */
export const postgresRepositories = (db: Db): Repositories["Service"] => ({
  accounts: postgresAccounts(db),
  overviews: postgresOverviews(db),
  channels: postgresChannels(db),
  guests: postgresGuests(db),
  plans: postgresPlans(db),
  packs: postgresPacks(db),
  planSales: postgresPlanSales(db),
  priceRules: postgresPriceRules(db),
  shop: postgresShop(db),
  storefront: postgresStorefront(db),
  subscriptions: postgresSubscriptions(db),
  orders: postgresOrders(db),
  credits: postgresCredits(db),
  funding: postgresFunding(db),
  unrecovered: postgresUnrecovered(db),
  collections: postgresCollections(db),
  search: postgresSearch(db),
  homePage: postgresHomePages(db),
  certificates: postgresCertificates(db),
  teams: postgresTeams(db),
  carts: postgresCarts(db),
  discountCodes: postgresDiscountCodes(db),
  downloads: postgresDownloads(db),
  wishlists: postgresWishlists(db),
  webhookEvents: postgresWebhookEvents(db),
  webhookEndpoints: postgresWebhookEndpoints(db),
  payments: postgresPayments(db),
  receipts: postgresReceipts(db),
  refunds: postgresRefunds(db),
  disputes: postgresDisputes(db),
  balanceAdjustments: postgresBalanceAdjustments(db),
  supportActions: postgresSupportActions(db),
  customers: postgresCustomers(db),
  records: postgresRecords(db),
  reports: postgresReports(db),
  notifications: postgresNotifications(db),
  articles: postgresArticles(db),
  legalTexts: postgresLegalTexts(db),
  outbox: postgresOutbox(db),
  leases: postgresLeases(db),
  jobs: postgresJobs(db),
});

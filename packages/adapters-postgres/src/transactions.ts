import { InTransaction, type Repositories, type Transactions, outside, outsideOnly } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { type ControlledTransaction, sql } from "kysely";
import type { Database } from "./database.ts";
import { type Db, query } from "./db.ts";
import { isDatabaseOutage } from "./outage.ts";
import { withReplica } from "./read-replica.ts";
import type { Tables } from "./schema.ts";
import { instantsPlugin } from "./instants-plugin.ts";
import { postgresAccounts } from "./accounts/accounts.ts";
import { postgresOverviews } from "./profile/overviews.ts";
import { postgresArticles } from "./engagement/articles.ts";
import { postgresCarts, postgresDiscountCodes } from "./orders/carts.ts";
import { postgresCertificates } from "./certificates/certificates.ts";
import { postgresCollections } from "./catalog/collections.ts";
import { postgresCredits } from "./credits/credits.ts";
import { postgresFunding, postgresUnrecovered } from "./funding/funding.ts";
import { DiskRoom } from "./disk-room.ts";
import { postgresDownloads } from "./downloads/downloads.ts";
import { postgresDisputes } from "./disputes/disputes.ts";
import { postgresGuests } from "./accounts/guests.ts";
import { postgresJobs } from "./jobs/jobs.ts";
import { postgresOrders } from "./orders/orders.ts";
import { postgresPacks } from "./credits/packs.ts";
import { postgresOutbox } from "./mail/outbox.ts";
import { postgresBalanceAdjustments, postgresRefunds } from "./refunds/refunds.ts";
import { postgresNotifications } from "./engagement/notifications.ts";
import { postgresPayments } from "./orders/payments.ts";
import { postgresReceipts } from "./receipts/receipts.ts";
import { postgresPlanSales } from "./pricing/plan-sales.ts";
import { postgresPlans } from "./plans/plans.ts";
import { postgresHomePages } from "./catalog/home-page.ts";
import { postgresSearch } from "./catalog/search.ts";
import { postgresStorefront } from "./engagement/storefront.ts";
import { postgresSubscriptions } from "./subscriptions/subscriptions.ts";
import { postgresCustomers } from "./support/customers.ts";
import { postgresRecords } from "./support/records.ts";
import { postgresSupportActions } from "./support/support-actions.ts";
import { postgresTeams } from "./accounts/teams.ts";
import { postgresWishlists } from "./catalog/wishlists.ts";
import { postgresWebhookEvents } from "./webhooks/webhook-events.ts";

const postgresRepositories = (db: Db): Repositories["Service"] => ({
  accounts: postgresAccounts(db),
  overviews: postgresOverviews(db),
  guests: postgresGuests(db),
  plans: postgresPlans(db),
  packs: postgresPacks(db),
  planSales: postgresPlanSales(db),
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
  payments: postgresPayments(db),
  receipts: postgresReceipts(db),
  refunds: postgresRefunds(db),
  disputes: postgresDisputes(db),
  balanceAdjustments: postgresBalanceAdjustments(db),
  supportActions: postgresSupportActions(db),
  customers: postgresCustomers(db),
  records: postgresRecords(db),
  notifications: postgresNotifications(db),
  articles: postgresArticles(db),
  outbox: postgresOutbox(db),
  jobs: postgresJobs(db),
});

/** What else is known of a database: whether its disk has room, its replica if there is one, and a clock. */
type Known = Partial<Pick<Database, "room" | "replica"> & { readonly now: () => number }>;

/** Creates transactions over a database handle, either PostgreSQL or the embedded engine. */
export const makeTransactions = (
  handle: Db,
  { room = new DiskRoom(), replica = null, now = Date.now }: Known = {},
): Transactions => {
  const db = handle.withPlugin(instantsPlugin);
  const own = postgresRepositories(db);
  const begin = query(() => db.startTransaction().execute());
  /** Rolls back and frees the connection. A lost connection has rolled back already. */
  const rollback = (transaction: ControlledTransaction<Tables>): Effect.Effect<void> =>
    query(() => transaction.rollback().execute()).pipe(
      Effect.catchDefect((defect) => Effect.logWarning("a transaction could not be rolled back", defect)),
    );
  const end = (transaction: ControlledTransaction<Tables>, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
    Exit.isSuccess(exit)
      ? // A failed commit keeps its connection until it is rolled back.
        query(() => transaction.commit().execute()).pipe(Effect.onError(() => rollback(transaction)))
      : rollback(transaction);
  return {
    run: (work) =>
      outside(
        "a transaction",
        Effect.acquireUseRelease(
          begin,
          (transaction) => Effect.provideService(work(postgresRepositories(transaction)), InTransaction, true),
          end,
        ),
      ),
    read: outsideOnly(
      "repositories",
      replica === null ? own : withReplica(own, replica.withPlugin(instantsPlugin), now),
    ),
    check: () =>
      query(async () => {
        await room.check(db);
        await sql`select 1`.execute(db);
      }),
    isOutage: isDatabaseOutage,
  };
};

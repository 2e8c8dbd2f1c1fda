import { InTransaction, type Repositories, type Transactions, outside, outsideOnly } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { type ControlledTransaction, sql } from "kysely";
import { type Db, query } from "./db.ts";
import { isDatabaseOutage, isDiskFull } from "./outage.ts";
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

/** A write that fails if the disk is full, and leaves nothing behind. */
const NEEDS_ROOM = sql`create temporary table needs_room on commit drop as
  select string_agg(md5(random()::text), '') as filler from generate_series(1, 8000)`;

/** Creates transactions over a database handle, either PostgreSQL or the embedded engine. */
export const makeTransactions = (handle: Db): Transactions => {
  const db = handle.withPlugin(instantsPlugin);
  /** Whether a write has failed for lack of room on the disk, and none has been tried since. */
  let isFull = false;
  const noteRoom = (exit: Exit.Exit<unknown, unknown>): void => {
    if (Exit.isFailure(exit) && isDiskFull(Cause.squash(exit.cause))) isFull = true;
  };
  const check = async (): Promise<void> => {
    if (isFull) {
      // Any other failure, such as a role that may not create temporary tables, says nothing about the disk.
      const failure = await db
        .transaction()
        .execute((probe) => NEEDS_ROOM.execute(probe))
        .then(
          () => null,
          (error: unknown) => error,
        );
      if (isDiskFull(failure)) throw failure;
      isFull = false;
    }
    await sql`select 1`.execute(db);
  };
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
        ).pipe(Effect.onExit((exit) => Effect.sync(() => noteRoom(exit)))),
      ),
    read: outsideOnly("repositories", postgresRepositories(db)),
    check: () => query(check),
    isOutage: isDatabaseOutage,
  };
};

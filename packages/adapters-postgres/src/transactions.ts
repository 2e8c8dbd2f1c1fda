import { instant } from "@backlot/domain";
import { type Clock, InTransaction, type Transactions, outside, outsideOnly } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { type ControlledTransaction, sql } from "kysely";
import type { Database } from "./database.ts";
import { type Db, query } from "./db.ts";
import { forgetReads, withReadsOnce } from "./operation-reads.ts";
import { isDatabaseOutage } from "./outage.ts";
import { withReplica } from "./read-replica.ts";
import { postgresRepositories } from "./repositories.ts";
import type { Tables } from "./schema.ts";
import { withSharedReads } from "./shared-reads.ts";
import { instantsPlugin } from "./instants-plugin.ts";
import { DiskRoom } from "./disk-room.ts";

/** Optional facts about a database: its disk space, its replica, the machine's time, and the store's clock. */
type Known = Partial<Pick<Database, "room" | "replica"> & { readonly now: () => number; readonly clock: Clock }>;

/** Creates transactions over a database handle, either PostgreSQL or the embedded engine. */
export const makeTransactions = (
  handle: Db,
  { room = new DiskRoom(), replica = null, now = Date.now, clock = { now: () => instant(now()) } }: Known = {},
): Transactions => {
  const db = handle.withPlugin(instantsPlugin);
  const repositories = withSharedReads(withReadsOnce(postgresRepositories(db)), clock.now);
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
        ).pipe(Effect.ensuring(forgetReads)),
      ),
    read: outsideOnly(
      "repositories",
      replica === null ? repositories : withReplica(repositories, replica.withPlugin(instantsPlugin), now),
    ),
    check: () =>
      query(async () => {
        await room.check(db);
        await sql`select 1`.execute(db);
      }),
    isOutage: isDatabaseOutage,
  };
};

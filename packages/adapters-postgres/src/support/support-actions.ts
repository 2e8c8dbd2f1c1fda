import type { Instant, SupportAction } from "@backlot/domain";
import type { SupportActions } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

const actions = (db: Db) =>
  db.selectFrom("support_actions").select(["id", "at", "actor", "proven", "reason", "change"]);

const ofAccounts = (db: Db) => actions(db).$narrowType<{ change: SupportAction["change"] }>();

/** Creates the log of support staff's actions. Account and order queries return only changes to accounts. */
export const postgresSupportActions = (db: Db): SupportActions => ({
  add: (user_id, { change, ...action }) =>
    query(async () => {
      const insertResult = await db
        .insertInto("support_actions")
        .values({ ...action, user_id, change: JSON.stringify(change) })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return insertResult.numInsertedOrUpdatedRows === 1n;
    }),
  get: (id) => query(async () => (await actions(db).select("user_id").where("id", "=", id).executeTakeFirst()) ?? null),
  page: ({ actor, since, starting_after, limit }) =>
    query(() =>
      db
        .selectFrom("support_actions")
        .leftJoin("accounts", "accounts.id", "support_actions.user_id")
        .select([
          "support_actions.id",
          "support_actions.at",
          "support_actions.actor",
          "support_actions.proven",
          "support_actions.reason",
          "support_actions.change",
          "support_actions.user_id",
          "accounts.email",
          sql<number>`support_actions.seq::integer`.as("seq"),
        ])
        .$if(actor !== null, (from) => from.where(sql<boolean>`lower(support_actions.actor) = lower(${actor})`))
        .$if(since !== null, (from) => from.where("support_actions.at", ">=", since as Instant))
        .$if(starting_after !== null, (from) => from.where(sql<boolean>`support_actions.seq < ${starting_after}`))
        .orderBy("support_actions.seq", "desc")
        .limit(limit)
        .execute(),
    ),
  ofOrder: (orderId) =>
    query(() => ofAccounts(db).where(sql<boolean>`change->>'order_id' = ${orderId}`).orderBy("seq", "desc").execute()),
  ofAccount: (accountId) =>
    query(() => ofAccounts(db).where("user_id", "=", accountId).orderBy("seq", "desc").execute()),
});

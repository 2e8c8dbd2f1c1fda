import type { SupportActions } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

const actions = (db: Db) =>
  db.selectFrom("support_actions").select(["id", "at", "actor", "proven", "reason", "change"]);

/** Creates the log of support staff's actions on accounts. */
export const postgresSupportActions = (db: Db): SupportActions => ({
  add: (user_id, { change, ...action }) =>
    query(async () => {
      const made = await db
        .insertInto("support_actions")
        .values({ ...action, user_id, change: JSON.stringify(change) })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return made.numInsertedOrUpdatedRows === 1n;
    }),
  get: (id) => query(async () => (await actions(db).select("user_id").where("id", "=", id).executeTakeFirst()) ?? null),
  ofOrder: (orderId) =>
    query(() => actions(db).where(sql<boolean>`change->>'order_id' = ${orderId}`).orderBy("seq", "desc").execute()),
  ofAccount: (accountId) => query(() => actions(db).where("user_id", "=", accountId).orderBy("seq", "desc").execute()),
});

import type { SupportActions } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** What support staff did to accounts, in PostgreSQL. */
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
  ofAccount: (accountId) =>
    query(() =>
      db
        .selectFrom("support_actions")
        .select(["id", "at", "actor", "reason", "change"])
        .where("user_id", "=", accountId)
        .orderBy("seq", "desc")
        .execute(),
    ),
});

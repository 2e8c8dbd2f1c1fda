import type { Downloads } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** Downloads by day in PostgreSQL. */
export const postgresDownloads = (db: Db): Downloads => ({
  record: (user_id, day, variant_id, at) =>
    query(async () => {
      await db
        .insertInto("downloads")
        .values({ user_id, day, variant_id, at })
        .onConflict((conflict) => conflict.columns(["user_id", "day", "variant_id"]).doNothing())
        .execute();
    }),
  ofAccount: (accountId) =>
    query(() =>
      db.selectFrom("downloads").select(["variant_id", "at"]).where("user_id", "=", accountId).orderBy("at").execute(),
    ),
  countOn: (accountId, day) =>
    query(async () => {
      const row = await db
        .selectFrom("downloads")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("user_id", "=", accountId)
        .where("day", "=", day)
        .executeTakeFirstOrThrow();
      return row.count;
    }),
  has: (accountId, day, variantId) =>
    query(async () => {
      const row = await db
        .selectFrom("downloads")
        .select("variant_id")
        .where("user_id", "=", accountId)
        .where("day", "=", day)
        .where("variant_id", "=", variantId)
        .executeTakeFirst();
      return row !== undefined;
    }),
});

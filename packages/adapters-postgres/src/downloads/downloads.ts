import type { Downloads, LibraryFile } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

/** Creates the repository of daily downloads. */
export const postgresDownloads = (db: Db): Downloads => ({
  record: (user_id, day, variant_id, at, counted) =>
    query(async () => {
      await db
        .insertInto("downloads")
        .values({ user_id, day, variant_id, at, counted })
        // A download that counted today still counts, even if the customer has bought the item since.
        .onConflict((conflict) =>
          conflict.columns(["user_id", "day", "variant_id"]).doUpdateSet({
            at,
            counted: sql<boolean>`downloads.counted or excluded.counted`,
          }),
        )
        .execute();
    }),
  library: (accountId, { starting_after, limit }) =>
    query(async () => {
      const { rows } = await sql<LibraryFile>`
        with had as (
          select variant_id, at, at as downloaded_at, false as owned, null::integer as license_id
          from downloads where user_id = ${accountId}
          union all
          select variants.id, own.at, null, true, own.license_id
          from entitlements own
          join collection_variants variants on variants.collection_id = own.collection_id
            and (own.collection_variant_id is null or own.collection_variant_id = variants.id)
          where own.revoked_at is null
            and own.user_id in (select unnest(array[id, team_id]) from accounts where id = ${accountId})
        ), files as (
          select variant_id, max(at) as at, max(downloaded_at) as downloaded_at, bool_or(owned) as owned,
            max(license_id) as license_id
          from had group by variant_id
        )
        select variant_id, downloaded_at, owned, license_id from files
        where ${starting_after}::integer is null
          or (at, variant_id) < (select at, variant_id from files where variant_id = ${starting_after}::integer)
        order by files.at desc, variant_id desc limit ${limit}`.execute(db);
      return rows;
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
        .where("counted", "=", true)
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
        .where("counted", "=", true)
        .executeTakeFirst();
      return row !== undefined;
    }),
});

import type { Logo, ShopRepository } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { type ShopColumns, shopColumns, toProfile, toShop } from "../shop-columns.ts";

const read = prepared<ShopColumns, []>((db) => sql<ShopColumns>`select ${shopColumns}`.compile(db));

export const postgresShop = (db: Db): ShopRepository => ({
  current: () =>
    query(async () => {
      const [row] = await read(db);
      return toShop(row ?? { shop_profile: null, shop_logos: null });
    }),
  profile: () =>
    query(async () => {
      const row = await db.selectFrom("shop_profile").select("profile").executeTakeFirst();
      return toProfile(row?.profile ?? null);
    }),
  logo: (kind) =>
    query(async () => {
      const row = await db.selectFrom("shop_logos").selectAll().where("kind", "=", kind).executeTakeFirst();
      return row === undefined ? null : { type: row.type as Logo["type"], data: row.data, version: row.version };
    }),
  lock: () => query(async () => void (await sql`select pg_advisory_xact_lock(hashtext('shop_profile'))`.execute(db))),
  put: (value) =>
    query(async () => {
      const profile = JSON.stringify(value);
      await db
        .insertInto("shop_profile")
        .values({ id: 1, profile })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ profile }))
        .execute();
    }),
  putLogo: (kind, logo) =>
    query(async () => {
      await db
        .insertInto("shop_logos")
        .values({ kind, ...logo })
        .onConflict((conflict) => conflict.column("kind").doUpdateSet(logo))
        .execute();
    }),
  removeLogo: (kind) =>
    query(async () => {
      const { numDeletedRows } = await db.deleteFrom("shop_logos").where("kind", "=", kind).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
});

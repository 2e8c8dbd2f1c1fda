import type { Logo, ShopRepository } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { type ShopColumns, shopColumns, toShop } from "../shop-columns.ts";

const read = prepared<ShopColumns, []>((db) => sql<ShopColumns>`select ${shopColumns}`.compile(db));

export const postgresShop = (db: Db): ShopRepository => ({
  current: () =>
    query(async () => {
      const [row] = await read(db);
      return toShop(row ?? { shop_profile: null, shop_logos: null });
    }),
  logo: (kind) =>
    query(async () => {
      const row = await db.selectFrom("shop_logos").selectAll().where("kind", "=", kind).executeTakeFirst();
      return row === undefined ? null : { type: row.type as Logo["type"], data: row.data, version: row.version };
    }),
  change: (change) =>
    query(async () => {
      const json = JSON.stringify(change);
      // Keep fields that only processes of another version know.
      await sql`
        insert into shop_profile as stored (id, profile) values (1, jsonb_strip_nulls(${json}::jsonb))
        on conflict (id) do update set profile = jsonb_strip_nulls(stored.profile::jsonb || ${json}::jsonb)`.execute(
        db,
      );
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

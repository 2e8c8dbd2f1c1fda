import { type OwnedItem, licenseId } from "@backlot/domain";
import type { Collections } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

export const OWNED = [
  "collection_id",
  "collection_variant_id",
  "source",
  "license_id",
  "at_upgrade_price",
  "raised_from",
] as const;

export const toOwned = ({
  license_id,
  raised_from,
  ...item
}: Pick<Selectable<Tables["entitlements"]>, (typeof OWNED)[number]>): OwnedItem => ({
  ...item,
  license_id: licenseId(license_id),
  raised_from: raised_from === null ? null : licenseId(raised_from),
});

/** The queries about who owns which items. */
type Entitlements = Pick<
  Collections,
  | "entitlementsOf"
  | "entitlementsOfTeam"
  | "grantEntitlement"
  | "grantedFor"
  | "holdings"
  | "ownedOf"
  | "revokeEntitlement"
  | "soldOf"
>;

/** Creates the part of the catalog repository for the ownership of items. */
export const postgresEntitlements = (db: Db): Entitlements => {
  const entitlements = db
    .selectFrom("entitlements")
    .select(OWNED)
    .where("revoked_at", "is", null)
    .orderBy("collection_id");
  return {
    soldOf: (variantIds) =>
      query(async () => {
        const { rows } = await sql<{ id: number }>`select id from collection_variants as own
          where id = any(${variantIds}::integer[]) and (
            exists (select from order_items where collection_variant_id = own.id)
            or exists (select from downloads where variant_id = own.id)
            or exists (select from entitlements where collection_id = own.collection_id
              and (collection_variant_id is null or collection_variant_id = own.id)))`.execute(db);
        return rows.map(({ id }) => id);
      }),
    ownedOf: (variantIds) =>
      query(async () => {
        const rows = await db
          .selectFrom("collection_variants")
          .select("id")
          .where("id", "in", variantIds.length === 0 ? [0] : variantIds)
          .where((builder) =>
            builder.exists(
              builder
                .selectFrom("entitlements")
                .select(sql`1`.as("one"))
                .whereRef("entitlements.collection_id", "=", "collection_variants.collection_id")
                .where("revoked_at", "is", null)
                .where((each) =>
                  each.or([
                    each("collection_variant_id", "is", null),
                    each("collection_variant_id", "=", each.ref("collection_variants.id")),
                  ]),
                ),
            ),
          )
          .execute();
        return rows.map(({ id }) => id);
      }),
    entitlementsOf: (accountId) =>
      query(async () => (await entitlements.where("user_id", "=", accountId).execute()).map(toOwned)),
    entitlementsOfTeam: (accountId) =>
      query(async () => {
        const rows = await entitlements
          .where("user_id", "in", (from) =>
            from
              .selectFrom("accounts")
              .select((builder) => builder.fn<string>("unnest", [sql`array[id, team_id]`]).as("holder"))
              .where("id", "=", accountId),
          )
          .execute();
        return rows.map(toOwned);
      }),
    holdings: (accountId) =>
      query(async () => {
        const row = await db
          .selectFrom("accounts")
          .select((from) => [
            "team_id",
            jsonArrayFrom(
              from
                .selectFrom("entitlements")
                .select([...OWNED, "user_id"])
                .where("revoked_at", "is", null)
                .where((builder) =>
                  builder.or([
                    builder("user_id", "=", builder.ref("accounts.id")),
                    builder("user_id", "=", builder.ref("accounts.team_id")),
                  ]),
                ),
            ).as("items"),
            jsonArrayFrom(
              from.selectFrom("wishlist_items").select("collection_id").whereRef("user_id", "=", "accounts.id"),
            ).as("saved"),
          ])
          .where("id", "=", accountId)
          .executeTakeFirst();
        const held = row?.items ?? [];
        const spender = row?.team_id ?? accountId;
        const items = held.map(({ user_id: _, ...item }) => toOwned(item));
        return {
          items,
          spenderItems: items.filter((_, place) => held[place]?.user_id === spender),
          wishlist: (row?.saved ?? []).map((each) => each.collection_id),
        };
      }),
    grantEntitlement: (user_id, item, at) =>
      query(async () => {
        const done = await db
          .insertInto("entitlements")
          .values({ ...item, user_id, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return done.numInsertedOrUpdatedRows === 1n;
      }),
    revokeEntitlement: (user_id, source, revoked_at) =>
      query(async () => {
        await db
          .updateTable("entitlements")
          .set({ revoked_at })
          .where("user_id", "=", user_id)
          .where("source", "=", source)
          .where("revoked_at", "is", null)
          .execute();
      }),
    grantedFor: (user_id, sources) =>
      query(async () => {
        const rows = await db
          .selectFrom("entitlements")
          .select(["source", "revoked_at"])
          .where("user_id", "=", user_id)
          .where("source", "in", sources.length === 0 ? [""] : sources)
          .execute();
        return rows.map(({ source, revoked_at }) => ({ source, held: revoked_at === null }));
      }),
  };
};

import { type Collection, type LibraryId, cents, credits } from "@backlot/domain";
import type { Collections } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Db, prepared, query } from "../db.ts";
import type { Tables } from "../schema.ts";

type Variant = Omit<Selectable<Tables["collection_variants"]>, "collection_id">;
type Row = Selectable<Tables["collections"]> & { readonly collection_variants: readonly Variant[] };

/** Collections with their variants, in one query. */
const withVariants = (db: Db) =>
  db
    .selectFrom("collections")
    .selectAll("collections")
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom("collection_variants")
          .select(["id", "name", "resolution", "price", "file_name", "description"])
          .whereRef("collection_id", "=", "collections.id")
          .orderBy("id"),
      ).as("collection_variants"),
    );

const bySlug = prepared<Row, [slug: string]>((db) => withVariants(db).where("slug", "=", "").compile());

const collection = (row: Row): Collection => ({
  ...row,
  // The table's check admits only the three libraries.
  library_id: row.library_id as LibraryId,
  credit_price: row.credit_price === null ? null : credits(row.credit_price),
  price: cents(row.price),
  collection_variants: row.collection_variants.map((variant) => ({ ...variant, price: cents(variant.price) })),
});

const firstOf = (rows: readonly Row[]): Collection | null => (rows[0] === undefined ? null : collection(rows[0]));

/** The catalogue in PostgreSQL. */
export const postgresCollections = (db: Db): Collections => {
  const ofVariants = (variantIds: readonly number[]) =>
    withVariants(db).where("collections.id", "in", (from) =>
      from.selectFrom("collection_variants").select("collection_id").where("collection_variants.id", "in", variantIds),
    );
  const entitlements = db
    .selectFrom("entitlements")
    .select(["collection_id", "collection_variant_id", "source"])
    .where("revoked_at", "is", null)
    .orderBy("collection_id");
  return {
    page: ({ library_id, starting_after, limit }) =>
      query(async () => {
        const rows = await withVariants(db)
          .$if(library_id !== null, (from) => from.where("library_id", "=", library_id ?? 0))
          .$if(starting_after !== null, (from) => from.where("collections.id", "<", starting_after ?? 0))
          .orderBy("collections.id", "desc")
          .limit(limit)
          .execute();
        return rows.map(collection);
      }),
    get: (id) => query(async () => firstOf(await withVariants(db).where("collections.id", "=", id).execute())),
    bySlug: (slug) => query(async () => firstOf(await bySlug(db, slug))),
    byVariant: (variantId) => query(async () => firstOf(await ofVariants([variantId]).execute())),
    put: ({ collection_variants, ...values }) =>
      query(async () => {
        const { id: _, ...rest } = { ...values, tags: JSON.stringify(values.tags) };
        await db
          .insertInto("collections")
          .values({ ...rest, id: values.id })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
          .execute();
        for (const variant of collection_variants) {
          const { id, ...described } = { ...variant, collection_id: values.id };
          await db
            .insertInto("collection_variants")
            .values({ id, ...described })
            .onConflict((conflict) => conflict.column("id").doUpdateSet(described))
            .execute();
        }
      }),
    byVariants: (variantIds) =>
      query(async () => (variantIds.length === 0 ? [] : (await ofVariants(variantIds).execute()).map(collection))),
    entitlementsOf: (accountId) => query(() => entitlements.where("user_id", "=", accountId).execute()),
    entitlementsOfTeam: (accountId) =>
      query(() =>
        entitlements
          .where("user_id", "in", (from) =>
            from
              .selectFrom("accounts")
              .select((own) => own.fn<string>("unnest", [sql`array[id, team_id]`]).as("holder"))
              .where("id", "=", accountId),
          )
          .execute(),
      ),
    grantEntitlement: (user_id, { collection_id, collection_variant_id, source }, at) =>
      query(async () => {
        const done = await db
          .insertInto("entitlements")
          .values({ user_id, collection_id, collection_variant_id, source, at })
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

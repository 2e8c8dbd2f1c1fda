import { type Collection, type LibraryId, cents, credits } from "@backlot/domain";
import type { Collections } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const collection = (
  row: Selectable<Tables["collections"]>,
  variants: readonly Selectable<Tables["collection_variants"]>[],
): Collection => ({
  ...row,
  // The table's check admits only the three libraries.
  library_id: row.library_id as LibraryId,
  credit_price: row.credit_price === null ? null : credits(row.credit_price),
  price: cents(row.price),
  collection_variants: variants
    .filter((variant) => variant.collection_id === row.id)
    .map(({ collection_id: _, ...variant }) => ({ ...variant, price: cents(variant.price) })),
});

/** The catalogue in PostgreSQL. */
export const postgresCollections = (db: Db): Collections => {
  const withVariants = async (rows: readonly Selectable<Tables["collections"]>[]): Promise<readonly Collection[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.id);
    const variants = await db
      .selectFrom("collection_variants")
      .selectAll()
      .where("collection_id", "in", ids)
      .orderBy("id")
      .execute();
    return rows.map((row) => collection(row, variants));
  };
  const one = (column: "id" | "slug", value: number | string) =>
    query(async () => {
      const rows = await db.selectFrom("collections").selectAll().where(column, "=", value).execute();
      return (await withVariants(rows))[0] ?? null;
    });
  return {
    page: ({ library_id, starting_after, limit }) =>
      query(async () =>
        withVariants(
          await db
            .selectFrom("collections")
            .selectAll()
            .$if(library_id !== null, (from) => from.where("library_id", "=", library_id ?? 0))
            .$if(starting_after !== null, (from) => from.where("id", "<", starting_after ?? 0))
            .orderBy("id", "desc")
            .limit(limit)
            .execute(),
        ),
      ),
    get: (id) => one("id", id),
    bySlug: (slug) => one("slug", slug),
    byVariant: (variantId) =>
      query(async () => {
        const rows = await db
          .selectFrom("collections")
          .selectAll("collections")
          .where("id", "=", (sub) =>
            sub
              .selectFrom("collection_variants")
              .select("collection_id")
              .where("collection_variants.id", "=", variantId),
          )
          .execute();
        return (await withVariants(rows))[0] ?? null;
      }),
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
      query(async () => {
        if (variantIds.length === 0) return [];
        const ids = db
          .selectFrom("collection_variants")
          .select("collection_id")
          .where("collection_variants.id", "in", variantIds);
        return withVariants(await db.selectFrom("collections").selectAll().where("id", "in", ids).execute());
      }),
    entitlementsOf: (accountId) =>
      query(() =>
        db
          .selectFrom("entitlements")
          .select(["collection_id", "collection_variant_id", "source"])
          .where("user_id", "=", accountId)
          .where("revoked_at", "is", null)
          .orderBy("collection_id")
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

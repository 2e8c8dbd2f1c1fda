import {
  type Collection,
  type CollectionFilter,
  type CollectionSort,
  EVERYTHING,
  type LibraryId,
  type MembershipTier,
  cents,
  credits,
} from "@backlot/domain";
import { MAX_CENTS } from "@backlot/domain/kernel/money.schema";
import type { Collections } from "@backlot/ports";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { postgresEntitlements } from "./entitlements.ts";
import { type Row, collection, foundBy, withVariants } from "./collection-rows.ts";

/** The key of each sort order. Ties are sorted by collection ID. */
const SORTS: Readonly<
  Record<CollectionSort, { readonly key: RawBuilder<unknown>; readonly direction: "asc" | "desc" }>
> = {
  newest: { key: sql`collections.id`, direction: "desc" },
  name: { key: sql`lower(collections.name)`, direction: "asc" },
  "price-low": { key: sql`collections.price`, direction: "asc" },
  "price-high": { key: sql`collections.price`, direction: "desc" },
};

/** Returns the SQL condition for the listed collections that match a filter. */
export const matches = (filter: CollectionFilter): RawBuilder<SqlBool> => {
  const { library_id, category, access, membership_tier, resolution, is_new } = filter;
  return sql.join(
    [
      sql`collections.listed`,
      ...(library_id === null ? [] : [sql`collections.library_id = ${library_id}`]),
      ...(category === null ? [] : [sql`collections.category_slug = ${category}`]),
      ...(access === null ? [] : [sql`collections.access = ${access}`]),
      ...(membership_tier === null ? [] : [sql`collections.membership_tier = ${membership_tier}`]),
      ...(is_new ? [sql`collections.tags ? 'new'`] : []),
      ...(resolution === null
        ? []
        : [
            sql`exists (select 1 from collection_variants made
              where made.collection_id = collections.id and made.listed and made.resolution = ${resolution})`,
          ]),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>;
};

const bySlug = prepared<Row, [slug: string]>((db) => withVariants(db).where("slug", "=", "").compile());

const firstOf = (rows: readonly Row[]): Collection | null => (rows[0] === undefined ? null : collection(rows[0]));

export const postgresCollections = (db: Db): Collections => {
  const ofVariants = (variantIds: readonly number[]) =>
    withVariants(db).where("collections.id", "in", (from) =>
      from.selectFrom("collection_variants").select("collection_id").where("collection_variants.id", "in", variantIds),
    );
  /** Records the highest ids so far, so that ids of deleted rows are not reused. */
  const noteLastIds = async (): Promise<void> => {
    await sql`update last_ids set
      collection = greatest(collection, (select max(id) from collections)),
      variant = greatest(variant, (select max(id) from collection_variants))`.execute(db);
  };
  const idsOfVariants = async (collectionIds: readonly number[]): Promise<readonly number[]> => {
    const from = db.selectFrom("collection_variants").select("id").where("collection_id", "in", collectionIds);
    return (await from.execute()).map(({ id }) => id);
  };
  /** Deletes variants that were never sold, including from carts. */
  const removeVariants = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    await noteLastIds();
    await db.deleteFrom("cart_items").where("collection_variant_id", "in", ids).execute();
    await db.deleteFrom("collection_variants").where("id", "in", ids).execute();
  };
  return {
    page: ({ filter, sort, starting_after, limit }) =>
      query(async () => {
        const { key, direction } = SORTS[sort];
        const rows = await withVariants(db)
          .where(matches(filter))
          .$if(starting_after !== null, (from) =>
            from.where(
              sql<boolean>`(${key}, collections.id) ${sql.raw(direction === "asc" ? ">" : "<")} (
                select ${key}, collections.id from collections where id = ${starting_after})`,
            ),
          )
          .orderBy(key, direction)
          .orderBy("collections.id", direction)
          .limit(limit)
          .execute();
        return rows.map(collection);
      }),
    count: ({ filter, limit }) =>
      query(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
          select 1 from collections where ${matches(filter)} limit ${limit}) as shown`.execute(db);
        return rows[0]?.count ?? 0;
      }),
    countByLibrary: () =>
      query(async () => {
        const { rows } = await sql<{ library_id: LibraryId; count: number }>`
          select library_id, count(*)::integer as count from collections where ${matches(EVERYTHING)}
          group by library_id`.execute(db);
        return new Map(rows.map(({ library_id, count }) => [library_id, count]));
      }),
    essentialsByTier: () =>
      query(async () => {
        const { rows } = await sql<{ tier: MembershipTier | null; items: number; price: number }>`
          select membership_tier as tier, count(*)::integer as items,
            least(sum(price), ${MAX_CENTS})::double precision as price
          from collections where ${matches({ ...EVERYTHING, access: "essentials" })}
          group by membership_tier
          order by array_position(array['silver', 'gold', 'elite'], membership_tier) nulls last`.execute(db);
        return rows.map(({ price, ...counted }) => ({ ...counted, price: cents(price) }));
      }),
    typicalCreditPrice: () =>
      query(async () => {
        const { rows } = await sql<{ price: number | null }>`
          select percentile_disc(0.5) within group (order by credit_price) as price
          from collections where ${matches({ ...EVERYTHING, access: "premium" })}`.execute(db);
        const price = rows[0]?.price ?? null;
        return price === null ? null : credits(price);
      }),
    coming: (limit) =>
      query(async () => {
        const coming = withVariants(db).where("collections.coming", "=", true);
        const rows = await coming.orderBy("release_date").orderBy("collections.id").limit(limit).execute();
        return rows.map(collection);
      }),
    released: (limit) =>
      query(async () => {
        const released = withVariants(db).where(matches(EVERYTHING)).where("release_date", "is not", null);
        const latest = released.orderBy("release_date", "desc").orderBy("collections.id", "desc");
        return (await latest.limit(limit).execute()).map(collection);
      }),
    get: (id) => query(async () => firstOf(await withVariants(db).where("collections.id", "=", id).execute())),
    bySlug: (slug) => query(async () => firstOf(await bySlug(db, slug))),
    byVariant: (variantId) => query(async () => firstOf(await ofVariants([variantId]).execute())),
    put: ({ collection_variants, ...values }) =>
      query(async () => {
        const { words, ...searchColumns } = foundBy(values);
        const { id: _, ...rest } = {
          ...values,
          tags: JSON.stringify(values.tags),
          clips: JSON.stringify(values.clips),
          ...searchColumns,
          words: sql<string>`${words}::tsvector`,
        };
        await db
          .insertInto("collections")
          .values({ ...rest, id: values.id })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
          .execute();
        for (const variant of collection_variants) {
          // The upload records the file's size, so an update of the description must not change it.
          const { id, file_size, ...described } = { ...variant, collection_id: values.id };
          await db
            .insertInto("collection_variants")
            .values({ id, file_size, ...described })
            .onConflict((conflict) => conflict.column("id").doUpdateSet(described))
            .execute();
        }
        const kept = collection_variants.map(({ id }) => id);
        await removeVariants((await idsOfVariants([values.id])).filter((id) => !kept.includes(id)));
      }),
    remove: (ids) =>
      query(async () => {
        if (ids.length === 0) return;
        await db.deleteFrom("wishlist_items").where("collection_id", "in", ids).execute();
        await removeVariants(await idsOfVariants(ids));
        await noteLastIds();
        await db.deleteFrom("collections").where("id", "in", ids).execute();
      }),
    setFileSize: (variantId, bytes) =>
      query(async () => {
        await db
          .updateTable("collection_variants")
          .set({ file_size: bytes })
          .where("id", "=", variantId)
          .where("file_size", "is distinct from", bytes)
          .execute();
      }),
    freeIds: () =>
      query(async () => {
        await sql`lock table collections in share row exclusive mode`.execute(db);
        await noteLastIds();
        const last = await db.selectFrom("last_ids").select(["collection", "variant"]).executeTakeFirstOrThrow();
        return { collection: last.collection + 1, variant: last.variant + 1 };
      }),
    release: (day) =>
      query(async () => {
        const due = db
          .selectFrom("collections")
          .select("id")
          .where("coming", "=", true)
          .where("release_date", "<=", day);
        // An update that changes no row would still make every cached page stale.
        if ((await due.limit(1).executeTakeFirst()) === undefined) return 0;
        const done = await db
          .updateTable("collections")
          .set({ listed: true, coming: false })
          .where("coming", "=", true)
          .where("release_date", "<=", day)
          .executeTakeFirst();
        return Number(done.numUpdatedRows);
      }),
    withdraw: (slugs) =>
      query(async () => {
        const done = await db
          .updateTable("collections")
          .set({ listed: false, coming: false })
          .where((where) => where.or([where("listed", "=", true), where("coming", "=", true)]))
          .$if(slugs !== null, (from) => from.where("slug", "in", slugs === null || slugs.length === 0 ? [""] : slugs))
          .executeTakeFirst();
        return Number(done.numUpdatedRows);
      }),
    every: ({ starting_after, limit }) =>
      query(async () => {
        const rows = await withVariants(db)
          .where("collections.id", ">", starting_after ?? 0)
          .orderBy("collections.id")
          .limit(limit)
          .execute();
        return rows.map(collection);
      }),
    byFileNames: (names) =>
      query(async () => {
        const rows = await withVariants(db)
          .where("collections.id", "in", (from) =>
            from
              .selectFrom("collection_variants")
              .select("collection_id")
              .where("collection_variants.file_name", "in", names.length === 0 ? [""] : names),
          )
          .execute();
        return rows.map(collection);
      }),
    bySlugs: (slugs) =>
      query(async () =>
        slugs.length === 0
          ? []
          : (await withVariants(db).where("collections.slug", "in", slugs).execute()).map(collection),
      ),
    byIds: (ids) =>
      query(async () =>
        ids.length === 0 ? [] : (await withVariants(db).where("collections.id", "in", ids).execute()).map(collection),
      ),
    byVariants: (variantIds) =>
      query(async () => (variantIds.length === 0 ? [] : (await ofVariants(variantIds).execute()).map(collection))),
    existingSlugs: (slugs) =>
      query(async () => {
        if (slugs.length === 0) return [];
        const rows = await db.selectFrom("collections").select("slug").where("slug", "in", slugs).execute();
        return rows.map(({ slug }) => slug);
      }),
    ...postgresEntitlements(db),
  };
};

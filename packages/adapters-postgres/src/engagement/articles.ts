import type { Articles } from "@backlot/ports";
import { type Db, query } from "../db.ts";

const SUMMARY = ["id", "kind", "slug", "title", "description", "category", "cover", "published_at"] as const;

/** Creates the repository of pages and blog posts. */
export const postgresArticles = (db: Db): Articles => ({
  put: (article) =>
    query(() => {
      const { kind: _kind, slug: _slug, published_at: _published, ...written } = article;
      return db
        .insertInto("articles")
        .values(article)
        .onConflict((conflict) => conflict.columns(["kind", "slug"]).doUpdateSet(written))
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  find: (kind, slug) =>
    query(async () => {
      const article = await db
        .selectFrom("articles")
        .selectAll()
        .where("kind", "=", kind)
        .where("slug", "=", slug)
        .executeTakeFirst();
      return article ?? null;
    }),
  list: ({ kind, category, starting_after, limit }) =>
    query(() =>
      db
        .selectFrom("articles")
        .select(SUMMARY)
        .$if(kind !== null, (of) => of.where("kind", "=", kind as NonNullable<typeof kind>))
        .$if(category !== null, (of) => of.where("category", "=", category))
        .$if(starting_after !== null, (of) => of.where("id", "<", starting_after as number))
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),
    ),
  remove: (kind, slug) =>
    query(async () => {
      const { numDeletedRows } = await db
        .deleteFrom("articles")
        .where("kind", "=", kind)
        .where("slug", "=", slug)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    }),
});

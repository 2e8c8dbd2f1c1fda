import type { LegalSlug } from "@backlot/domain";
import type { LegalTexts } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

export const postgresLegalTexts = (db: Db): LegalTexts => ({
  versions: (slug) =>
    query(() =>
      db
        .selectFrom("legal_texts")
        .select(["version", "published_at"])
        .where("slug", "=", slug)
        .orderBy("published_at", "desc")
        .orderBy("version", "desc")
        .execute(),
    ),
  find: (slug, version) =>
    query(async () => {
      const row = await db
        .selectFrom("legal_texts")
        .selectAll()
        .where("slug", "=", slug)
        .where("version", "=", version)
        .executeTakeFirst();
      return row === undefined ? null : { ...row, slug: row.slug as LegalSlug };
    }),
  lock: (slug) =>
    query(async () => void (await sql`select pg_advisory_xact_lock(hashtext(${`legal:${slug}`}))`.execute(db))),
  publish: (text) => query(async () => void (await db.insertInto("legal_texts").values(text).execute())),
});

import type { Instant } from "@backlot/domain";
import type { Storefront } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";

// A sale begins and ends by the clock, without a write.
const read = prepared<{ readonly version: number; readonly sales: string }, [at: Instant, same: Instant]>((db) =>
  sql<{ readonly version: number; readonly sales: string }>`
    select version, coalesce((select string_agg(id::text, ',' order by id) from plan_sales
      where starts_at <= ${""} and (ends_at is null or ends_at > ${""})), '') as sales
    from storefront_versions`.compile(db),
);

/** What visitors are shown, in PostgreSQL: triggers move its version. */
export const postgresStorefront = (db: Db): Storefront => ({
  version: (at) =>
    query(async () => {
      const [row] = await read(db, at, at);
      return `${row?.version}:${row?.sales}`;
    }),
});

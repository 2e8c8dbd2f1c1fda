import type { Instant } from "@backlot/domain";
import type { Lease, Leases } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "./db.ts";

const NOW = sql<Instant>`clock_timestamp()`;
const end = ({ milliseconds }: Lease) => sql<Instant>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

/** Returns the SQL condition that the lease named by a column, such as "jobs.name", is taken. */
export const isLeased = (column: string) =>
  sql<boolean>`exists (select from leases where leases.name = ${sql.ref(column)} and until > clock_timestamp())`;

/** Creates the lease repository. */
export const postgresLeases = (db: Db): Leases => ({
  isTaken: (name) =>
    query(async () => {
      const query = db.selectFrom("leases").select("holder").where("name", "=", name).where("until", ">", NOW);
      return (await query.executeTakeFirst()) !== undefined;
    }),
  take: (lease) =>
    query(async () => {
      const { name, holder } = lease;
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("leases")
        .values({ name, holder, until: end(lease) })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ holder, until: end(lease) })
            .where("leases.until", "<=", NOW),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    }),
  extend: (lease) =>
    query(async () => {
      const { numUpdatedRows } = await db
        .updateTable("leases")
        .set({ until: end(lease) })
        .where("name", "=", lease.name)
        .where("holder", "=", lease.holder)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    }),
  release: ({ name, holder }) =>
    query(async () => {
      const { numDeletedRows } = await db
        .deleteFrom("leases")
        .where("name", "=", name)
        .where("holder", "=", holder)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    }),
  removeExpired: () =>
    query(async () => {
      await db.deleteFrom("leases").where("until", "<=", NOW).execute();
    }),
});

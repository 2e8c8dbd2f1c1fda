import type { Instant } from "@backlot/domain";
import type { Jobs } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

/** Creates the job repository. It skips rows that another process has locked instead of waiting for them. */
export const postgresJobs = (db: Db): Jobs => ({
  ensure: (name, due_at) =>
    query(async () => {
      await db
        .insertInto("jobs")
        .values({ name, due_at, lease_until: null, cursor: null })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    }),
  hasten: (name, due_at) =>
    query(async () => {
      await db.updateTable("jobs").set({ due_at }).where("name", "=", name).where("due_at", ">", due_at).execute();
    }),
  lease: (at, milliseconds) =>
    query(async () => {
      // Use the database's clock, so that processes with different clocks never run a job at the same time.
      const until = sql<Instant>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
      const isOver = sql<boolean>`lease_until <= clock_timestamp()`;
      const row = await db
        .updateTable("jobs")
        .set((set) => ({ lease_until: until, attempts: set("attempts", "+", 1) }))
        .where("name", "=", (sub) =>
          sub
            .selectFrom("jobs")
            .select("name")
            .where("due_at", "<=", at)
            .where((either) => either.or([either("lease_until", "is", null), isOver]))
            .orderBy("due_at")
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning("name")
        .executeTakeFirst();
      return row?.name ?? null;
    }),
  release: (name, due_at, cursor) =>
    query(async () => {
      await db
        .updateTable("jobs")
        .set({ due_at, lease_until: null, ...(cursor === null ? {} : { cursor }) })
        .where("name", "=", name)
        .execute();
    }),
  cursor: (name) =>
    query(async () => {
      const row = await db.selectFrom("jobs").select("cursor").where("name", "=", name).executeTakeFirst();
      return row?.cursor ?? null;
    }),
});

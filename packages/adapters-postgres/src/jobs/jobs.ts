import type { Instant } from "@backlot/domain";
import type { Jobs } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { isLeased } from "../leases.ts";

/** Creates the job repository. */
export const postgresJobs = (db: Db): Jobs => {
  const update = (name: string) => db.updateTable("jobs").where("name", "=", name);
  const read = (name: string) =>
    db.selectFrom("jobs").select(["cursor", "failures"]).where("name", "=", name).executeTakeFirst();
  return {
    ensure: (names, due_at) =>
      query(async () => {
        await db
          .insertInto("jobs")
          .values(names.map((name) => ({ name, due_at, cursor: null })))
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute();
      }),
    hasten: (name, due_at) =>
      query(async () => {
        await db.updateTable("jobs").set({ due_at }).where("name", "=", name).where("due_at", ">", due_at).execute();
      }),
    due: (names, at) =>
      query(async () => {
        const rows = await db
          .selectFrom("jobs")
          .select("name")
          .where("name", "in", names)
          .where("due_at", "<=", at)
          .where(({ not }) => not(isLeased("jobs.name")))
          .orderBy("due_at")
          .execute();
        return rows.map(({ name }) => name);
      }),
    begin: (name, at) =>
      query(async () => {
        const { numUpdatedRows } = await update(name)
          .set((set) => ({ attempts: set("attempts", "+", 1) }))
          .where("due_at", "<=", at)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    interrupt: (name, due_at) =>
      query(async () => {
        await update(name).set({ due_at }).execute();
      }),
    finish: (name, due_at, cursor) =>
      query(async () => {
        await update(name)
          .set({ due_at, failures: 0, failing_since: null, last_error: null })
          .$if(cursor !== null, (set) => set.set({ cursor }))
          .execute();
      }),
    fail: (name, due_at, last_error) =>
      query(async () => {
        await update(name)
          .set((set) => ({
            due_at,
            failures: set("failures", "+", 1),
            failing_since: set.fn.coalesce("failing_since", sql<Instant>`clock_timestamp()`),
            last_error,
          }))
          .execute();
      }),
    counts: (at) =>
      query(() =>
        db
          .selectFrom("jobs")
          .select(({ fn }) => [
            fn
              .countAll<number>()
              .filterWhere("due_at", "<=", at)
              .filterWhere(({ not }) => not(isLeased("jobs.name")))
              .as("due"),
            fn.countAll<number>().filterWhere("failures", ">", 0).as("failing"),
          ])
          .executeTakeFirstOrThrow(),
      ),
    cursor: (name) => query(async () => (await read(name))?.cursor ?? null),
    failures: (name) => query(async () => (await read(name))?.failures ?? 0),
  };
};

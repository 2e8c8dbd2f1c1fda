import type { Instant } from "@backlot/domain";
import type { JobLease, Jobs } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { fromNow } from "../from-now.ts";

/** Creates the job repository. It skips rows that another process has locked instead of waiting for them. */
export const postgresJobs = (db: Db): Jobs => {
  /** Updates a job if its lease is still held. */
  const held = ({ name, attempt }: JobLease) =>
    db.updateTable("jobs").where("name", "=", name).where("attempts", "=", attempt);
  const read = (name: string) =>
    db.selectFrom("jobs").select(["cursor", "failures"]).where("name", "=", name).executeTakeFirst();
  return {
    ensure: (names, due_at) =>
      query(async () => {
        await db
          .insertInto("jobs")
          .values(names.map((name) => ({ name, due_at, lease_until: null, cursor: null })))
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute();
      }),
    hasten: (name, due_at) =>
      query(async () => {
        await db.updateTable("jobs").set({ due_at }).where("name", "=", name).where("due_at", ">", due_at).execute();
      }),
    lease: (names, at, milliseconds) =>
      query(async () => {
        const isOver = sql<boolean>`lease_until <= clock_timestamp()`;
        const row = await db
          .updateTable("jobs")
          .set((set) => ({ lease_until: fromNow(milliseconds), attempts: set("attempts", "+", 1) }))
          .where("name", "=", (sub) =>
            sub
              .selectFrom("jobs")
              .select("name")
              .where("name", "in", names)
              .where("due_at", "<=", at)
              .where((either) => either.or([either("lease_until", "is", null), isOver]))
              .orderBy("due_at")
              .limit(1)
              .forUpdate()
              .skipLocked(),
          )
          .returning(["name", "attempts as attempt"])
          .executeTakeFirst();
        return row ?? null;
      }),
    extend: (lease, milliseconds) =>
      query(async () => {
        const { numUpdatedRows } = await held(lease)
          .set({ lease_until: fromNow(milliseconds) })
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
    interrupt: (lease, due_at) =>
      query(async () => {
        await held(lease).set({ due_at, lease_until: null }).execute();
      }),
    release: (lease, due_at, cursor) =>
      query(async () => {
        await held(lease)
          .set({ due_at, lease_until: null, failures: 0, failing_since: null, last_error: null })
          .$if(cursor !== null, (update) => update.set({ cursor }))
          .execute();
      }),
    fail: (lease, due_at, last_error) =>
      query(async () => {
        await held(lease)
          .set((set) => ({
            due_at,
            lease_until: null,
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
              .filterWhere((either) =>
                either.or([either("lease_until", "is", null), sql<boolean>`lease_until <= clock_timestamp()`]),
              )
              .as("due"),
            fn.countAll<number>().filterWhere("failures", ">", 0).as("failing"),
          ])
          .executeTakeFirstOrThrow(),
      ),
    cursor: (name) => query(async () => (await read(name))?.cursor ?? null),
    failures: (name) => query(async () => (await read(name))?.failures ?? 0),
  };
};

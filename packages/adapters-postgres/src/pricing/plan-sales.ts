import type { Instant } from "@backlot/domain";
import type { PlanSales } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { runsAt } from "../running-at.ts";

const endRunning = async (db: Db, at: Instant): Promise<boolean> => {
  const ended = await db.updateTable("plan_sales").set({ ends_at: at }).where(runsAt(at)).executeTakeFirst();
  return ended.numUpdatedRows > 0n;
};

/** Creates the repository of plan sales. At most one runs at a time. */
export const postgresPlanSales = (db: Db): PlanSales => ({
  running: (at) =>
    query(async () => {
      const row = await db
        .selectFrom("plan_sales")
        .select(["percent_off", "months", "ends_at"])
        .where(runsAt(at))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    }),
  start: ({ ends_at, ...sale }, at) =>
    query(async () => {
      // Serialize concurrent starts, so that the second sale ends the first.
      await sql`lock table plan_sales in share row exclusive mode`.execute(db);
      await endRunning(db, at);
      await db
        .insertInto("plan_sales")
        .values({ ...sale, starts_at: at, ends_at })
        .execute();
    }),
  end: (at) => query(() => endRunning(db, at)),
});

import type { PlanSales } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** Sales of plans in PostgreSQL. */
export const postgresPlanSales = (db: Db): PlanSales => ({
  running: (at) =>
    query(async () => {
      const row = await db
        .selectFrom("plan_sales")
        .select(["percent_off", "months", "ends_at"])
        .where("starts_at", "<=", at)
        .where((either) => either.or([either("ends_at", "is", null), either("ends_at", ">", at)]))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    }),
  start: ({ ends_at, ...sale }, at) =>
    query(async () => {
      await db
        .insertInto("plan_sales")
        .values({ ...sale, starts_at: at, ends_at })
        .execute();
    }),
  end: (at) =>
    query(async () => {
      await db
        .updateTable("plan_sales")
        .set({ ends_at: at })
        .where("starts_at", "<=", at)
        .where((either) => either.or([either("ends_at", "is", null), either("ends_at", ">", at)]))
        .execute();
    }),
});

import { type PlanOffer, cents, credits, licenceId } from "@backlot/domain";
import type { Plans } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const offer = (row: Selectable<Tables["plan_offers"]>): PlanOffer => ({
  ...row,
  recurring_credits: credits(row.recurring_credits),
  price: cents(row.price),
  licence_from: licenceId(row.licence_from),
  licence_to: licenceId(row.licence_to),
});

/** The price list in PostgreSQL. */
export const postgresPlans = (db: Db): Plans => ({
  all: () => query(async () => (await db.selectFrom("plan_offers").selectAll().orderBy("id").execute()).map(offer)),
  get: (id) =>
    query(async () => {
      const row = await db.selectFrom("plan_offers").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : offer(row);
    }),
  put: (values) =>
    query(async () => {
      const { id: _, ...rest } = values;
      await db
        .insertInto("plan_offers")
        .values(values)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
        .execute();
    }),
});

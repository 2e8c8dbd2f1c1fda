import { type PlanOffer, cents, credits, licenseId } from "@backlot/domain";
import type { Plans } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import type { Tables } from "../schema.ts";

export const toOffer = ({
  enterprise_prices,
  badge,
  retired,
  licence_from,
  licence_to,
  ...row
}: Selectable<Tables["plan_offers"]>): PlanOffer => ({
  ...row,
  recurring_credits: credits(row.recurring_credits),
  price: cents(row.price),
  license_from: licenseId(licence_from),
  license_to: licenseId(licence_to),
  ...(enterprise_prices === null ? {} : { enterprise_prices }),
  ...(badge === null ? {} : { badge }),
  ...(retired ? { retired } : {}),
});

// The column names keep the spelling of the first version.
const toRow = ({ enterprise_prices, badge, retired, license_from, license_to, ...offer }: PlanOffer) => ({
  ...offer,
  licence_from: license_from,
  licence_to: license_to,
  enterprise_prices: enterprise_prices === undefined ? null : JSON.stringify(enterprise_prices),
  badge: badge ?? null,
  retired: retired === true,
});

const all = prepared((db) =>
  db.selectFrom("plan_offers").selectAll().where("retired", "=", sql.lit(false)).orderBy("id").compile(),
);
const allEver = prepared((db) => db.selectFrom("plan_offers").selectAll().orderBy("id").compile());
const byId = prepared<Selectable<Tables["plan_offers"]>, [id: number]>((db) =>
  db.selectFrom("plan_offers").selectAll().where("id", "=", 0).compile(),
);

export const postgresPlans = (db: Db): Plans => ({
  all: () => query(async () => (await all(db)).map(toOffer)),
  allEver: () => query(async () => (await allEver(db)).map(toOffer)),
  get: (id) =>
    query(async () => {
      const [row] = await byId(db, id);
      return row === undefined ? null : toOffer(row);
    }),
  put: (values) =>
    query(async () => {
      const { id, ...rest } = toRow(values);
      await db
        .insertInto("plan_offers")
        .values({ id, ...rest })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
        .execute();
    }),
});

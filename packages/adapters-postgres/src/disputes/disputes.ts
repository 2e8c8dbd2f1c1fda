import { cents, type Dispute } from "@backlot/domain";
import type { Disputes } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const dispute = (row: Selectable<Tables["disputes"]>): Dispute => ({ ...row, amount: cents(row.amount) });

export const postgresDisputes = (db: Db): Disputes => {
  const all = () => db.selectFrom("disputes").selectAll().orderBy("opened_at").orderBy("id");
  return {
    get: (id) =>
      query(async () => {
        const row = await all().where("id", "=", id).executeTakeFirst();
        return row === undefined ? null : dispute(row);
      }),
    save: (row) =>
      query(async () => {
        const { status, amount, closed_at } = row;
        await db
          .insertInto("disputes")
          .values(row)
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ status, amount, closed_at }))
          .execute();
      }),
    ofPayment: (paymentId) =>
      query(async () => (await all().where("payment_id", "=", paymentId).execute()).map(dispute)),
    ofAccount: (accountId) => query(async () => (await all().where("user_id", "=", accountId).execute()).map(dispute)),
    openOf: (accountId) =>
      query(async () =>
        (await all().where("user_id", "=", accountId).where("status", "=", "open").execute()).map(dispute),
      ),
    open: (limit) => query(async () => (await all().where("status", "=", "open").limit(limit).execute()).map(dispute)),
  };
};

import { cents, sum } from "@backlot/domain";
import type { BalanceAdjustments, Refund, RefundRepository } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const refund = ({ settled_at: _, ...row }: Selectable<Tables["refunds"]>): Refund => ({
  ...row,
  amount: cents(row.amount),
  account_credit: cents(row.account_credit),
  attempted: row.attempted === null ? null : cents(row.attempted),
});

export const postgresRefunds = (db: Db): RefundRepository => {
  const all = () => db.selectFrom("refunds").selectAll().orderBy("created_at").orderBy("id");
  return {
    enqueue: (newRefund) =>
      query(async () => {
        const done = await db
          .insertInto("refunds")
          .values(newRefund)
          .onConflict((conflict) => conflict.columns(["cause", "cause_reference", "payment_id"]).doNothing())
          .executeTakeFirst();
        return done.numInsertedOrUpdatedRows === 1n;
      }),
    due: () => query(async () => (await all().where("status", "=", "due").execute()).map(refund)),
    unsettled: (limit) =>
      query(async () => {
        const unsettled = all().where("status", "<>", "applied").where("settled_at", "is", null);
        return (await (limit === undefined ? unsettled : unsettled.limit(limit)).execute()).map(refund);
      }),
    ofPayments: (payment_ids) =>
      query(async () =>
        payment_ids.length === 0 ? [] : (await all().where("payment_id", "in", payment_ids).execute()).map(refund),
      ),
    attempt: (id, amount) =>
      query(async () => {
        const row = await db
          .updateTable("refunds")
          .set({ attempted: sql<number>`coalesce(attempted, ${amount})` })
          .where("id", "=", id)
          .where("status", "=", "due")
          .returning("attempted")
          .executeTakeFirst();
        return row === undefined || row.attempted === null ? null : cents(row.attempted);
      }),
    retryFailed: (payment_id) =>
      query(async () => {
        await db
          .updateTable("refunds")
          .set({ status: "due", attempted: null })
          .where("payment_id", "=", payment_id)
          .where("status", "=", "failed")
          .where("cause", "<>", "support")
          .where("settled_at", "is", null)
          .where("provider_reference", "is", null)
          .execute();
      }),
    settleFailed: (payment_id, at) =>
      query(async () => {
        const rows = await db
          .updateTable("refunds")
          .set({ settled_at: at })
          .where("payment_id", "=", payment_id)
          .where("status", "=", "failed")
          .where("settled_at", "is", null)
          .returning("amount")
          .execute();
        return sum(rows.map(({ amount }) => cents(amount)));
      }),
    byProvider: (provider_reference) =>
      query(async () => {
        const row = await all().where("provider_reference", "=", provider_reference).executeTakeFirst();
        return row === undefined ? null : refund(row);
      }),
    complete: (id, { status, provider_reference }, at) =>
      query(async () => {
        await db
          .updateTable("refunds")
          .set({ status, provider_reference, applied_at: status === "applied" ? at : null })
          .where("id", "=", id)
          .where("status", "<>", "failed")
          .execute();
      }),
  };
};

/** Creates the repository of pending balance adjustments. */
export const postgresBalanceAdjustments = (db: Db): BalanceAdjustments => ({
  enqueue: (adjustment, created_at) =>
    query(async () => {
      await db
        .insertInto("balance_adjustments")
        .values({ ...adjustment, created_at, applied_at: null })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    }),
  due: () =>
    query(async () =>
      (
        await db
          .selectFrom("balance_adjustments")
          .select(["id", "user_id", "cents", "reason"])
          .where("applied_at", "is", null)
          .orderBy("created_at")
          .execute()
      ).map((row) => ({ ...row, cents: cents(row.cents) })),
    ),
  complete: (id, applied_at) =>
    query(async () => {
      await db.updateTable("balance_adjustments").set({ applied_at }).where("id", "=", id).execute();
    }),
});

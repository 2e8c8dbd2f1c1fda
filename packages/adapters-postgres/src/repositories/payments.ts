import { cents } from "@backlot/domain";
import type { Payment, PaymentBook } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Handle, query } from "../handle.ts";
import type { Tables } from "../schema.ts";

const payment = (row: Selectable<Tables["payments"]>): Payment => ({
  ...row,
  amount: cents(row.amount),
  refunded: cents(row.refunded),
});

/** Every payment, in PostgreSQL. */
export const paymentsOn = (db: Handle): PaymentBook => {
  const first = (column: "id" | "provider_reference", value: string) =>
    query(async () => {
      const row = await db.selectFrom("payments").selectAll().where(column, "=", value).executeTakeFirst();
      return row === undefined ? null : payment(row);
    });
  return {
    record: (made) =>
      query(async () => {
        const done = await db
          .insertInto("payments")
          .values(made)
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirst();
        return done.numInsertedOrUpdatedRows === 1n;
      }),
    get: (id) => first("id", id),
    byProvider: (reference) => first("provider_reference", reference),
    ofAccount: (accountId) =>
      query(async () =>
        (
          await db
            .selectFrom("payments")
            .selectAll()
            .where("user_id", "=", accountId)
            .orderBy("at")
            .orderBy("id")
            .execute()
        ).map(payment),
      ),
    setRefunded: (id, refunded) =>
      query(async () => {
        await db.updateTable("payments").set({ refunded }).where("id", "=", id).execute();
      }),
  };
};

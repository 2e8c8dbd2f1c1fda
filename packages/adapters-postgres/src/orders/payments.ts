import { type Instant, cents } from "@backlot/domain";
import type { Payment, PaymentRepository } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type NotNull, type Selectable, sql } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const payment = ({ period_start, period_end, quoted: _, ...row }: Selectable<Tables["payments"]>): Payment => ({
  ...row,
  period: period_start === null || period_end === null ? null : { start: period_start, end: period_end },
  amount: cents(row.amount),
  refunded: cents(row.refunded),
  disputed: cents(row.disputed),
});

export const postgresPayments = (db: Db): PaymentRepository => {
  const first = (column: "id" | "provider_reference", value: string) =>
    query(async () => {
      const row = await db.selectFrom("payments").selectAll().where(column, "=", value).executeTakeFirst();
      return row === undefined ? null : payment(row);
    });
  const inOrder = db.selectFrom("payments").selectAll().orderBy("at").orderBy("id");
  return {
    record: ({ period, ...columns }, facts, mailAt = null) =>
      query(async () => {
        const values = { ...columns, period_start: period?.start ?? null, period_end: period?.end ?? null };
        const done = await db
          .with("paid", (first) =>
            first
              .insertInto("payments")
              .values(values)
              .onConflict((conflict) => conflict.column("id").doNothing())
              .returning(["id", "user_id", "order_id"]),
          )
          .with("told", (second) =>
            second
              .insertInto("notices")
              .columns(["id", "about", "kind", "created_at", "sent_at"])
              .expression((from) =>
                from
                  .selectFrom("paid")
                  .select([
                    sql<string>`'receipt:' || id`.as("notice"),
                    "id",
                    sql<"receipt">`'receipt'`.as("kind"),
                    sql<Instant>`${mailAt}::timestamptz`.as("created_at"),
                    sql<null>`null::timestamptz`.as("sent_at"),
                  ])
                  .where(sql<boolean>`${mailAt !== null}::boolean`),
              )
              .returning("id"),
          )
          .insertInto("receipts")
          .columns(["payment_id", "facts"])
          .expression((from) =>
            from
              .selectFrom("paid")
              .select("id")
              .select(
                sql<string>`${JSON.stringify(facts)}::jsonb
                  || jsonb_build_object('buyer', receipt_buyer(user_id, order_id))`.as("facts"),
              ),
          )
          .executeTakeFirst();
        return done.numInsertedOrUpdatedRows === 1n;
      }),
    get: (id) => first("id", id),
    byProvider: (reference) => first("provider_reference", reference),
    ofAccount: (accountId) =>
      query(async () => (await inOrder.where("user_id", "=", accountId).execute()).map(payment)),
    ofOrders: (orderIds) =>
      orderIds.length === 0
        ? Effect.succeed([])
        : query(async () => (await inOrder.where("order_id", "in", orderIds).execute()).map(payment)),
    mismatched: (limit) =>
      query(async () => {
        const rows = await db
          .selectFrom("payments")
          .selectAll()
          .whereRef("quoted", "<>", "amount")
          .orderBy("at", "desc")
          .limit(limit)
          .$narrowType<{ quoted: NotNull }>()
          .execute();
        return rows.map((row) => ({ ...payment(row), quoted: cents(row.quoted) }));
      }),
    setRefunded: (id, refunded, at) =>
      query(async () => {
        await sql`
          with changed as (
            update payments set refunded = ${refunded} from payments before
            where payments.id = ${id} and before.id = payments.id
            returning payments.refunded - before.refunded as amount)
          insert into payment_refunds (payment_id, amount, at)
          select ${id}, amount, ${at} from changed where amount <> 0`.execute(db);
      }),
    setDisputed: (id, disputed) =>
      query(async () => {
        await db.updateTable("payments").set({ disputed }).where("id", "=", id).execute();
      }),
  };
};

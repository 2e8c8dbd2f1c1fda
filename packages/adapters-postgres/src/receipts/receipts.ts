import { type Receipt, cents, licenseId, receiptNumber } from "@backlot/domain";
import type { ReceiptReads, StoredReceipt } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

type Row = Pick<Selectable<Tables["payments"]>, "user_id" | "order_id" | "amount" | "refunded" | "disputed"> &
  Pick<Selectable<Tables["receipts"]>, "payment_id" | "series" | "number" | "facts"> & {
    readonly order_status: Selectable<Tables["orders"]>["status"] | null;
    readonly dispute_open: boolean;
  };

const storedReceipt = ({ facts, series, number, payment_id, order_id, order_status, ...row }: Row): StoredReceipt => {
  const receipt: Receipt = {
    ...facts,
    license_id: facts.license_id === null ? null : licenseId(facts.license_id),
    number: receiptNumber({ series: series ?? 0, number: number ?? 0 }),
    payment_id,
    order_id,
  };
  return {
    user_id: row.user_id,
    receipt,
    amount: cents(row.amount),
    refunded: cents(row.refunded),
    disputed: cents(row.disputed),
    dispute_open: row.dispute_open,
    order_status: order_status === "paid" || order_status === "unfulfillable" ? order_status : null,
  };
};

export const postgresReceipts = (db: Db): ReceiptReads => {
  const rows = () =>
    db
      .selectFrom("receipts")
      .innerJoin("payments", "payments.id", "receipts.payment_id")
      .leftJoin("orders", "orders.id", "payments.order_id")
      .select(["receipts.payment_id", "receipts.series", "receipts.number", "receipts.facts"])
      .select(["payments.user_id", "payments.order_id", "payments.amount", "payments.refunded", "payments.disputed"])
      .select("orders.status as order_status")
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom("disputes")
            .select("disputes.id")
            .whereRef("disputes.payment_id", "=", "payments.id")
            .where("disputes.status", "=", "open"),
        )
          .$castTo<boolean>()
          .as("dispute_open"),
      );
  const first = (find: (from: ReturnType<typeof rows>) => ReturnType<typeof rows>) =>
    query(async () => {
      const row = await find(rows()).executeTakeFirst();
      return row === undefined ? null : storedReceipt(row);
    });
  return {
    get: ({ series, number }) =>
      first((from) => from.where("receipts.series", "=", series).where("receipts.number", "=", number)),
    ofPayment: (paymentId) => first((from) => from.where("payments.id", "=", paymentId)),
    ofOrder: (orderId) =>
      first((from) =>
        from.where("payments.order_id", "=", orderId).orderBy("receipts.series").orderBy("receipts.number"),
      ),
    ofAccount: (accountId, { starting_after, limit }) =>
      query(async () =>
        (
          await rows()
            .where("payments.user_id", "=", accountId)
            .$if(starting_after !== null, (older) =>
              older.where(({ eb, refTuple, tuple }) =>
                eb(
                  refTuple("receipts.series", "receipts.number"),
                  "<",
                  tuple(starting_after?.series ?? 0, starting_after?.number ?? 0),
                ),
              ),
            )
            .orderBy("receipts.series", "desc")
            .orderBy("receipts.number", "desc")
            .limit(limit)
            .execute()
        ).map(storedReceipt),
      ),
  };
};

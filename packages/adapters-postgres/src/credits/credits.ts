import { type CreditLot, credits, licenseId } from "@backlot/domain";
import type { CreditLedger } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

export const toLot = ({ user_id: _, license_id: __, ...lot }: Selectable<Tables["credit_lots"]>): CreditLot => ({
  ...lot,
  granted: credits(lot.granted),
  remaining: credits(lot.remaining),
});

/** Creates the credit ledger. A trigger updates a lot's remaining credits with each entry. */
export const postgresCredits = (db: Db): CreditLedger => ({
  lots: (accountId) =>
    query(async () => {
      const rows = await db
        .selectFrom("credit_lots")
        .selectAll()
        .where("user_id", "=", accountId)
        .orderBy("granted_at")
        .orderBy("id")
        .execute();
      return rows.map(toLot);
    }),
  licensesOfLots: (accountId) =>
    query(async () => {
      const rows = await db
        .selectFrom("credit_lots")
        .select(["id", "license_id"])
        .where("user_id", "=", accountId)
        .execute();
      return new Map(rows.map(({ id, license_id }) => [id, license_id === null ? null : licenseId(license_id)]));
    }),
  grant: (user_id, { remaining: _, ...lot }, entry, license_id) =>
    query(async () => {
      const { amount, reason, reference, at } = entry;
      const insertResult = await db
        .with("lot", (first) =>
          first
            .insertInto("credit_lots")
            .values({ ...lot, user_id, license_id })
            .onConflict((conflict) => conflict.column("source").doNothing())
            .returning(["id", "user_id"]),
        )
        .insertInto("credit_entries")
        .columns(["lot_id", "user_id", "amount", "reason", "reference", "at"])
        .expression((from) =>
          from
            .selectFrom("lot")
            .select([
              "lot.id",
              "lot.user_id",
              sql<number>`${amount}::integer`.as("amount"),
              sql<typeof reason>`${reason}`.as("reason"),
              sql<string>`${reference}`.as("reference"),
              sql<typeof at>`${at}::timestamptz`.as("at"),
            ]),
        )
        .executeTakeFirst();
      return insertResult.numInsertedOrUpdatedRows === 1n;
    }),
  post: (user_id, entries) =>
    query(async () => {
      if (entries.length === 0) return;
      await db
        .insertInto("credit_entries")
        .values(entries.map((entry) => ({ ...entry, user_id })))
        .execute();
    }),
  entries: (accountId) =>
    query(() =>
      db
        .selectFrom("credit_entries")
        .select(["lot_id", "amount", "reason", "reference", "at"])
        .where("user_id", "=", accountId)
        .orderBy("seq")
        .execute(),
    ),
});

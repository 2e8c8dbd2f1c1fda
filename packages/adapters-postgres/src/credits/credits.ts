import { type CreditLot, credits, licenseId } from "@backlot/domain";
import type { CreditLedger } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

/** Converts a row to a credit lot. */
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
      const made = await db
        .insertInto("credit_lots")
        .values({ ...lot, user_id, license_id })
        .onConflict((conflict) => conflict.column("source").doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows !== 1n) return false;
      await db
        .insertInto("credit_entries")
        .values({ ...entry, user_id })
        .execute();
      return true;
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

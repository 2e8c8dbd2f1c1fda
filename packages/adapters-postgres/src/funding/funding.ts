import { cents } from "@backlot/domain";
import type { FundingLedger, UnrecoveredMoney, UnrecoveredMoneyRepository } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

/**
 * Creates the funding ledger, which records how many cents of each payment fund each holding. A trigger keeps every
 * payment's share at zero or more.
 */
export const postgresFunding = (db: Db): FundingLedger => ({
  entries: (accountId) =>
    query(() =>
      db
        .selectFrom("funding_entries")
        .select(["holder", "payment_id as payment", "cents", "reason", "reference", "at"])
        .where("user_id", "=", accountId)
        .orderBy("seq")
        .execute(),
    ),
  post: (user_id, entries) =>
    query(async () => {
      if (entries.length === 0) return;
      await db
        .insertInto("funding_entries")
        .values(entries.map(({ payment: payment_id, ...entry }) => ({ ...entry, payment_id, user_id })))
        .onConflict((conflict) =>
          conflict.columns(["user_id", "holder", "payment_id", "reason", "reference"]).doNothing(),
        )
        .execute();
    }),
});

const unrecovered = (db: Db) => db.selectFrom("unrecovered_money").selectAll();

const inCents = (row: Selectable<Tables["unrecovered_money"]>): UnrecoveredMoney => ({
  ...row,
  amount: cents(row.amount),
});

/** Creates the repository of amounts that could not be recovered after refunds. */
export const postgresUnrecovered = (db: Db): UnrecoveredMoneyRepository => ({
  put: ({ amount, at, ...key }) =>
    query(async () => {
      if (amount === 0) {
        const { user_id, holder } = key;
        await db.deleteFrom("unrecovered_money").where("user_id", "=", user_id).where("holder", "=", holder).execute();
        return;
      }
      await db
        .insertInto("unrecovered_money")
        .values({ ...key, amount, at })
        .onConflict((conflict) => conflict.columns(["user_id", "holder"]).doUpdateSet({ amount, at }))
        .execute();
    }),
  list: (limit) =>
    query(async () =>
      (await unrecovered(db).orderBy("at", "desc").orderBy("holder").limit(limit).execute()).map(inCents),
    ),
  ofAccount: (accountId) =>
    query(async () =>
      (await unrecovered(db).where("user_id", "=", accountId).orderBy("holder").execute()).map(inCents),
    ),
});

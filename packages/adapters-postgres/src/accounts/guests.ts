import type { Guests } from "@backlot/ports";
import { type Db, query } from "../db.ts";
import { toAccount } from "./account-rows.ts";

/** The tables whose rows move to an account along with a guest's purchases. */
const BOUGHT = [
  ...(["orders", "payments", "entitlements", "code_redemptions", "disputes", "unrecovered_money"] as const),
  "support_actions",
] as const;

const fold = (email: string): string => email.toLowerCase();

export const postgresGuests = (db: Db): Guests => {
  const ids = (column: "key" | "address", value: string) =>
    query(async () => {
      const rows = await db
        .selectFrom("guests")
        .select("user_id")
        .where(column, "=", value)
        .orderBy("user_id")
        .execute();
      return rows.map((row) => row.user_id);
    });
  const of = (key: string, email: string) =>
    db
      .selectFrom("guests")
      .innerJoin("accounts", "accounts.id", "guests.user_id")
      .selectAll("accounts")
      .where("key", "=", key)
      .where("address", "=", fold(email));
  return {
    find: (key, email) =>
      query(async () => {
        const row = await of(key, email).executeTakeFirst();
        return row === undefined ? null : toAccount(row);
      }),
    insert: (account, key) =>
      query(async () => {
        await db.insertInto("accounts").values(account).execute();
        const added = await db
          .insertInto("guests")
          .values({ user_id: account.id, key, address: fold(account.email) })
          .onConflict((conflict) => conflict.columns(["key", "address"]).doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 1n) return account;
        await db.deleteFrom("accounts").where("id", "=", account.id).execute();
        return toAccount(await of(key, account.email).executeTakeFirstOrThrow());
      }),
    keyOf: (accountId) =>
      query(async () => {
        const row = await db.selectFrom("guests").select("key").where("user_id", "=", accountId).executeTakeFirst();
        return row?.key ?? null;
      }),
    ofKey: (key) => ids("key", key),
    ofEmail: (email) => ids("address", fold(email)),
    giveTo: (guestId, user_id) =>
      query(async () => {
        for (const table of BOUGHT)
          await db.updateTable(table).set({ user_id }).where("user_id", "=", guestId).execute();
      }),
  };
};

import type { Guests } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { toAccount } from "./account-rows.ts";

/** The tables whose rows move to an account along with a guest's purchases. */
const BOUGHT = [
  ...(["orders", "payments", "entitlements", "code_redemptions", "disputes", "unrecovered_money"] as const),
  "support_actions",
] as const;

/** Guests with a row in any of these tables are kept. */
const KEEPS = ["payments", "entitlements", "downloads", "support_actions", "unrecovered_money"] as const;

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
    removeUnpaid: (before, limit) =>
      query(async () => {
        const gone = await db
          .selectFrom("guests")
          .innerJoin("accounts", "accounts.id", "guests.user_id")
          .select("accounts.id")
          .where("accounts.created_at", "<", before)
          .where(({ and }) =>
            and(
              KEEPS.map(
                (table) => sql<boolean>`not exists (select from ${sql.table(table)} where user_id = accounts.id)`,
              ),
            ),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("orders")
                  .whereRef("orders.user_id", "=", "accounts.id")
                  .where((order) =>
                    order.or([
                      order("orders.status", "in", ["pending", "paid", "unfulfillable"]),
                      order("orders.created_at", ">=", before),
                    ]),
                  ),
              ),
            ),
          )
          .limit(limit)
          // If a guest is ordering right now, the new order has locked their row.
          .forUpdate("accounts")
          .skipLocked()
          .execute();
        if (gone.length === 0) return 0;
        const ids = gone.map(({ id }) => id);
        // Leave out a new order. It makes the deletion of its guest fail, and the job tries again later.
        const orders = db
          .selectFrom("orders")
          .select("id")
          .where("user_id", "in", ids)
          .where("status", "in", ["failed", "canceled", "expired"])
          .where("created_at", "<", before);
        await db.updateTable("carts").set({ order_id: null }).where("order_id", "in", orders).execute();
        for (const table of ["code_redemptions", "order_items"] as const)
          await db.deleteFrom(table).where("order_id", "in", orders).execute();
        await db.deleteFrom("orders").where("id", "in", orders).execute();
        await db.deleteFrom("guests").where("user_id", "in", ids).execute();
        await db.deleteFrom("accounts").where("id", "in", ids).execute();
        return ids.length;
      }),
  };
};

import type { Accounts } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { toAccount, toProfile } from "./account-rows.ts";
import type { Tables } from "../schema.ts";

const all = (db: Db) => db.selectFrom("accounts").selectAll();
type Query = ReturnType<typeof all>;

const by = (find: (from: Query) => Query) =>
  prepared<Selectable<Tables["accounts"]>, [value: string]>((db) => find(all(db)).compile());
const byId = by((from) => from.where("id", "=", ""));
const lockById = by((from) => from.where("id", "=", "").forUpdate());
const byCustomer = by((from) => from.where("stripe_customer_token", "=", ""));

/** Creates the repository of accounts and profiles. */
export const postgresAccounts = (db: Db): Accounts => {
  const first = (find: ReturnType<typeof by>, value: string) =>
    query(async () => {
      const [row] = await find(db, value);
      return row === undefined ? null : toAccount(row);
    });
  return {
    get: (id) => first(byId, id),
    byEmail: (email) =>
      query(async () => {
        const row = await all(db)
          .where(sql<boolean>`lower(email) = lower(${email})`)
          .where((each) =>
            each.not(each.exists(each.selectFrom("guests").select("user_id").whereRef("user_id", "=", "accounts.id"))),
          )
          .orderBy("deleted_at", (order) => order.desc().nullsFirst())
          .limit(1)
          .executeTakeFirst();
        return row === undefined ? null : toAccount(row);
      }),
    byCustomer: (customerId) => first(byCustomer, customerId),
    lock: (id) => first(lockById, id),
    insertIfAbsent: (values) =>
      query(async () => {
        await db
          .insertInto("accounts")
          .values(values)
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
      }),
    update: (id, values) =>
      query(async () => {
        await db.updateTable("accounts").set(values).where("id", "=", id).execute();
      }),
    close: (id, kept, keepsProfile, deleted_at) =>
      query(async () => {
        await sql`delete from notices where about = ${id} or (kind = 'reset-password' and about = (
          select lower(email) from accounts where id = ${id}))`.execute(db);
        await db
          .updateTable("accounts")
          .set({ ...kept, deleted_at, should_see_confirm_license: false })
          .where("id", "=", id)
          .execute();
        const nobodys = { team_id: null, team_role: null, team_joined_at: null };
        await db
          .updateTable("accounts")
          .set(nobodys)
          .where((either) => either.or([either("id", "=", id), either("team_id", "=", id)]))
          .execute();
        await db.deleteFrom("team_invitations").where("team_id", "=", id).execute();
        for (const table of ["carts", "downloads", "wishlist_items"] as const)
          await db.deleteFrom(table).where("user_id", "=", id).execute();
        // From now on, only a paid order counts as a use of its code.
        await db
          .updateTable("orders")
          .set({ code_hash: null })
          .where("user_id", "=", id)
          .where("status", "<>", "paid")
          .where("code_hash", "is not", null)
          .execute();
        // The reasons that staff entered can contain personal data.
        await db.updateTable("support_actions").set({ reason: "" }).where("user_id", "=", id).execute();
        if (keepsProfile) return;
        await db.deleteFrom("licensee_profiles").where("user_id", "=", id).execute();
        // Receipts of free orders.
        const nobody = JSON.stringify({ buyer: { name: "", company_name: null, address: null, email: "" } });
        await sql`update receipts set facts = facts || ${nobody}::jsonb
          where payment_id in (select id from payments where user_id = ${id})`.execute(db);
      }),
    confirm: (id, confirmed_at) =>
      query(async () => {
        await db
          .updateTable("accounts")
          .set({ confirmed_at })
          .where("id", "=", id)
          .where("confirmed_at", "is", null)
          .execute();
      }),
    setSubscriber: (id, license) =>
      query(async () => {
        await db
          .updateTable("accounts")
          .set({
            free_subscriber: false,
            should_see_manage_subscription: true,
            min_license_id: sql<number>`greatest(min_license_id, ${license}::integer)`,
          })
          .where("id", "=", id)
          .execute();
      }),
    setCustomerIfAbsent: (id, customerId) =>
      query(async () => {
        await db
          .updateTable("accounts")
          .set({ stripe_customer_token: customerId })
          .where("id", "=", id)
          .where("stripe_customer_token", "is", null)
          .execute();
        const row = await db
          .selectFrom("accounts")
          .select("stripe_customer_token")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (row.stripe_customer_token === null) throw new Error(`account ${id} has no saved customer`);
        return row.stripe_customer_token;
      }),
    profile: (accountId) =>
      query(async () => {
        const row = await db
          .selectFrom("licensee_profiles")
          .selectAll()
          .where("user_id", "=", accountId)
          .executeTakeFirst();
        return row === undefined ? null : toProfile(row);
      }),
    saveProfile: (values) =>
      query(async () => {
        const { user_id: _, ...rest } = values;
        await db
          .insertInto("licensee_profiles")
          .values(values)
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(rest))
          .execute();
      }),
  };
};

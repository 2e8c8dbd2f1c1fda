import { cents, licenceId } from "@backlot/domain";
import type { Subscriptions } from "@backlot/ports";
import { type Handle, query } from "../handle.ts";

/** Subscriptions in PostgreSQL. */
export const subscriptionsOn = (db: Handle): Subscriptions => ({
  current: (accountId) =>
    query(async () => {
      const row = await db.selectFrom("subscriptions").selectAll().where("user_id", "=", accountId).where("status", "<>", "ended").executeTakeFirst();
      return row === undefined ? null : { ...row, license_id: licenceId(row.license_id), paid: cents(row.paid) };
    }),
  insert: (subscription) =>
    query(async () => {
      await db.insertInto("subscriptions").values(subscription).execute();
    }),
});

import type { Notifications } from "@backlot/ports";
import { type Db, query } from "../db.ts";
import { lastsAt } from "../running-at.ts";

/** Creates the repository of the notifications shown on every page. */
export const postgresNotifications = (db: Db): Notifications => ({
  shown: (at) =>
    query(() => db.selectFrom("notifications").selectAll().where(lastsAt(at)).orderBy("notification_type").execute()),
  put: (notification) =>
    query(async () => {
      await db
        .insertInto("notifications")
        .values(notification)
        .onConflict((conflict) => conflict.column("notification_type").doUpdateSet(notification))
        .execute();
    }),
  remove: (type) =>
    query(async () => {
      const gone = await db.deleteFrom("notifications").where("notification_type", "=", type).executeTakeFirst();
      return gone.numDeletedRows > 0n;
    }),
});

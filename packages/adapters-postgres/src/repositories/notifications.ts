import type { Notifications } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** Notifications on every page, in PostgreSQL. */
export const postgresNotifications = (db: Db): Notifications => ({
  shown: (at) =>
    query(() =>
      db
        .selectFrom("notifications")
        .selectAll()
        .where((either) => either.or([either("ends_at", "is", null), either("ends_at", ">", at)]))
        .orderBy("notification_type")
        .execute(),
    ),
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
      await db.deleteFrom("notifications").where("notification_type", "=", type).execute();
    }),
});

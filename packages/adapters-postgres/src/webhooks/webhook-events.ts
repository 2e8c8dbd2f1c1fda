import type { WebhookEvents } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** Creates the repository of provider events that were already processed. */
export const postgresWebhookEvents = (db: Db): WebhookEvents => ({
  has: (provider, event_id) =>
    query(
      async () =>
        (await db
          .selectFrom("webhook_events")
          .select("event_id")
          .where("provider", "=", provider)
          .where("event_id", "=", event_id)
          .executeTakeFirst()) !== undefined,
    ),
  markProcessed: (provider, event_id, type, at) =>
    query(async () => {
      const done = await db
        .insertInto("webhook_events")
        .values({ provider, event_id, type, at })
        .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
        .executeTakeFirst();
      return done.numInsertedOrUpdatedRows === 1n;
    }),
  removeBefore: (at) =>
    query(async () => {
      await db.deleteFrom("webhook_events").where("at", "<", at).execute();
    }),
});

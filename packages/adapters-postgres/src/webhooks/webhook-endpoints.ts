import type { WebhookDelivery, WebhookEvent } from "@backlot/domain/support/webhook";
import type { WebhookEndpoints } from "@backlot/ports";
import { type Db, query } from "../db.ts";

/** Creates the repository of the store's webhooks and their deliveries. Triggers write the deliveries. */
export const postgresWebhookEndpoints = (db: Db): WebhookEndpoints => ({
  all: () =>
    query(async () => {
      const rows = await db
        .selectFrom("webhook_endpoints")
        .select(["id", "url", "events", "created_at"])
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({ ...row, events: row.events.split(" ") as WebhookEvent[] }));
    }),
  deliveries: ({ failed, before, limit }) =>
    query(async () => {
      const rows = await db
        .selectFrom("webhook_deliveries")
        .select(["id", "endpoint_id", "event_id", "type", "at", "attempts", "next_attempt_at", "delivered_at"])
        .select(["last_status", "last_error"])
        .$if(failed, (select) => select.where("delivered_at", "is", null))
        .$if(before !== null, (select) => select.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows as readonly WebhookDelivery[];
    }),
  due: (now, limit) =>
    query(async () =>
      db
        .selectFrom("webhook_deliveries as delivery")
        .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
        .select(["delivery.id", "delivery.event_id", "delivery.body", "delivery.attempts"])
        .select(["endpoint.url", "endpoint.secret"])
        .where("delivery.next_attempt_at", "<=", now)
        .orderBy("delivery.next_attempt_at")
        .orderBy("delivery.id")
        .limit(limit)
        .execute(),
    ),
  add: (endpoint) =>
    query(async () => {
      await db
        .insertInto("webhook_endpoints")
        .values({ ...endpoint, events: endpoint.events.join(" ") })
        .execute();
    }),
  remove: (id) =>
    query(async () => {
      const { numDeletedRows } = await db
        .deleteFrom("webhook_endpoints")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
  record: (id, { at, isDelivered, next_attempt_at, status, error }) =>
    query(async () => {
      await db
        .updateTable("webhook_deliveries")
        .set((row) => ({
          ...{ last_attempt_at: at, delivered_at: isDelivered ? at : null },
          ...{ next_attempt_at, last_status: status, last_error: error },
          attempts: row("attempts", "+", 1),
        }))
        .where("id", "=", id)
        .execute();
    }),
  resend: (id, now) =>
    query(async () => {
      const row = await db
        .updateTable("webhook_deliveries")
        .set({ next_attempt_at: now, attempts: 0, delivered_at: null })
        .where("id", "=", id)
        .returning("type")
        .executeTakeFirst();
      return (row?.type ?? null) as WebhookEvent | null;
    }),
  removeBefore: (at) =>
    query(async () => {
      await db
        .deleteFrom("webhook_deliveries")
        .where("next_attempt_at", "is", null)
        .where("last_attempt_at", "<", at)
        .execute();
    }),
});

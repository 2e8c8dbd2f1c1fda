import type { IdempotencyKeys, KeyState } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "./db.ts";

/** Creates the store of idempotency keys, with one row per request. */
export const makeIdempotencyKeys = (db: Db): IdempotencyKeys => ({
  begin: (id, request, { now, abandonedBefore }) =>
    query(async (): Promise<KeyState> => {
      const { rows } = await sql`
        insert into idempotency_keys as stored (id, request, at) values (${id}, ${request}, ${now})
        on conflict (id) do update set at = excluded.at
          where stored.status is null and stored.request = excluded.request and stored.at < ${abandonedBefore}
        returning id`.execute(db);
      if (rows.length > 0) return { _tag: "first" };
      const row = await db.selectFrom("idempotency_keys").selectAll().where("id", "=", id).executeTakeFirst();
      // The first request failed in the meantime. The client may repeat this one.
      if (row === undefined) return { _tag: "running" };
      if (row.request !== request) return { _tag: "reused" };
      const { status, body } = row;
      return status === null ? { _tag: "running" } : { _tag: "answered", status, body };
    }),
  finish: (id, { status, body }) =>
    query(async () => {
      await db.updateTable("idempotency_keys").set({ status, body }).where("id", "=", id).execute();
    }),
  forget: (id) =>
    query(async () => {
      await db.deleteFrom("idempotency_keys").where("id", "=", id).where("status", "is", null).execute();
    }),
  removeBefore: (at) =>
    query(async () => {
      await db.deleteFrom("idempotency_keys").where("at", "<", at).execute();
    }),
});

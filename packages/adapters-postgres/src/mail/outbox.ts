import type { Outbox } from "@backlot/ports";
import { type ExpressionBuilder, type NotNull, sql } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

/** The column values of an email that the mail server has not refused. */
const UNTRIED = { attempts: 0, next_attempt_at: null, failed_at: null, last_error: null };

/** Matches emails that the mail server refused, permanently or temporarily. */
const wasRefused = (either: ExpressionBuilder<Tables, "notices">) =>
  either.or([either("failed_at", "is not", null), either("attempts", ">", 0)]);

/** Creates the outbox, the repository of emails to send. */
export const postgresOutbox = (db: Db): Outbox => ({
  enqueue: (notice, created_at) =>
    query(async () => {
      const added = await db
        .insertInto("notices")
        .values({ ...notice, created_at, sent_at: null })
        .onConflict((conflict) => conflict.columns(["about", "kind"]).doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    }),
  counts: () =>
    query(() =>
      db
        .selectFrom("notices")
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere("failed_at", "is", null).as("waiting"),
          fn.countAll<number>().filterWhere("failed_at", "is not", null).as("failed"),
        ])
        .where((either) =>
          either.or([
            either.and([either("sent_at", "is", null), either("failed_at", "is", null)]),
            either("failed_at", "is not", null),
          ]),
        )
        .executeTakeFirstOrThrow(),
    ),
  due: (at, limit) =>
    query(() =>
      db
        .selectFrom("notices")
        .select(["id", "about", "kind", "attempts"])
        .where("sent_at", "is", null)
        .where("failed_at", "is", null)
        .where((either) => either.or([either("next_attempt_at", "is", null), either("next_attempt_at", "<=", at)]))
        .orderBy(
          sql`kind in ('reset-password', 'confirm-email', 'password-changed', 'app-connected', 'guest-purchase')`,
          "desc",
        )
        .orderBy("created_at")
        .$if(limit !== undefined, (from) => from.limit(limit ?? 0))
        .execute(),
    ),
  repeat: (about, kind, sentBefore) =>
    query(async () => {
      const repeated = await db
        .updateTable("notices")
        .set({ sent_at: null, ...UNTRIED })
        .where("about", "=", about)
        .where("kind", "=", kind)
        .where((either) =>
          either.or([
            either("sent_at", "<", sentBefore),
            either("failed_at", "<", sentBefore),
            // Repeat temporarily refused emails, because the customer may have made room in the mailbox.
            either.and([either("sent_at", "is", null), either("next_attempt_at", "is not", null)]),
          ]),
        )
        .executeTakeFirst();
      return repeated.numUpdatedRows === 1n;
    }),
  complete: (id, sent_at) =>
    query(async () => {
      await db.updateTable("notices").set({ sent_at }).where("id", "=", id).execute();
    }),
  postpone: (id, next_attempt_at, last_error) =>
    query(async () => {
      await db
        .updateTable("notices")
        .set((set) => ({ attempts: set("attempts", "+", 1), next_attempt_at, last_error }))
        .where("id", "=", id)
        .where("sent_at", "is", null)
        .execute();
    }),
  fail: (id, failed_at, last_error) =>
    query(async () => {
      await db
        .updateTable("notices")
        .set({ failed_at, last_error })
        .where("id", "=", id)
        .where("sent_at", "is", null)
        .execute();
    }),
  refused: (limit) =>
    query(() =>
      db
        .selectFrom("notices")
        .select(["id", "about", "kind", "failed_at", "next_attempt_at", "last_error"])
        .where("sent_at", "is", null)
        .where(wasRefused)
        .orderBy("failed_at", (order) => order.desc().nullsLast())
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit)
        .$narrowType<{ last_error: NotNull }>()
        .execute(),
    ),
  retry: (id) =>
    query(async () => {
      const retried = await db
        .updateTable("notices")
        .set(UNTRIED)
        .where("id", "=", id)
        .where("sent_at", "is", null)
        .where(wasRefused)
        .executeTakeFirst();
      return retried.numUpdatedRows === 1n;
    }),
  removeSent: (kind, before) =>
    query(async () => {
      await db.deleteFrom("notices").where("kind", "=", kind).where("sent_at", "<", before).execute();
    }),
});

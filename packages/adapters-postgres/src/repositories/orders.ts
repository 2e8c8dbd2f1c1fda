import { credits, licenceId } from "@backlot/domain";
import { Quote } from "@backlot/domain/quote.schema";
import type { Order, OrderOutcome, Orders } from "@backlot/ports";
import * as Schema from "effect/Schema";
import type { Selectable } from "kysely";
import { type Handle, query } from "../handle.ts";
import type { Tables } from "../schema.ts";

const decodeQuote = Schema.decodeUnknownSync(Quote);

const outcome = (row: Selectable<Tables["orders"]>): OrderOutcome => {
  switch (row.status) {
    case "pending":
      return { _tag: "pending" };
    case "paid":
      return { _tag: "paid", at: row.closed_at ?? row.created_at };
    case "failed":
      return {
        _tag: "failed",
        at: row.closed_at ?? row.created_at,
        message: row.failure_message ?? "",
        decline_code: row.decline_code,
      };
  }
};

const order = (row: Selectable<Tables["orders"]>): Order => {
  const {
    status: _s,
    closed_at: _c,
    failure_message: _f,
    decline_code: _d,
    kind: _k,
    credits: _n,
    subscription_id,
    plan_variant_id,
    payment_method_id,
    ...rest
  } = row;
  const kept = { ...rest, license_id: licenceId(row.license_id), quote: decodeQuote(row.quote), outcome: outcome(row) };
  if (row.kind === "pack" && row.credits !== null) {
    return { ...kept, kind: "pack", plan_variant_id: null, payment_method_id, credits: credits(row.credits), subscription_id: null };
  }
  if (plan_variant_id === null || payment_method_id === null) throw new Error(`order ${row.id} is of no plan`);
  const plan = { ...kept, plan_variant_id, payment_method_id };
  return subscription_id === null
    ? { ...plan, kind: "plan", credits: row.credits === null ? null : credits(row.credits), subscription_id }
    : { ...plan, kind: "change", credits: null, subscription_id };
};

/** Orders in PostgreSQL. */
export const ordersOn = (db: Handle): Orders => {
  const all = () => db.selectFrom("orders").selectAll();
  const first = (find: (from: ReturnType<typeof all>) => ReturnType<typeof all>) =>
    query(async () => {
      const row = await find(all()).executeTakeFirst();
      return row === undefined ? null : order(row);
    });
  return {
    get: (id) => first((from) => from.where("id", "=", id)),
    bySubmitKey: (key) => first((from) => from.where("submit_key", "=", key)),
    byProviderReference: (reference) => first((from) => from.where("provider_reference", "=", reference)),
    pendingOf: (accountId) => first((from) => from.where("user_id", "=", accountId).where("status", "=", "pending")),
    changesOf: (subscriptionId) =>
      query(async () =>
        (await all().where("subscription_id", "=", subscriptionId).orderBy("created_at").execute()).map(order).filter((each) => each.kind === "change"),
      ),
    pending: () => query(async () => (await all().where("status", "=", "pending").orderBy("created_at").execute()).map(order)),
    insert: ({ outcome: _, quote, ...rest }) =>
      query(async () => {
        await db
          .insertInto("orders")
          .values({ ...rest, quote: JSON.stringify(quote), status: "pending" })
          .execute();
      }),
    setProviderReference: (id, provider_reference) =>
      query(async () => {
        await db.updateTable("orders").set({ provider_reference }).where("id", "=", id).execute();
      }),
    revive: (id, at) =>
      query(async () => {
        await db
          .updateTable("orders")
          .set({ status: "paid", closed_at: at, failure_message: null, decline_code: null })
          .where("id", "=", id)
          .where("status", "=", "failed")
          .execute();
      }),
    close: (id, end) =>
      query(async () => {
        const done = await db
          .updateTable("orders")
          .set({
            status: end._tag,
            closed_at: end.at,
            failure_message: end._tag === "failed" ? end.message : null,
            decline_code: end._tag === "failed" ? end.decline_code : null,
          })
          .where("id", "=", id)
          .where("status", "=", "pending")
          .executeTakeFirst();
        return done.numUpdatedRows === 1n;
      }),
  };
};

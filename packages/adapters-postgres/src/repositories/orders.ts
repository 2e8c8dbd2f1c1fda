import { credits, licenceId } from "@backlot/domain";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import type { Order, OrderOutcome, Orders, WalletPackPurchase } from "@backlot/ports";
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
    customer_id,
    payment_method_id,
    provider: _p,
    replaced_payment,
    ...rest
  } = row;
  const kept = { ...rest, license_id: licenceId(row.license_id), quote: decodeQuote(row.quote), outcome: outcome(row) };
  if (row.kind === "pack" && row.credits !== null) {
    const pack = { ...kept, plan_variant_id: null, credits: credits(row.credits), subscription_id: null };
    return customer_id === null
      ? { ...pack, kind: "wallet-pack", customer_id, payment_method_id: null }
      : { ...pack, kind: "pack", customer_id, payment_method_id };
  }
  if (plan_variant_id === null) throw new Error(`order ${row.id} is of no plan`);
  if (customer_id === null) {
    return {
      ...kept,
      kind: "wallet-plan",
      plan_variant_id,
      customer_id,
      payment_method_id: null,
      credits: null,
      subscription_id,
      replaced_payment,
    };
  }
  if (payment_method_id === null) throw new Error(`order ${row.id} has no card`);
  const plan = { ...kept, plan_variant_id, customer_id, payment_method_id };
  return subscription_id === null
    ? { ...plan, kind: "plan", credits: row.credits === null ? null : credits(row.credits), subscription_id }
    : { ...plan, kind: "change", credits: null, subscription_id };
};

/** What an order is for, as its row says it: by card and through the wallet alike. */
const kindOf = (made: Order): Selectable<Tables["orders"]>["kind"] => {
  switch (made.kind) {
    case "wallet-pack":
      return "pack";
    case "wallet-plan":
      return made.subscription_id === null ? "plan" : "change";
    case "plan":
    case "change":
    case "pack":
      return made.kind;
  }
};

const isWalletPack = (made: Order): made is WalletPackPurchase => made.kind === "wallet-pack";

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
    pendingOf: (accountId) =>
      query(async () => {
        const rows = await all().where("user_id", "=", accountId).where("status", "=", "pending").execute();
        return rows.map(order).flatMap((each) => (isWalletPack(each) ? [] : [each]))[0] ?? null;
      }),
    walletPacksOf: (accountId) =>
      query(async () =>
        (
          await all()
            .where("user_id", "=", accountId)
            .where("kind", "=", "pack")
            .where("provider", "=", "paypal")
            .orderBy("created_at", "desc")
            .execute()
        )
          .map(order)
          .filter(isWalletPack),
      ),
    changesOf: (subscriptionId) =>
      query(async () =>
        (await all().where("subscription_id", "=", subscriptionId).orderBy("created_at").execute())
          .map(order)
          .filter((each) => each.kind === "change"),
      ),
    pending: () =>
      query(async () => (await all().where("status", "=", "pending").orderBy("created_at").execute()).map(order)),
    insert: (made) =>
      query(async () => {
        const { outcome: _, quote, ...rest } = made;
        await db
          .insertInto("orders")
          .values({
            ...rest,
            kind: kindOf(made),
            provider: made.customer_id === null ? "paypal" : "stripe",
            quote: JSON.stringify(quote),
            status: "pending",
          })
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

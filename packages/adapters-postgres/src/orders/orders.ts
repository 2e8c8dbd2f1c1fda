import { type Order, claimsSubscription } from "@backlot/domain";
import type { Orders } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Db, prepared, query } from "../db.ts";
import { codeHash } from "./code-hash.ts";
import { itemColumns, statusColumns, toOrder } from "./order-rows.ts";

// Items never change after they are inserted with their order, so reading them in a subquery is safe even under a lock.
const all = (db: Db) =>
  db
    .selectFrom("orders")
    .selectAll("orders")
    .select((from) =>
      jsonArrayFrom(
        from.selectFrom("order_items").selectAll().whereRef("order_id", "=", "orders.id").orderBy("position"),
      ).as("items"),
    );
type Query = ReturnType<typeof all>;
type Row = Awaited<ReturnType<Query["executeTakeFirstOrThrow"]>>;

const open = (from: Query) => from.where("orders.status", "=", sql.lit("pending" as const));

// Prepared, because every purchase runs these queries.
const by = (find: (from: Query) => Query) => prepared<Row, [value: string]>((db) => find(all(db)).compile());
const byId = by((from) => from.where("id", "=", ""));
const lockById = by((from) => from.where("id", "=", "").forUpdate());
const byKey = by((from) => from.where("idempotency_key", "=", ""));
const byReference = by((from) => from.where("payment_reference", "=", ""));
const claimOf = by((from) => open(from).where("user_id", "=", "").where("claims_subscription", "=", sql.lit(true)));
const knownOrOpen = prepared<Row, [key: string, accountId: string]>((db) =>
  all(db)
    .where(({ and, eb, or }) =>
      or([
        eb("idempotency_key", "=", ""),
        and([
          eb("user_id", "=", ""),
          eb("orders.status", "=", sql.lit("pending" as const)),
          eb("claims_subscription", "=", sql.lit(true)),
        ]),
      ]),
    )
    .compile(),
);
const openChanges = by((from) =>
  open(from).where("id", "in", (sub) =>
    sub.selectFrom("order_items").select("order_id").where("subscription_id", "=", ""),
  ),
);

const buyerEmail = sql<string>`coalesce(orders.guest_email, accounts.email)`;

/** Limits a query to orders whose id starts with a text. Uses the index on order ids. */
export const idStarts = (start: string) =>
  sql<boolean>`(orders.id >= ${start} collate "C" and orders.id < (${start} || chr(1114111)) collate "C")`;

/**
 * Limits a query to a page of orders with a received payment, newest first, after the order with an id. If `owner` is
 * set, the id of another account's order finds nothing.
 */
const page = (
  from: Query,
  { startingAfter, owner = null, limit }: { startingAfter: string | null; owner?: string | null; limit: number },
): Query =>
  from
    .where("orders.status", "in", ["paid", "unfulfillable"])
    .$if(startingAfter !== null, (older) =>
      older.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("orders.created_at", "orders.id"),
          "<",
          selectFrom("orders as last")
            .select(["last.created_at", "last.id"])
            .where("last.id", "=", startingAfter ?? "")
            .$if(owner !== null, (last) => last.where("last.user_id", "=", owner ?? ""))
            .$asTuple("created_at", "id"),
        ),
      ),
    )
    .orderBy("orders.created_at", "desc")
    .orderBy("orders.id", "desc")
    .limit(limit);

const toOrders = (rows: readonly Row[]): readonly Order[] => rows.map(({ items, ...row }) => toOrder(row, items));

export const postgresOrders = (db: Db): Orders => {
  const many = (find: (from: Query) => Query) => query(async () => toOrders(await find(all(db)).execute()));
  const first = (orders: Effect.Effect<readonly Order[]>) => Effect.map(orders, ([order]) => order ?? null);
  const run = (find: ReturnType<typeof by>, value: string) => query(async () => toOrders(await find(db, value)));

  return {
    get: (id) => first(run(byId, id)),
    startingWith: (start, limit) => many((from) => from.where(idStarts(start)).orderBy("orders.id").limit(limit)),
    lock: (id) => first(run(lockById, id)),
    byIdempotencyKey: (key) => first(run(byKey, key)),
    withOpenPlan: (key, accountId) =>
      query(async () => {
        const orders = toOrders(await knownOrOpen(db, key, accountId));
        return {
          existingOrder: orders.find(({ idempotency_key }) => idempotency_key === key) ?? null,
          openPlan:
            orders.find(
              (order) => order.user_id === accountId && order.status._tag === "pending" && claimsSubscription(order),
            ) ?? null,
        };
      }),
    byPaymentReference: (reference) => first(run(byReference, reference)),
    openSubscriptionOrder: (accountId) => first(run(claimOf, accountId)),
    countsSince: (since) =>
      query(async () => {
        const rows = await db
          .selectFrom("orders")
          .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
          .where("created_at", ">=", since)
          .groupBy("status")
          .execute();
        return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
      }),
    paidWithPromo: (accountId, code) =>
      query(async () => {
        const { used } = await db
          .selectFrom("orders")
          .select(({ fn }) => fn.countAll<number>().as("used"))
          .where((either) =>
            either.or([either("user_id", "=", accountId), either("code_hash", "=", codeHash(code, accountId))]),
          )
          .where("status", "=", "paid")
          .where(
            sql<boolean>`exists (select from jsonb_array_elements(quote -> 'discounts') as discount
              where discount ->> 'kind' = 'promo'
                and lower(coalesce(discount ->> 'code', discount ->> 'label')) = lower(${code}))`,
          )
          .executeTakeFirstOrThrow();
        return Number(used);
      }),
    promoUses: (limitId, accountId) =>
      query(async () => {
        const { used } = await db
          .selectFrom("orders")
          .select(({ fn }) => fn.countAll<number>().as("used"))
          .where((either) =>
            either.or([
              either("status", "=", "paid"),
              either.and([either("status", "=", "pending"), either("user_id", "is distinct from", accountId)]),
            ]),
          )
          .where("code_hash", "is not", null)
          .where(
            sql<boolean>`exists (select from jsonb_array_elements(quote -> 'discounts') as discount
              where jsonb_exists(discount -> 'limits', ${limitId}))`,
          )
          .executeTakeFirstOrThrow();
        return Number(used);
      }),
    lockPromo: (limitId) =>
      query(async () => {
        await sql`select pg_advisory_xact_lock(hashtext(${`promo:${limitId}`}))`.execute(db);
      }),
    openOneTimeOrdersOf: (accountId) =>
      many((from) =>
        open(from)
          .where("user_id", "=", accountId)
          .where("claims_subscription", "=", false)
          .orderBy("created_at", "desc"),
      ),
    openOfCart: (token) => first(many((from) => open(from).where("cart_token", "=", token))),
    paidOfGuests: (email, limit) =>
      many((from) =>
        from
          .where(sql`lower(guest_email)`, "=", sql`lower(${email})`)
          .where("status", "=", "paid")
          .orderBy("created_at", "desc")
          .limit(limit),
      ),
    linkVersion: (id) =>
      query(async () => {
        const row = await db.selectFrom("orders").select("link_version").where("id", "=", id).executeTakeFirst();
        return row?.link_version ?? null;
      }),
    revokeLinks: (id) =>
      query(async () => {
        const done = await db
          .updateTable("orders")
          .set((set) => ({ link_version: set("link_version", "+", 1) }))
          .where("id", "=", id)
          .executeTakeFirst();
        return done.numUpdatedRows === 1n;
      }),
    ofAccount: (accountId, { starting_after, limit }) =>
      many((from) =>
        page(from.where("user_id", "=", accountId), { startingAfter: starting_after, owner: accountId, limit }),
      ),
    latest: ({ text, starting_after, limit }) =>
      query(async () => {
        const rows = await page(all(db), { startingAfter: starting_after, limit })
          .innerJoin("accounts", "accounts.id", "orders.user_id")
          .select(buyerEmail.as("buyer_email"))
          .$if(text !== null, (from) => {
            const isBuyer = sql<boolean>`strpos(lower(${buyerEmail}), lower(${text})) > 0`;
            return from.where(sql<boolean>`(starts_with(orders.id, lower(${text})) or ${isBuyer})`);
          })
          .execute();
        return rows.map(({ items, buyer_email, ...row }) => ({ order: toOrder(row, items), email: buyer_email }));
      }),
    openChangesOf: (subscriptionId) => run(openChanges, subscriptionId),
    paidOneTimeOrdersOf: (accountId, provider) =>
      many((from) =>
        from
          .where("user_id", "=", accountId)
          .where("provider", "=", provider)
          .where("claims_subscription", "=", false)
          .where("status", "=", "paid")
          .orderBy("closed_at", "desc"),
      ),
    insert: ({ items, quote, status: stands, ...rest }, next_attempt_at) =>
      query(async () => {
        const code = quote.discounts.find((discount) => discount.code !== undefined)?.code;
        const values = {
          ...rest,
          code_hash: code === undefined ? null : codeHash(code, rest.user_id),
          ...statusColumns(stands),
          quote: JSON.stringify(quote),
          claims_subscription: claimsSubscription({ items }),
          next_attempt_at,
        };
        await db
          .with("placed", (first) => first.insertInto("orders").values(values))
          .insertInto("order_items")
          .values(items.map((sold, position) => itemColumns(rest.id, sold, position)))
          .execute();
      }),
    attachPaymentReference: (id, payment_reference) =>
      query(async () => {
        const row = await db
          .updateTable("orders")
          .set((set) => ({
            payment_reference: payment_reference === null ? set.ref("payment_reference") : payment_reference,
          }))
          .where("id", "=", id)
          .where("status", "=", "pending")
          .where((either) =>
            payment_reference === null
              ? either.lit(true)
              : either.or([
                  either("payment_reference", "is", null),
                  either("payment_reference", "=", payment_reference),
                ]),
          )
          .returning("id")
          .executeTakeFirst();
        return row !== undefined;
      }),
    setPaymentMethod: (id, payment_method_id) =>
      query(async () => {
        await db
          .updateTable("orders")
          .set({ payment_method_id })
          .where("id", "=", id)
          .where("status", "=", "pending")
          .execute();
      }),
    transition: (id, end) =>
      query(async () => {
        const late = end._tag === "paid" || end._tag === "unfulfillable";
        const from = late ? (["pending", "failed", "canceled", "expired"] as const) : (["pending"] as const);
        const done = await db
          .updateTable("orders")
          .set({ ...statusColumns(end), next_attempt_at: null })
          .where("id", "=", id)
          .where("status", "in", from)
          .executeTakeFirst();
        return done.numUpdatedRows === 1n;
      }),
    pending: () =>
      query(() =>
        db
          .selectFrom("orders")
          .select(["id", "provider"])
          .where("status", "=", "pending")
          .orderBy("created_at")
          .execute(),
      ),
    lockDue: (at, limit) =>
      many((from) =>
        open(from).where("next_attempt_at", "<=", at).orderBy("next_attempt_at").limit(limit).forUpdate().skipLocked(),
      ),
    scheduleAttempt: (id, attempts, next_attempt_at) =>
      query(async () => {
        await db
          .updateTable("orders")
          .set({ attempts, next_attempt_at })
          .where("id", "=", id)
          .where("status", "=", "pending")
          .execute();
      }),
  };
};

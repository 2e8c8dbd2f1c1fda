import {
  type AtPeriodEnd,
  type Instant,
  type RecurringDiscount,
  type Subscription,
  type SubscriptionStatus,
  cents,
  credits,
  licenseId,
  percentOfRate,
  taxRate,
} from "@backlot/domain";
import type { ProviderSubscriptionRef, StoredSubscription, Subscriptions } from "@backlot/ports";
import { type Insertable, type Selectable, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import type { Tables } from "../schema.ts";

/** One percent of tax, in the table's unit. */
const PERCENT = 10_000;

type Offer = Pick<Selectable<Tables["plan_offers"]>, "interval" | "recurring_credits">;
/** A subscription row with the interval and credits of its plan, and of the plan it changes to. */
type SubscriptionRow = Selectable<Tables["subscriptions"]> &
  Offer & { readonly next_interval: Offer["interval"] | null; readonly next_credits: number | null };

const terms = (variant_id: number, license_id: number, { interval, recurring_credits }: Offer, price: number) => ({
  variant_id,
  license_id: licenseId(license_id),
  interval,
  recurring_credits: credits(recurring_credits),
  price: cents(price),
});

const atPeriodEnd = (row: SubscriptionRow): AtPeriodEnd => {
  if (row.next_step !== "changes") return { _tag: row.next_step };
  const { next_variant_id, next_license_id, next_price, next_interval, next_credits } = row;
  if (
    next_variant_id === null ||
    next_license_id === null ||
    next_price === null ||
    next_interval === null ||
    next_credits === null
  ) {
    throw new Error(`subscription ${row.id} has an incomplete scheduled plan`);
  }
  return {
    _tag: "changes",
    to: terms(
      next_variant_id,
      next_license_id,
      { interval: next_interval, recurring_credits: next_credits },
      next_price,
    ),
  };
};

const status = (row: SubscriptionRow): SubscriptionStatus => {
  if (row.ended_at !== null && row.end_reason !== null)
    return { _tag: "ended", at: row.ended_at, reason: row.end_reason };
  return row.past_due_since === null ? { _tag: "active" } : { _tag: "past-due", since: row.past_due_since };
};

const discount = (row: SubscriptionRow): RecurringDiscount | null => {
  const { discount_code: code, discount_percent_off: percent_off, discount_cycles_left: cycles_left } = row;
  return percent_off === null || cycles_left === null ? null : { code, percent_off, cycles_left };
};

export const toStoredSubscription = (row: SubscriptionRow): StoredSubscription => ({
  user_id: row.user_id,
  provider: row.provider,
  provider_subscription_id: row.provider_subscription_id,
  legacy_kind: row.legacy_kind,
  created_at: row.created_at,
  tax: taxRate(row.tax_rate / PERCENT),
  subscription: {
    id: row.id,
    terms: terms(row.plan_variant_id, row.license_id, row, row.price),
    legacy: row.legacy_kind !== null,
    anchor: row.anchor,
    period: { start: row.period_start, end: row.period_end },
    paid: cents(row.paid),
    payment: row.payment,
    discount: discount(row),
    at_period_end: atPeriodEnd(row),
    status: status(row),
  },
});

const columns = (subscription: Subscription) => {
  const next = subscription.at_period_end._tag === "changes" ? subscription.at_period_end.to : null;
  const ended = subscription.status._tag === "ended" ? subscription.status : null;
  return {
    plan_variant_id: subscription.terms.variant_id,
    license_id: subscription.terms.license_id,
    price: subscription.terms.price,
    anchor: subscription.anchor,
    period_start: subscription.period.start,
    period_end: subscription.period.end,
    paid: subscription.paid,
    payment: subscription.payment,
    next_step: subscription.at_period_end._tag,
    next_variant_id: next?.variant_id ?? null,
    next_license_id: next?.license_id ?? null,
    next_price: next?.price ?? null,
    status: subscription.status._tag === "past-due" ? ("past_due" as const) : subscription.status._tag,
    past_due_since: subscription.status._tag === "past-due" ? subscription.status.since : null,
    ended_at: ended?.at ?? null,
    end_reason: ended?.reason ?? null,
    discount_code: subscription.discount?.code ?? null,
    discount_percent_off: subscription.discount?.percent_off ?? null,
    discount_cycles_left: subscription.discount?.cycles_left ?? null,
  } satisfies Partial<Insertable<Tables["subscriptions"]>>;
};

const all = (db: Db) =>
  db
    .selectFrom("subscriptions")
    .innerJoin("plan_offers as offer", "offer.id", "subscriptions.plan_variant_id")
    .leftJoin("plan_offers as next", "next.id", "subscriptions.next_variant_id")
    .selectAll("subscriptions")
    .select([
      "offer.interval",
      "offer.recurring_credits",
      "next.interval as next_interval",
      "next.recurring_credits as next_credits",
    ]);
type Query = ReturnType<typeof all>;

const notEnded = (from: Query) => from.where("subscriptions.status", "<>", sql.lit("ended" as const));

const by = (find: (from: Query) => Query) =>
  prepared<SubscriptionRow, [value: string]>((db) => find(all(db)).compile());
const runningOf = by((from) => notEnded(from).where("subscriptions.user_id", "=", ""));
const byId = by((from) => from.where("subscriptions.id", "=", ""));
const byReference = by((from) => from.where("subscriptions.provider_subscription_id", "=", ""));

export const postgresSubscriptions = (db: Db): Subscriptions => {
  const first = (find: ReturnType<typeof by>, value: string) =>
    query(async () => {
      const [row] = await find(db, value);
      return row === undefined ? null : toStoredSubscription(row);
    });
  const enqueueTermination = async (
    { provider, provider_subscription_id }: ProviderSubscriptionRef,
    since: Instant,
  ): Promise<void> => {
    await db
      .insertInto("subscription_terminations")
      .values({ provider, provider_subscription_id, since })
      .onConflict((conflict) => conflict.columns(["provider", "provider_subscription_id"]).doNothing())
      .execute();
  };
  return {
    current: (accountId) => first(runningOf, accountId),
    get: (id) => first(byId, id),
    byProvider: (reference) => first(byReference, reference),
    insert: ({ subscription, tax, ...kept }) =>
      query(async () => {
        await db
          .insertInto("subscriptions")
          .values({
            ...kept,
            tax_rate: Math.round(percentOfRate(tax) * PERCENT),
            checked_at: null,
            id: subscription.id,
            ...columns(subscription),
          })
          .execute();
      }),
    save: (subscription) =>
      query(async () => {
        await db
          .updateTable("subscriptions")
          .set({ ...columns(subscription), ...(subscription.legacy ? {} : { legacy_kind: null }) })
          .where("id", "=", subscription.id)
          .execute();
      }),
    transferBilling: (id, provider, provider_subscription_id, at) =>
      query(async () => {
        const before = await db
          .selectFrom("subscriptions")
          .select(["provider", "provider_subscription_id"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (before.provider === provider && before.provider_subscription_id === provider_subscription_id) return;
        await enqueueTermination(before, at);
        await db
          .updateTable("subscriptions")
          .set({ provider, provider_subscription_id })
          .where("id", "=", id)
          .execute();
      }),
    enqueueTermination: (plan, at) => query(() => enqueueTermination(plan, at)),
    pendingTerminations: () =>
      query(() => db.selectFrom("subscription_terminations").selectAll().orderBy("since").execute()),
    completeTermination: (plan) =>
      query(async () => {
        await db
          .deleteFrom("subscription_terminations")
          .where("provider", "=", plan.provider)
          .where("provider_subscription_id", "=", plan.provider_subscription_id)
          .execute();
      }),
    markChecked: (id, at) =>
      query(async () => {
        await db.updateTable("subscriptions").set({ checked_at: at }).where("id", "=", id).execute();
      }),
    endedPeriods: ({ endedBefore, checkedBefore }, limit) =>
      query(async () =>
        (
          await all(db)
            .where("subscriptions.status", "=", sql.lit("active" as const))
            .where("subscriptions.next_step", "<>", "cancels")
            .where("subscriptions.period_end", "<=", endedBefore)
            .where((either) =>
              either.or([
                either("subscriptions.checked_at", "is", null),
                either("subscriptions.checked_at", "<=", either.ref("subscriptions.period_end")),
                either("subscriptions.checked_at", "<=", checkedBefore),
              ]),
            )
            .orderBy("subscriptions.period_end", "desc")
            .limit(limit)
            .execute()
        ).map(toStoredSubscription),
      ),
    endingPeriods: (after, before) =>
      query(async () =>
        (
          await notEnded(all(db))
            .where((either) =>
              either.or([
                either.and([
                  either("subscriptions.period_end", ">", after),
                  either("subscriptions.period_end", "<=", before),
                ]),
                either("subscriptions.status", "=", "past_due"),
              ]),
            )
            .orderBy("subscriptions.id")
            .execute()
        ).map(toStoredSubscription),
      ),
    dueForExpiry: (at) =>
      query(async () =>
        (
          await notEnded(all(db))
            .where((either) =>
              either.or([
                either.and([
                  either("subscriptions.next_step", "=", "cancels"),
                  either("subscriptions.period_end", "<=", at),
                ]),
                either("subscriptions.status", "=", "past_due"),
              ]),
            )
            .orderBy("subscriptions.id")
            .execute()
        ).map(toStoredSubscription),
      ),
    running: () =>
      query(async () => (await notEnded(all(db)).orderBy("subscriptions.id").execute()).map(toStoredSubscription)),
  };
};

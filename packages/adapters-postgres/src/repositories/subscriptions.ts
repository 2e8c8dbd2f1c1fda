import {
  type AtPeriodEnd,
  type Instant,
  type Subscription,
  type SubscriptionStatus,
  cents,
  credits,
  licenceId,
} from "@backlot/domain";
import type { PlanReference, StoredSubscription, Subscriptions } from "@backlot/ports";
import type { Insertable, Selectable } from "kysely";
import { type Handle, query } from "../handle.ts";
import type { Tables } from "../schema.ts";

type Offer = Pick<Selectable<Tables["plan_offers"]>, "interval" | "recurring_credits">;
/** A subscription with what its plan, and the plan it changes to, give. */
type Row = Selectable<Tables["subscriptions"]> &
  Offer & { readonly next_interval: Offer["interval"] | null; readonly next_credits: number | null };

const terms = (variant_id: number, license_id: number, { interval, recurring_credits }: Offer, price: number) => ({
  variant_id,
  license_id: licenceId(license_id),
  interval,
  recurring_credits: credits(recurring_credits),
  price: cents(price),
});

const atPeriodEnd = (row: Row): AtPeriodEnd => {
  if (row.next_step !== "changes") return { _tag: row.next_step };
  const { next_variant_id, next_license_id, next_price, next_interval, next_credits } = row;
  if (
    next_variant_id === null ||
    next_license_id === null ||
    next_price === null ||
    next_interval === null ||
    next_credits === null
  ) {
    throw new Error(`subscription ${row.id} changes to nothing`);
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

const status = (row: Row): SubscriptionStatus => {
  if (row.ended_at !== null && row.end_reason !== null)
    return { _tag: "ended", at: row.ended_at, reason: row.end_reason };
  return row.past_due_since === null ? { _tag: "active" } : { _tag: "past-due", since: row.past_due_since };
};

const stored = (row: Row): StoredSubscription => ({
  user_id: row.user_id,
  provider: row.provider,
  provider_subscription_id: row.provider_subscription_id,
  legacy_kind: row.legacy_kind,
  created_at: row.created_at,
  life: {
    id: row.id,
    terms: terms(row.plan_variant_id, row.license_id, row, row.price),
    legacy: row.legacy_kind !== null,
    anchor: row.anchor,
    period: { start: row.period_start, end: row.period_end },
    paid: cents(row.paid),
    payment: row.payment,
    at_period_end: atPeriodEnd(row),
    status: status(row),
  },
});

const columns = (life: Subscription) => {
  const next = life.at_period_end._tag === "changes" ? life.at_period_end.to : null;
  const ended = life.status._tag === "ended" ? life.status : null;
  return {
    plan_variant_id: life.terms.variant_id,
    license_id: life.terms.license_id,
    price: life.terms.price,
    anchor: life.anchor,
    period_start: life.period.start,
    period_end: life.period.end,
    paid: life.paid,
    payment: life.payment,
    next_step: life.at_period_end._tag,
    next_variant_id: next?.variant_id ?? null,
    next_license_id: next?.license_id ?? null,
    next_price: next?.price ?? null,
    status: life.status._tag === "past-due" ? ("past_due" as const) : life.status._tag,
    past_due_since: life.status._tag === "past-due" ? life.status.since : null,
    ended_at: ended?.at ?? null,
    end_reason: ended?.reason ?? null,
  } satisfies Partial<Insertable<Tables["subscriptions"]>>;
};

/** Subscriptions in PostgreSQL. */
export const subscriptionsOn = (db: Handle): Subscriptions => {
  const all = () =>
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
  const first = (find: (from: ReturnType<typeof all>) => ReturnType<typeof all>) =>
    query(async () => {
      const row = await find(all()).executeTakeFirst();
      return row === undefined ? null : stored(row);
    });
  const leave = async ({ provider, provider_subscription_id }: PlanReference, since: Instant): Promise<void> => {
    await db
      .insertInto("plans_to_end")
      .values({ provider, provider_subscription_id, since })
      .onConflict((conflict) => conflict.columns(["provider", "provider_subscription_id"]).doNothing())
      .execute();
  };
  return {
    current: (accountId) =>
      first((from) => from.where("subscriptions.user_id", "=", accountId).where("subscriptions.status", "<>", "ended")),
    get: (id) => first((from) => from.where("subscriptions.id", "=", id)),
    byProvider: (reference) => first((from) => from.where("subscriptions.provider_subscription_id", "=", reference)),
    insert: ({ life, ...kept }) =>
      query(async () => {
        await db
          .insertInto("subscriptions")
          .values({ ...kept, id: life.id, ...columns(life) })
          .execute();
      }),
    save: (life) =>
      query(async () => {
        await db
          .updateTable("subscriptions")
          .set({ ...columns(life), ...(life.legacy ? {} : { legacy_kind: null }) })
          .where("id", "=", life.id)
          .execute();
      }),
    move: (id, provider, provider_subscription_id, at) =>
      query(async () => {
        const before = await db
          .selectFrom("subscriptions")
          .select(["provider", "provider_subscription_id"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (before.provider === provider && before.provider_subscription_id === provider_subscription_id) return;
        await leave(before, at);
        await db
          .updateTable("subscriptions")
          .set({ provider, provider_subscription_id })
          .where("id", "=", id)
          .execute();
      }),
    leave: (plan, at) => query(() => leave(plan, at)),
    toEnd: () => query(() => db.selectFrom("plans_to_end").selectAll().orderBy("since").execute()),
    ended: (plan) =>
      query(async () => {
        await db
          .deleteFrom("plans_to_end")
          .where("provider", "=", plan.provider)
          .where("provider_subscription_id", "=", plan.provider_subscription_id)
          .execute();
      }),
    waitingForTime: (at) =>
      query(async () =>
        (
          await all()
            .where("subscriptions.status", "<>", "ended")
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
        ).map(stored),
      ),
    running: () =>
      query(async () =>
        (await all().where("subscriptions.status", "<>", "ended").orderBy("subscriptions.id").execute()).map(stored),
      ),
  };
};

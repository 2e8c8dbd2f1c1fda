import { cents } from "@backlot/domain";
import type { CodeUse, FailingJob } from "@backlot/domain/support/store-faults";
import type { RecordReads } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { isLeased } from "../leases.ts";
import { DISCOUNTED_PRICE } from "./discounted-price.ts";

/** Creates the queries for invalid records and for counts. They read whole tables, so only staff may use them. */
export const postgresRecords = (db: Db): RecordReads => ({
  buyers: ({ starting_after, limit }) =>
    query(() =>
      db
        .selectFrom("accounts")
        .select(["id", "email"])
        .where(({ or, exists, selectFrom }) =>
          or(
            (["payments", "credit_lots", "entitlements"] as const).map((table) =>
              exists(selectFrom(table).select(sql`1`.as("one")).whereRef(`${table}.user_id`, "=", "accounts.id")),
            ),
          ),
        )
        .$if(starting_after !== null, (from) => from.where("id", ">", starting_after ?? ""))
        .orderBy("id")
        .limit(limit)
        .execute(),
    ),
  subscribersByPlan: (before) =>
    query(async () => {
      const { rows } = await sql<{
        readonly plan_variant_id: number;
        readonly subscribers: number;
        readonly renewals: number;
        readonly amount: number;
      }>`
        select plan_variant_id, count(*) as subscribers, count(due) as renewals,
          coalesce(sum(due), 0)::bigint as amount
        from (
          select plan_variant_id, case when period_end <= ${before} and next_step <> 'cancels' then
            case when next_step = 'changes' then next_price else ${DISCOUNTED_PRICE} end
            end as due
          from subscriptions where status <> 'ended'
        ) as held
        group by plan_variant_id order by plan_variant_id`.execute(db);
      return rows.map((row) => ({ ...row, amount: cents(row.amount) }));
    }),
  ordersExpiredBefore: (at) =>
    query(() =>
      db
        .selectFrom("orders")
        .select(["id", "expires_at"])
        .where("status", "=", "pending")
        .where("expires_at", "<", at)
        .execute(),
    ),
  adjustmentsDueBefore: (at) =>
    query(async () => {
      const rows = await db
        .selectFrom("balance_adjustments")
        .select(["id", "cents", "created_at"])
        .where("applied_at", "is", null)
        .where("created_at", "<", at)
        .execute();
      return rows.map((row) => ({ ...row, cents: cents(row.cents) }));
    }),
  jobsDueBefore: (at) =>
    query(() =>
      db
        .selectFrom("jobs")
        .select(["name", "due_at"])
        .where("due_at", "<", at)
        .where(({ not }) => not(isLeased("jobs.name")))
        .execute(),
    ),
  jobsFailingSince: (at) =>
    query(() =>
      db
        .selectFrom("jobs")
        .select(["name", "failing_since", "last_error"])
        .where("failing_since", "<", at)
        .$narrowType<FailingJob>()
        .execute(),
    ),
  overusedCodes: () =>
    query(async () => {
      const codeUses = await sql<CodeUse>`
        with used as (
          select discount_codes.code, user_id, max_uses, coalesce(uses_per_account, 1) as per_account
          from discount_codes join code_redemptions on code_redemptions.code = discount_codes.code
          where ended_at is null)
        select code, null as user_id, count(*)::integer as uses, max_uses as allowed
        from used group by code, max_uses having count(*) > max_uses
        union all
        select code, user_id, count(*)::integer, per_account
        from used group by code, user_id, per_account having count(*) > per_account`.execute(db);
      return codeUses.rows;
    }),
});

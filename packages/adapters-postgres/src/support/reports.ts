import { type Cents, cents, licenseId, monthsAfter, monthsIn } from "@backlot/domain";
import { type PlanReport, type SearchReport, type TaxReport, monthStart } from "@backlot/domain/support/report";
import type { ReportReads } from "@backlot/ports";
import { type RawBuilder, sql } from "kysely";
import { type Db, query } from "../db.ts";
import { DISCOUNTED_PRICE } from "./discounted-price.ts";

type Numbers = Readonly<Record<string, number>>;

/** Returns SQL for the UTC month of a time column, such as "2026-11". */
const monthOf = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM')`;

const sumIf = (amount: string, column: string, value: string): RawBuilder<number> =>
  sql<number>`coalesce(sum(${sql.ref(amount)}) filter (where ${sql.ref(column)} = ${sql.lit(value)}), 0)::bigint`;

/** The tax in the paid amount. The account credit that paid the rest includes its own share of the tax. */
const TAX_PAID = sql<number>`round((receipts.facts->>'tax')::numeric * amount
  / nullif(amount + (receipts.facts->>'account_credit')::numeric, 0))`;

/** Creates the queries for the owner's reports. */
export const postgresReports = (db: Db): ReportReads => {
  /** Returns a query's rows by month. */
  const byMonth = async (work: RawBuilder<unknown>): Promise<ReadonlyMap<string, Numbers>> => {
    const { rows } = await work.execute(db);
    return new Map((rows as readonly ({ readonly month: string } & Numbers)[]).map((row) => [row.month, row]));
  };
  const first = async (work: RawBuilder<unknown>): Promise<number> =>
    Number((await work.execute(db)).rows.map((row) => Reflect.get(Object(row), "count"))[0] ?? 0);

  const inRange = (column: string, from: string, before: string) =>
    sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before}`;

  return {
    months: (months) =>
      query(async () => {
        const [opening = "", closing = ""] = [months[0], months.at(-1)];
        const from = monthStart(opening);
        const before = monthsAfter(monthStart(closing), 1);
        const paid = await byMonth(sql`
          select ${monthOf("at")} as month, ${sumIf("amount", "reason", "plan")} as plans,
            ${sumIf("amount", "reason", "renewal")} as renewals, ${sumIf("amount", "reason", "change")} as changes,
            ${sumIf("amount", "reason", "pack")} as packs, ${sumIf("amount", "reason", "items")} as items,
            sum(amount)::bigint as paid, coalesce(sum(${TAX_PAID}), 0)::bigint as tax
          from payments left join receipts on receipts.payment_id = payments.id
          where ${inRange("at", from, before)} group by 1`);
        const refunds = await byMonth(sql`
          select ${monthOf("at")} as month, sum(amount)::bigint as refunded from payment_refunds
          where ${inRange("at", from, before)} group by 1`);
        const lost = await byMonth(sql`
          select ${monthOf("closed_at")} as month, sum(amount)::bigint as lost from disputes
          where status = 'lost' and ${inRange("closed_at", from, before)} group by 1`);
        const joined = await byMonth(sql`
          select ${monthOf("created_at")} as month, count(*) as count from subscriptions
          where ${inRange("created_at", from, before)} group by 1`);
        const departures = await byMonth(sql`
          select ${monthOf("ended_at")} as month, count(*) as count from subscriptions
          where ${inRange("ended_at", from, before)} group by 1`);
        const credits = await byMonth(sql`
          select ${monthOf("at")} as month, ${sumIf("amount", "reason", "grant")} as granted,
            -${sumIf("amount", "reason", "spend")} as spent, -${sumIf("amount", "reason", "expire")} as expired,
            sum(amount)::bigint as change
          from credit_entries where ${inRange("at", from, before)} group by 1`);
        let subscribers = await first(sql`
          select count(*) as count from subscriptions
          where created_at < ${from} and (ended_at is null or ended_at >= ${from})`);
        let credits_left = await first(sql`
          select coalesce(sum(amount), 0)::bigint as count from credit_entries where at < ${from}`);
        return months.map((month) => {
          const amount = (rows: ReadonlyMap<string, Numbers>, name: string): Cents =>
            cents(rows.get(month)?.[name] ?? 0);
          const count = (rows: ReadonlyMap<string, Numbers>, name: string): number => rows.get(month)?.[name] ?? 0;
          const [subscribers_in, subscribers_out] = [count(joined, "count"), count(departures, "count")];
          subscribers += subscribers_in - subscribers_out;
          const change = count(credits, "change");
          credits_left += change;
          const [granted, spent, expired] = [
            count(credits, "granted"),
            count(credits, "spent"),
            count(credits, "expired"),
          ];
          const [total, refunded, disputed] = [amount(paid, "paid"), amount(refunds, "refunded"), amount(lost, "lost")];
          return {
            month,
            plans: amount(paid, "plans"),
            renewals: amount(paid, "renewals"),
            changes: amount(paid, "changes"),
            packs: amount(paid, "packs"),
            items: amount(paid, "items"),
            paid: total,
            tax: amount(paid, "tax"),
            refunded,
            lost: disputed,
            net: cents(total - refunded - disputed),
            subscribers_in,
            subscribers_out,
            subscribers,
            credits_granted: granted,
            credits_spent: spent,
            credits_expired: expired,
            credits_revoked: granted - spent - expired - change,
            credits_left,
          };
        });
      }),
    plans: () =>
      query(async () => {
        const { rows } = await sql<
          Omit<PlanReport, "license_id" | "monthly"> & { readonly license_id: number; readonly price: number }
        >`
          select offer.id as plan_variant_id, offer.plan_name, offer.interval, offer.recurring_credits,
            not offer.retired as is_sold, coalesce(subscriptions.license_id, offer.licence_from) as license_id,
            count(subscriptions.id) as subscribers,
            count(subscriptions.id) filter (where next_step = 'cancels') as canceled,
            count(subscriptions.id) filter (where status = 'past_due') as past_due,
            coalesce(sum(${DISCOUNTED_PRICE}) filter (where next_step <> 'cancels'), 0)::bigint as price
          from plan_offers offer
          left join subscriptions on subscriptions.plan_variant_id = offer.id and subscriptions.status <> 'ended'
          where subscriptions.id is not null or not offer.retired
          group by offer.id, subscriptions.license_id order by offer.id, subscriptions.license_id`.execute(db);
        return rows.map(({ price, ...row }) => ({
          ...row,
          license_id: licenseId(row.license_id),
          monthly: cents(Math.round(price / monthsIn(row.interval))),
        }));
      }),
    taxes: ({ from, before }) =>
      query(async () => {
        const { rows } = await sql<TaxReport>`
          with placed as (
            select payments.id, payments.at, amount, coalesce(${TAX_PAID}, 0) as tax,
              nullif(btrim(substring(
                coalesce(receipts.facts->'buyer'->>'address', profile.address) from ',([^,]*)$')), '') as country
            from payments left join receipts on receipts.payment_id = payments.id
            left join orders on orders.id = payments.order_id
            left join licensee_profiles profile
              on profile.user_id = payments.user_id and orders.guest_email is null),
          moved as (
            select country, amount as paid, tax, 0 as refunded, 0 as tax_refunded from placed
            where ${inRange("placed.at", from, before)}
            union all
            select country, 0, 0, refund.amount, round(tax * refund.amount / nullif(placed.amount, 0))
            from payment_refunds refund join placed on placed.id = refund.payment_id
            where ${inRange("refund.at", from, before)})
          select mode() within group (order by country) as country, sum(paid)::bigint as paid, sum(tax)::bigint as tax,
            sum(refunded)::bigint as refunded, coalesce(sum(tax_refunded), 0)::bigint as tax_refunded
          from moved group by lower(country) order by paid desc, country nulls last`.execute(db);
        return rows;
      }),
    searches: (months, limit) =>
      query(async () => {
        const { rows } = await sql<SearchReport>`
          select words, sum(count)::bigint as searches, max(month) as last_month from empty_searches
          where month = any(${months}) group by words order by searches desc, words limit ${limit}`.execute(db);
        return rows;
      }),
    items: ({ from, before }, limit) =>
      query(async () => {
        const { rows } = await sql<{
          readonly collection_id: number;
          readonly slug: string;
          readonly name: string;
          readonly sold: number;
          readonly revenue: number;
          readonly credit_purchases: number;
          readonly credits: number;
          readonly downloads: number;
        }>`
          with sold as (
            select variant.collection_id, count(*) as sold, coalesce(sum((
              select sum((line->>'net')::bigint) from jsonb_array_elements(orders.quote->'lines') as line
              where line->>'kind' = 'item' and line->>'reference' = variant.id::text)), 0)::bigint as revenue
            from order_items item join orders on orders.id = item.order_id
            join collection_variants variant on variant.id = item.collection_variant_id
            where orders.status = 'paid' and ${inRange("orders.closed_at", from, before)} group by 1),
          spent as (
            select split_part(reference, ':', 2)::int as collection_id,
              count(distinct reference) filter (where reason = 'spend') as credit_purchases,
              -sum(amount)::bigint as credits
            from credit_entries where reference like 'collection:%' and reason in ('spend', 'refund')
              and ${inRange("at", from, before)} group by 1),
          taken as (
            select variant.collection_id, count(*) as downloads from downloads
            join collection_variants variant on variant.id = downloads.variant_id
            where ${inRange("downloads.at", from, before)} group by 1)
          select collections.id as collection_id, slug, name, coalesce(sold, 0) as sold,
            coalesce(revenue, 0) as revenue, coalesce(credit_purchases, 0) as credit_purchases,
            coalesce(spent.credits, 0) as credits, coalesce(downloads, 0) as downloads
          from collections
          left join sold on sold.collection_id = collections.id
          left join spent on spent.collection_id = collections.id
          left join taken on taken.collection_id = collections.id
          where sold is not null or credit_purchases is not null or downloads is not null
          order by coalesce(sold, 0) + coalesce(credit_purchases, 0) desc, coalesce(downloads, 0) desc, collections.id
          limit ${limit}`.execute(db);
        return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
      }),
  };
};

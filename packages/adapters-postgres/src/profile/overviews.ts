import { type AccountCreditPart, type Instant, type Provider, cents } from "@backlot/domain";
import type { AccountOverview, OverviewReads } from "@backlot/ports";
import { type Selectable, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import type { Tables } from "../schema.ts";
import { toAccount, toProfile } from "../accounts/account-rows.ts";
import { toLot } from "../credits/credits.ts";
import { toOffer } from "../plans/plans.ts";
import { toStoredSubscription } from "../subscriptions/subscriptions.ts";

type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;

interface Row {
  readonly account: RowOf<"accounts">;
  readonly profile: RowOf<"licensee_profiles"> | null;
  readonly lots: readonly RowOf<"credit_lots">[];
  readonly subscription: RowOf<"subscriptions"> | null;
  readonly offer: RowOf<"plan_offers"> | null;
  readonly next_offer: RowOf<"plan_offers"> | null;
  readonly pending_order: {
    readonly id: string;
    readonly provider: Provider;
    readonly label: string;
    readonly total: number;
    readonly placed_at: Instant;
  } | null;
  readonly dispute_open: boolean;
  readonly account_credit: readonly AccountCreditPart[];
  readonly carried: readonly { readonly carried_over: number; readonly balance_due: number }[];
}

const read = prepared<Row, [id: string]>((db) =>
  sql<Row>`
    select to_json(a) as account, to_json(p) as profile, to_json(s) as subscription, to_json(offer) as offer,
      to_json(next) as next_offer,
      coalesce(
        (select json_agg(l order by l.granted_at, l.id) from credit_lots l where l.user_id = a.id), '[]') as lots,
      (select json_build_object('id', o.id, 'provider', o.provider, 'label', o.quote->'lines'->0->>'label',
            'total', o.quote->'total', 'placed_at', o.created_at) from orders o
        where o.user_id = a.id and o.status = 'pending' and o.claims_subscription limit 1) as pending_order,
      exists (select from disputes d where d.user_id = a.id and d.status = 'open') as dispute_open,
      coalesce(
        (select json_agg(json_build_object('payment', f.payment_id, 'cents', f.cents, 'captured', coalesce(p.amount, 0),
            'net', coalesce((select sum(e.cents) from funding_entries e
              where e.user_id = a.id and e.payment_id = f.payment_id and e.reason = 'paid'), 0)))
          from (select payment_id, sum(cents) as cents from funding_entries
            where user_id = a.id and holder = 'account' group by payment_id having sum(cents) <> 0) f
          left join payments p on p.id = f.payment_id), '[]') as account_credit,
      coalesce(
        (select json_agg(json_build_object('carried_over', coalesce((r.facts->>'carried_over')::integer, 0),
            'balance_due', coalesce((r.facts->>'balance_due')::integer, 0)) order by p.at, p.id)
          from payments p join receipts r on r.payment_id = p.id
          where p.user_id = a.id and r.facts ?| array['carried_over', 'balance_due']), '[]') as carried
    from accounts a
    left join licensee_profiles p on p.user_id = a.id
    left join subscriptions s on s.user_id = a.id and s.status <> 'ended'
    left join plan_offers offer on offer.id = s.plan_variant_id
    left join plan_offers next on next.id = s.next_variant_id
    where a.id = ${""}`.compile(db),
);

type InstantColumn<R> = { [C in keyof R]: R[C] extends Instant | null ? C : never }[keyof R];

/** Converts the times of a JSON row to the store's format. */
const withInstants = <R extends object>(row: R, columns: readonly InstantColumn<R>[]): R => ({
  ...row,
  ...Object.fromEntries(
    columns.map((column) => {
      const at = row[column] as string | null;
      return [column, at === null ? null : new Date(at).toISOString()];
    }),
  ),
});

const subscriptionOf = ({ subscription, offer, next_offer }: Row): AccountOverview["running"] => {
  if (subscription === null || offer === null) return null;
  const { interval, recurring_credits } = offer;
  const times = ["period_start", "period_end", "created_at", "anchor", "past_due_since", "ended_at"] as const;
  return {
    subscriptionRecord: toStoredSubscription({
      ...withInstants(subscription, times),
      interval,
      recurring_credits,
      next_interval: next_offer?.interval ?? null,
      next_credits: next_offer?.recurring_credits ?? null,
    }),
    offer: toOffer(offer),
    next_offer: next_offer === null ? null : toOffer(next_offer),
  };
};

/** Creates the repository of account overviews, each read in one query. */
export const postgresOverviews = (db: Db): OverviewReads => ({
  get: (accountId) =>
    query(async () => {
      const [row] = await read(db, accountId);
      if (row === undefined) return null;
      return {
        account: toAccount(withInstants(row.account, ["confirmed_at", "created_at", "deleted_at", "team_joined_at"])),
        profile: row.profile === null ? null : toProfile(row.profile),
        lots: row.lots.map((lot) => toLot(withInstants(lot, ["granted_at"]))),
        running: subscriptionOf(row),
        pending_order:
          row.pending_order === null
            ? null
            : { ...withInstants(row.pending_order, ["placed_at"]), total: cents(row.pending_order.total) },
        dispute_open: row.dispute_open,
        account_credit: row.account_credit.map((part) => ({
          payment: part.payment,
          cents: cents(part.cents),
          captured: cents(part.captured),
          net: cents(part.net),
        })),
        carried: row.carried.map(({ carried_over, balance_due }) => ({
          carried_over: cents(carried_over),
          balance_due: cents(balance_due),
        })),
      };
    }),
});

/** Subscriptions, and provider subscriptions that still have to be ended. */
export const subscriptions: readonly string[] = [
  `create table subscriptions (
     id text primary key, user_id text not null references accounts (id),
     plan_variant_id integer not null references plan_offers (id),
     license_id integer not null check (license_id between 1 and 6),
     status text not null check (status in ('active', 'past_due', 'ended')),
     provider text not null check (provider in ('stripe', 'paypal')), provider_subscription_id text not null unique,
     period_start timestamptz not null, period_end timestamptz not null, paid integer not null check (paid >= 0),
     legacy_kind text check (legacy_kind in ('credit-based', 'plus')), created_at timestamptz not null,
     anchor timestamptz not null, price integer not null check (price >= 0), payment text not null unique,
     next_step text not null default 'renews' check (next_step in ('renews', 'cancels', 'changes')),
     next_variant_id integer references plan_offers (id),
     next_license_id integer check (next_license_id between 1 and 6), next_price integer check (next_price >= 0),
     past_due_since timestamptz, ended_at timestamptz,
     end_reason text check (end_reason in ('cancelled', 'unpaid', 'refunded')), discount_code text,
     discount_percent_off integer check (discount_percent_off between 1 and 100),
     discount_cycles_left integer check (discount_cycles_left > 0),
     tax_rate integer not null default 0 check (tax_rate between 0 and 1000000), checked_at timestamptz,
     constraint subscriptions_period check (period_end > period_start),
     constraint subscriptions_next_plan check ((next_step = 'changes') = (next_variant_id is not null)),
     constraint subscriptions_next_terms check (((next_variant_id is null) = (next_license_id is null))
       and ((next_variant_id is null) = (next_price is null))),
     constraint subscriptions_past_due check ((status = 'past_due') = (past_due_since is not null)),
     constraint subscriptions_ended check (((status = 'ended') = (ended_at is not null))
       and ((ended_at is null) = (end_reason is null))),
     constraint subscriptions_discount check ((discount_percent_off is null) = (discount_cycles_left is null)),
     constraint subscriptions_discount_code check (discount_code is null or discount_percent_off is not null))`,
  "create unique index subscriptions_one_running on subscriptions (user_id) where status <> 'ended'",
  `create index subscriptions_waiting on subscriptions (period_end) where status <> 'ended' and
     (next_step = 'cancels' or status = 'past_due')`,
  `create table subscription_terminations (
     provider text not null check (provider in ('stripe', 'paypal')), provider_subscription_id text not null,
     since timestamptz not null,
     constraint subscription_terminations_pkey primary key (provider, provider_subscription_id))`,
];

/**
 * What a subscription lives through after its first payment, every payment by itself, orders of changes and packs, and
 * the jobs that the passing of time asks for.
 */
export const subscriptionLife: readonly string[] = [
  `alter table subscriptions
     add column anchor timestamptz, add column price integer check (price >= 0), add column payment text unique,
     add column next_step text not null default 'renews' check (next_step in ('renews', 'cancels', 'changes')),
     add column next_variant_id integer references plan_offers (id),
     add column next_license_id integer check (next_license_id between 1 and 6),
     add column next_price integer check (next_price >= 0),
     add column past_due_since timestamptz, add column ended_at timestamptz,
     add column end_reason text check (end_reason in ('cancelled', 'unpaid', 'refunded'))`,
  `update subscriptions set anchor = period_start, price = paid,
     payment = coalesce(
       (select source from credit_lots where credit_lots.subscription_id = subscriptions.id
         order by granted_at limit 1),
       'before:' || id)`,
  `alter table subscriptions
     alter column anchor set not null, alter column price set not null, alter column payment set not null,
     add check ((next_step = 'changes') = (next_variant_id is not null)),
     add check ((next_variant_id is null) = (next_license_id is null)
       and (next_variant_id is null) = (next_price is null)),
     add check ((status = 'past_due') = (past_due_since is not null)),
     add check ((status = 'ended') = (ended_at is not null) and (ended_at is null) = (end_reason is null))`,
  "create index subscriptions_waiting on subscriptions (period_end) where status <> 'ended' and " +
    "(next_step = 'cancels' or status = 'past_due')",
  `create table payments (
     id text primary key, user_id text not null references accounts (id), order_id text references orders (id),
     subscription_id text references subscriptions (id),
     provider text not null check (provider in ('stripe', 'paypal')),
     reason text not null check (reason in ('plan', 'renewal', 'change', 'pack')),
     provider_reference text, amount integer not null check (amount >= 0),
     refunded integer not null default 0 check (refunded between 0 and amount), at timestamptz not null)`,
  `create index payments_user on payments (user_id, at)`,
  `create index payments_provider on payments (provider_reference)`,
  `insert into payments (id, user_id, order_id, subscription_id, provider, reason, amount, at)
     select subscriptions.payment, subscriptions.user_id, orders.id, subscriptions.id, subscriptions.provider, 'plan',
       (orders.quote ->> 'total')::integer, subscriptions.created_at
     from subscriptions join orders on orders.id = subscriptions.id`,
  `alter table orders drop constraint orders_kind_check`,
  `alter table orders alter column plan_variant_id drop not null, alter column payment_method_id drop not null,
     add column credits integer check (credits > 0), add column subscription_id text references subscriptions (id),
     add check (kind in ('plan', 'change', 'pack')),
     add check (kind <> 'pack' or credits is not null), add check (kind <> 'change' or credits is null),
     add check ((kind = 'pack') = (plan_variant_id is null)),
     add check ((kind = 'change') = (subscription_id is not null))`,
  `create index orders_subscription on orders (subscription_id)`,
  `create table account_leases (
     user_id text primary key references accounts (id), holder text not null, until timestamptz not null)`,
  `create table jobs (
     name text primary key, due_at timestamptz not null, lease_until timestamptz, attempts integer not null default 0,
     note text)`,
];

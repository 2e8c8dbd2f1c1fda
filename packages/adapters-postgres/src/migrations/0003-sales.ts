/**
 * Orders, subscriptions, the credit ledger, what is owned and what was downloaded. The ledger is append-only: an
 * entry moves its lot's remainder by trigger, and the lot's check refuses what would overdraw it.
 */
export const sales: readonly string[] = [
  `create table orders (
     id text primary key, user_id text not null references accounts (id), kind text not null check (kind in ('plan')),
     submit_key text not null unique, plan_variant_id integer not null references plan_offers (id),
     license_id integer not null check (license_id between 1 and 6), customer_id text not null,
     payment_method_id text not null, quote jsonb not null, provider_reference text unique,
     status text not null check (status in ('pending', 'paid', 'failed')),
     closed_at timestamptz, failure_message text, decline_code text, created_at timestamptz not null,
     check ((status = 'pending') = (closed_at is null)))`,
  `create unique index orders_one_pending on orders (user_id) where status = 'pending'`,
  `create index orders_pending on orders (created_at) where status = 'pending'`,
  `create table subscriptions (
     id text primary key, user_id text not null references accounts (id),
     plan_variant_id integer not null references plan_offers (id),
     license_id integer not null check (license_id between 1 and 6),
     status text not null check (status in ('active', 'past_due', 'ended')),
     provider text not null check (provider in ('stripe', 'paypal')), provider_subscription_id text not null unique,
     period_start timestamptz not null, period_end timestamptz not null check (period_end > period_start),
     paid integer not null check (paid >= 0), legacy_kind text check (legacy_kind in ('credit-based', 'plus')),
     created_at timestamptz not null)`,
  `create unique index subscriptions_one_running on subscriptions (user_id) where status <> 'ended'`,
  `create table credit_lots (
     id text primary key, user_id text not null references accounts (id),
     kind text not null check (kind in ('plan', 'pack', 'legacy', 'grant')),
     granted integer not null check (granted >= 0),
     remaining integer not null default 0 check (remaining between 0 and granted),
     granted_at timestamptz not null, source text not null unique,
     subscription_id text references subscriptions (id))`,
  `create index credit_lots_user on credit_lots (user_id)`,
  `create table credit_entries (
     seq bigint generated always as identity primary key, user_id text not null references accounts (id),
     lot_id text not null references credit_lots (id), amount integer not null,
     reason text not null check (reason in ('grant', 'spend', 'expire', 'hand-back', 'refund', 'take-back')),
     reference text not null, at timestamptz not null, unique (lot_id, reason, reference))`,
  `create index credit_entries_user on credit_entries (user_id, seq)`,
  `create function credit_entry_moves_lot() returns trigger language plpgsql as $$
   begin
     update credit_lots set remaining = remaining + new.amount where id = new.lot_id and user_id = new.user_id;
     if not found then raise exception 'no lot % of account %', new.lot_id, new.user_id; end if;
     return new;
   end $$`,
  `create trigger credit_entry_moves_lot after insert on credit_entries
     for each row execute function credit_entry_moves_lot()`,
  `create function credit_entries_stay() returns trigger language plpgsql as $$
   begin raise exception 'the credit ledger is append-only'; end $$`,
  `create trigger credit_entries_stay before update or delete on credit_entries
     for each row execute function credit_entries_stay()`,
  `create table owned_collections (
     user_id text not null references accounts (id), collection_id integer not null references collections (id),
     source text not null, at timestamptz not null, primary key (user_id, collection_id))`,
  `create table downloads (
     user_id text not null references accounts (id), day date not null,
     variant_id integer not null references collection_variants (id), at timestamptz not null,
     primary key (user_id, day, variant_id))`,
  `create table webhook_events (
     provider text not null, event_id text not null, type text not null, at timestamptz not null,
     primary key (provider, event_id))`,
];

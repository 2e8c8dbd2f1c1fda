/** The tables whose changes visitors can see. */
const SHOWN = [
  "articles",
  "collection_variants",
  "collections",
  "home_page",
  "notifications",
  "pack_prices",
  "plan_offers",
  "plan_sales",
];

/**
 * Jobs, mail, staff content, staff actions, and limits. The number in `storefront_versions` grows with every change
 * that visitors can see, which shows whether a cached page is current.
 */
export const operations: readonly string[] = [
  `create table jobs (
     name text primary key, due_at timestamptz not null, lease_until timestamptz,
     attempts integer not null default 0, cursor text, failures integer not null default 0,
     failing_since timestamptz, last_error text)`,
  `create table notices (
     id text primary key, about text not null,
     kind text not null check (kind in ('payment-not-applied', 'guest-purchase', 'confirm-email', 'reset-password',
       'password-changed', 'team-invitation', 'file-ready', 'plan-ended', 'plan-canceled', 'plan-change-scheduled',
       'plan-upgraded', 'renewal-coming', 'renewal-failed', 'renewal-needs-confirmation', 'credits-expiring',
       'receipt', 'refund', 'certificate', 'confirm-licensee')),
     created_at timestamptz not null, sent_at timestamptz, attempts integer not null default 0,
     next_attempt_at timestamptz, failed_at timestamptz, last_error text,
     constraint notices_about_kind_key unique (about, kind))`,
  "create index notices_due on notices (created_at) where sent_at is null",
  "create index notices_failed on notices (failed_at) where failed_at is not null",
  `create table notifications (
     notification_type text primary key check (notification_type = 'top_bar'), heading text not null,
     body text not null, ends_at timestamptz)`,
  `create table articles (
     id integer generated always as identity primary key, kind text not null check (kind in ('page', 'post')),
     slug text not null, title text not null, description text not null, category text, cover text,
     source text not null, body text not null, published_at timestamptz not null,
     constraint articles_kind_slug_key unique (kind, slug),
     constraint articles_category_of_posts check ((kind = 'post') = (category is not null)))`,
  `create table support_actions (
     seq bigint generated always as identity primary key, id text not null unique,
     user_id text references accounts (id), at timestamptz not null, actor text not null, reason text not null,
     change jsonb not null, proven boolean not null)`,
  "create index support_actions_of_account on support_actions (user_id, seq desc)",
  "create index support_actions_of_order on support_actions ((change ->> 'order_id'))",
  `create table webhook_events (
     provider text not null, event_id text not null, type text not null, at timestamptz not null,
     constraint webhook_events_pkey primary key (provider, event_id))`,
  `create table rate_limits (
     key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  "create index rate_limits_expire on rate_limits (expire)",
  `create table file_leases (
     name text primary key, holder text not null, until timestamptz not null)`,
  `create table storefront_versions (
     one boolean default true primary key check (one), version bigint not null)`,
  "insert into storefront_versions (version) values (1)",
  `create function move_storefront() returns trigger language plpgsql as $$
   begin
     update storefront_versions set version = version + 1;
     return null;
   end $$`,
  ...SHOWN.map(
    (table) =>
      `create trigger ${table}_shown after insert or update or delete or truncate on ${table}
       for each statement execute function move_storefront()`,
  ),
];

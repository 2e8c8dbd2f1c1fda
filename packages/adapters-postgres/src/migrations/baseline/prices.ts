/** The price list, sales, and discount codes. Amounts are in cents. */
export const prices: readonly string[] = [
  `create table plan_offers (
     id integer primary key, group_id integer not null, plan_name text not null,
     "interval" text not null check ("interval" in ('month', 'year')),
     recurring_credits integer not null check (recurring_credits >= 0), price integer not null check (price >= 0),
     licence_from integer not null check (licence_from between 1 and 6), licence_to integer not null,
     constraint plan_offers_license_range check (licence_to between licence_from and 6))`,
  `create table plan_sales (
     id bigint generated always as identity primary key,
     percent_off integer not null check (percent_off between 1 and 100), months integer not null check (months > 0),
     starts_at timestamptz not null, ends_at timestamptz,
     constraint plan_sales_dates check (ends_at >= starts_at))`,
  `create table pack_prices (
     id integer primary key check (id = 1), prices jsonb not null)`,
  `create table discount_codes (
     code text primary key, value integer check (value > 0),
     percent_off integer check (percent_off between 1 and 100),
     uses_per_account integer check (uses_per_account > 0), max_uses integer check (max_uses > 0),
     ended_at timestamptz,
     constraint discount_codes_one_discount check (num_nonnulls(value, percent_off) = 1))`,
  "create unique index discount_codes_any_case on discount_codes (lower(code))",
];

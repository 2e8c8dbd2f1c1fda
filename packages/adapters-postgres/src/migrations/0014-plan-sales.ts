/** Sales of plans, one after another; one without an end runs until it is ended. */
export const planSales: readonly string[] = [
  `create table plan_sales (
     id bigint generated always as identity primary key,
     percent_off integer not null check (percent_off between 1 and 100), months integer not null check (months > 0),
     starts_at timestamptz not null, ends_at timestamptz, check (ends_at >= starts_at))`,
];

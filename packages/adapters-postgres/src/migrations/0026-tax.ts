/** The rate that a subscription is taxed by, in ten thousandths of a percent. Those of before have no tax. */
export const tax: readonly string[] = [
  `alter table subscriptions add column tax_rate integer not null default 0 check (tax_rate between 0 and 1000000)`,
];

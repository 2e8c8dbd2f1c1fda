/** Refunds that the provider has not confirmed yet. */
export const issuedRefunds: readonly string[] = [
  `alter table refunds drop constraint refunds_status_check,
     add constraint refunds_status_check check (status in ('due', 'issued', 'applied', 'failed'))`,
];

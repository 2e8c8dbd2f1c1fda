/** Refunds of payments that support makes. */
export const supportRefunds: readonly string[] = [
  `alter table refunds drop constraint refunds_cause_check,
     add constraint refunds_cause_check
       check (cause in ('unfulfillable', 'billed-twice', 'unused-time', 'item', 'account-credit', 'support'))`,
];

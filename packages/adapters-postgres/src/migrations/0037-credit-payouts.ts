/** Refunds of account credit that support pays out. */
export const creditPayouts: readonly string[] = [
  `alter table refunds drop constraint refunds_cause_check,
     add constraint refunds_cause_check
       check (cause in ('unfulfillable', 'billed-twice', 'unused-time', 'item', 'account-credit'))`,
];

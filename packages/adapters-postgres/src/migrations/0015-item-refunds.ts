/** Refunds of one item of an order. */
export const itemRefunds: readonly string[] = [
  `alter table refunds drop constraint refunds_cause_check,
     add check (cause in ('unfulfillable', 'billed-twice', 'unused-time', 'item'))`,
];

/**
 * Refunds of what a provider billed beyond the promised price, and the promised amount of a renewal that was billed for
 * less. A process of the previous version writes neither.
 */
export const overbilled: readonly string[] = [
  `alter table refunds drop constraint refunds_cause_check,
     add constraint refunds_cause_check check (cause in
       ('unfulfillable', 'billed-twice', 'overbilled', 'unused-time', 'item', 'account-credit', 'support'))`,
  `create or replace function copy_quoted_total() returns trigger language plpgsql as $$
   begin
     new.quoted := coalesce(new.quoted, (select (quote ->> 'total')::integer from orders where id = new.order_id));
     return new;
   end $$`,
];

/**
 * Finds payments that differ from their order's quote, and payments and carts by order, by an index. A trigger copies
 * the quote's total, so a process of the previous version, which doesn't know of it, does too.
 */
export const quotedPayments: readonly string[] = [
  "alter table payments add column quoted integer",
  `update payments set quoted = (orders.quote ->> 'total')::integer from orders where orders.id = payments.order_id`,
  `create function copy_quoted_total() returns trigger language plpgsql as $$
   begin
     new.quoted := (select (quote ->> 'total')::integer from orders where id = new.order_id);
     return new;
   end $$`,
  `create trigger copy_quoted_total before insert on payments
     for each row execute function copy_quoted_total()`,
  // Changing a table must wait for the checks of its new rows.
  "set constraints all immediate",
  "create index payments_mismatched on payments (at) where quoted <> amount",
  "create index payments_order on payments (order_id) where order_id is not null",
  "create index carts_order on carts (order_id) where order_id is not null",
  "set constraints all deferred",
];

// Refunds by time. Earlier refunds get the time when the store last applied a refund of the same payment, or else the
// time of the payment.
export const statements = [
  `create table payment_refunds (
     id integer generated always as identity constraint payment_refunds_pkey primary key,
     payment_id text not null constraint payment_refunds_payment_id_fkey references payments (id),
     amount integer not null constraint payment_refunds_amount_check check (amount <> 0), at timestamptz not null)`,
  "create index payment_refunds_at on payment_refunds (at)",
  "create index payment_refunds_payment on payment_refunds (payment_id)",
  `insert into payment_refunds (payment_id, amount, at)
     select payments.id, payments.refunded, coalesce(max(refunds.applied_at), payments.at)
     from payments left join refunds on refunds.payment_id = payments.id and refunds.status = 'applied'
     where payments.refunded > 0 group by payments.id order by 3, 1`,
];

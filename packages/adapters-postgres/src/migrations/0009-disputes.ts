/** Disputes of payments, and what lost ones took of each payment. */
export const disputes: readonly string[] = [
  `alter table payments add column disputed integer not null default 0 check (disputed >= 0)`,
  `create table disputes (
     id text primary key, provider text not null check (provider in ('stripe', 'paypal')),
     user_id text not null references accounts (id), payment_id text not null references payments (id),
     amount integer not null check (amount >= 0), status text not null check (status in ('open', 'won', 'lost')),
     opened_at timestamptz not null, closed_at timestamptz,
     check ((status = 'open') = (closed_at is null)))`,
  `create index disputes_open on disputes (user_id) where status = 'open'`,
  `create index disputes_payment on disputes (payment_id)`,
];

/** What support staff did to accounts, in the order in which they did it. */
export const supportActions: readonly string[] = [
  `create table support_actions (
     seq bigint generated always as identity primary key, id text not null unique,
     user_id text not null references accounts (id), at timestamptz not null,
     actor text not null, reason text not null, change jsonb not null)`,
  "create index support_actions_of_order on support_actions ((change->>'order_id'))",
  "create index support_actions_of_account on support_actions (user_id, seq desc)",
];

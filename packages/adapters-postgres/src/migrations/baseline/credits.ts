/**
 * The append-only credit ledger. A trigger adds each entry to its lot's remaining credits, which a check keeps from
 * falling below zero.
 */
export const credits: readonly string[] = [
  `create table credit_lots (
     id text primary key, user_id text not null references accounts (id),
     kind text not null check (kind in ('plan', 'pack', 'legacy', 'grant')),
     granted integer not null check (granted >= 0), remaining integer not null default 0,
     granted_at timestamptz not null, source text not null unique,
     subscription_id text references subscriptions (id), license_id integer check (license_id between 1 and 6),
     constraint credit_lots_remaining check (remaining between 0 and granted))`,
  "create index credit_lots_user on credit_lots (user_id)",
  `create table credit_entries (
     seq bigint generated always as identity primary key, user_id text not null references accounts (id),
     lot_id text not null references credit_lots (id), amount integer not null,
     reason text not null check (reason in ('grant', 'spend', 'expire', 'return', 'refund', 'revoke')),
     reference text not null, at timestamptz not null,
     constraint credit_entries_lot_id_reason_reference_key unique (lot_id, reason, reference))`,
  "create index credit_entries_user on credit_entries (user_id, seq)",
  `create function credit_entry_moves_lot() returns trigger language plpgsql as $$
   begin
     update credit_lots set remaining = remaining + new.amount where id = new.lot_id and user_id = new.user_id;
     if not found then raise exception 'no lot % of account %', new.lot_id, new.user_id; end if;
     return new;
   end $$`,
  `create trigger credit_entry_moves_lot after insert on credit_entries
     for each row execute function credit_entry_moves_lot()`,
  `create function credit_entries_stay() returns trigger language plpgsql as $$
   begin raise exception 'the credit ledger is append-only'; end $$`,
  `create trigger credit_entries_stay before update or delete on credit_entries
     for each row execute function credit_entries_stay()`,
];

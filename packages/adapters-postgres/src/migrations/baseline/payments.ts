/** Payments with their refunds and disputes, the ledger of what each payment funded, and receipts. */
export const payments: readonly string[] = [
  `create table payments (
     id text primary key, user_id text not null references accounts (id), order_id text references orders (id),
     subscription_id text references subscriptions (id) deferrable initially deferred,
     provider text not null check (provider in ('stripe', 'paypal')),
     reason text not null check (reason in ('plan', 'renewal', 'change', 'pack', 'items')), provider_reference text,
     amount integer not null check (amount >= 0), refunded integer not null default 0, at timestamptz not null,
     period_start timestamptz, period_end timestamptz, disputed integer not null default 0 check (disputed >= 0),
     quoted integer,
     constraint payments_refunded check (refunded between 0 and amount),
     constraint payments_period check ((period_start is null) = (period_end is null)))`,
  "create index payments_mismatched on payments (at) where quoted <> amount",
  "create index payments_order on payments (order_id) where order_id is not null",
  "create index payments_provider on payments (provider_reference)",
  "create index payments_user on payments (user_id, at)",
  `create table refunds (
     id text primary key,
     cause text not null check (cause in ('unfulfillable', 'billed-twice', 'overbilled', 'unused-time', 'item',
       'account-credit', 'support')),
     cause_reference text not null, payment_id text not null references payments (id),
     amount integer not null check (amount >= 0), account_credit integer not null check (account_credit >= 0),
     status text not null check (status in ('due', 'issued', 'applied', 'failed')), provider_reference text unique,
     created_at timestamptz not null, applied_at timestamptz, attempted integer, settled_at timestamptz,
     constraint refunds_cause_cause_reference_payment_id_key unique (cause, cause_reference, payment_id),
     constraint refunds_applied_at check ((status = 'applied') = (applied_at is not null)))`,
  "create index refunds_unsettled on refunds (created_at) where status <> 'applied'",
  `create table disputes (
     id text primary key, provider text not null check (provider in ('stripe', 'paypal')),
     user_id text not null references accounts (id), payment_id text not null references payments (id),
     amount integer not null check (amount >= 0), status text not null check (status in ('open', 'won', 'lost')),
     opened_at timestamptz not null, closed_at timestamptz,
     constraint disputes_closed_at check ((status = 'open') = (closed_at is null)))`,
  "create index disputes_open on disputes (user_id) where status = 'open'",
  "create index disputes_payment on disputes (payment_id)",
  "create index disputes_user on disputes (user_id)",
  `create table balance_adjustments (
     id text primary key, user_id text not null references accounts (id), cents integer not null check (cents <> 0),
     reason text not null, created_at timestamptz not null, applied_at timestamptz)`,
  "create index balance_adjustments_due on balance_adjustments (created_at) where applied_at is null",
  `create table unrecovered_money (
     user_id text not null references accounts (id), holder text not null,
     amount integer not null check (amount > 0), at timestamptz not null,
     constraint unrecovered_money_pkey primary key (user_id, holder))`,
  "create index unrecovered_money_at on unrecovered_money (at)",
  `create function copy_quoted_total() returns trigger language plpgsql as $$
   begin
     new.quoted := coalesce(new.quoted, (select (quote ->> 'total')::integer from orders where id = new.order_id));
     return new;
   end $$`,
  `create trigger copy_quoted_total before insert on payments
     for each row execute function copy_quoted_total()`,
  `create table funding_entries (
     seq bigint generated always as identity primary key, user_id text not null references accounts (id),
     holder text not null, payment_id text references payments (id), cents integer not null check (cents <> 0),
     reason text not null check (reason in ('paid', 'carried', 'used', 'kept', 'refund', 'ended')),
     reference text not null, at timestamptz not null,
     constraint funding_entries_key unique nulls not distinct (user_id, holder, payment_id, reason, reference))`,
  "create index funding_entries_user on funding_entries (user_id, seq)",
  `create function funding_entries_stay() returns trigger language plpgsql as $$
   begin raise exception 'the ledger of money is append-only'; end $$`,
  `create trigger funding_entries_stay before update or delete on funding_entries
     for each row execute function funding_entries_stay()`,
  `create function funding_stays_whole() returns trigger language plpgsql as $$
   begin
     if (select sum(cents) from funding_entries where user_id = new.user_id and holder = new.holder
           and payment_id is not distinct from new.payment_id) < 0 then
       raise exception 'the money of payment % behind % would fall below zero', new.payment_id, new.holder;
     end if;
     return new;
   end $$`,
  `create trigger funding_stays_whole after insert on funding_entries
     for each row execute function funding_stays_whole()`,
  `create table receipt_series (
     id integer primary key, seller text not null unique, last integer not null check (last >= 0))`,
  `create table receipts (
     payment_id text primary key references payments (id), series integer references receipt_series (id),
     number integer, facts jsonb not null,
     constraint receipts_number_key unique (series, number),
     constraint receipts_series_and_number check ((series is null) = (number is null)))`,
  `create function receipt_buyer(buyer text, bought text) returns jsonb language sql stable as $$
     select case when orders.guest_email is not null
       then jsonb_build_object('name', '', 'company_name', null, 'address', null, 'email', orders.guest_email)
       else jsonb_build_object(
         'name', btrim(accounts.first_name || ' ' || accounts.last_name), 'company_name', profile.company_name,
         'address', profile.address, 'email', accounts.email) end
     from accounts
     left join licensee_profiles profile on profile.user_id = accounts.id
     left join orders on orders.id = bought
     where accounts.id = buyer
   $$`,
  `create function number_receipt() returns trigger language plpgsql as $$
   declare
     named text;
     own integer;
     place integer;
   begin
     select facts -> 'seller' ->> 'name' into named from receipts where payment_id = new.id;
     update receipt_series set last = last + 1 where seller = named returning id, last into own, place;
     if not found then
       -- Not a table lock: the update above has locked the table already, and two of them would wait for each other.
       perform pg_advisory_xact_lock(hashtext('receipt_series'));
       insert into receipt_series (id, seller, last)
         select coalesce(max(id), 0) + 1, named, 0 from receipt_series on conflict (seller) do nothing;
       update receipt_series set last = last + 1 where seller = named returning id, last into own, place;
     end if;
     update receipts set series = own, number = place where payment_id = new.id;
     return null;
   end $$`,
  `create constraint trigger number_receipt after insert on payments deferrable initially deferred
     for each row execute function number_receipt()`,
  `create function receipts_stay() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' or (old.number is not null and
       row(new.payment_id, new.series, new.number, new.facts - 'buyer')
         is distinct from row(old.payment_id, old.series, old.number, old.facts - 'buyer')) then
       raise exception 'a receipt stays as it was issued';
     end if;
     return new;
   end $$`,
  `create trigger receipts_stay before update or delete on receipts
     for each row execute function receipts_stay()`,
];

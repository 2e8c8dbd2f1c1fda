/**
 * Receipts: one per payment, recorded with it, in one gapless series per seller. The number is given by a trigger that
 * runs at the commit, so that the series' row is the last one that a transaction locks.
 */
export const receipts: readonly string[] = [
  // A series of the name '' has the receipts of payments from before receipts were recorded. The store names it.
  `create table receipt_series (
     id integer not null, seller text not null, last integer not null,
     constraint receipt_series_pkey primary key (id),
     constraint receipt_series_seller_key unique (seller),
     constraint receipt_series_last_check check (last >= 0))`,
  `create table receipts (
     payment_id text not null constraint receipts_payment_id_fkey references payments (id),
     series integer constraint receipts_series_fkey references receipt_series (id),
     number integer, facts jsonb not null,
     constraint receipts_pkey primary key (payment_id),
     constraint receipts_number_key unique (series, number),
     constraint receipts_number_check check ((series is null) = (number is null)))`,
  `create function receipt_instant(at timestamptz) returns jsonb language sql stable as $$
     select to_jsonb(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   $$`,
  // A guest's receipt names the address of the purchase only.
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
  // What is known about a payment that was recorded without a receipt.
  `create function receipt_facts(paid payments) returns jsonb language sql stable as $$
     with known as (
       select orders.quote, orders.license_id as sold_under, subscriptions.license_id as runs_under,
         coalesce(subscriptions.tax_rate, 0) as tax_rate, coalesce((select sum(cents) from funding_entries
           where user_id = paid.user_id and holder = paid.id and reason = 'used' and cents > 0), 0)::integer as credit
       from (select 1) one
       left join orders on orders.id = paid.order_id
       left join subscriptions on subscriptions.id = paid.subscription_id),
     renewal as (
       select paid.amount + credit - round((paid.amount + credit) * 1000000.0 / (1000000 + tax_rate))::integer as tax
       from known)
     select jsonb_build_object(
       'seller', null,
       'license_id', coalesce(sold_under, runs_under),
       'paid_at', receipt_instant(paid.at),
       'paid_with', case
         when paid.amount > 0 then case paid.provider when 'stripe' then 'card' else paid.provider end
         when coalesce((quote ->> 'account_credit')::integer, credit) > 0 then 'account-credit' else 'nothing' end,
       'period', case when paid.period_start is null then null else jsonb_build_object(
         'start', receipt_instant(paid.period_start), 'end', receipt_instant(paid.period_end)) end,
       'lines', case when quote is null
         then jsonb_build_array(jsonb_build_object('label', 'Plan renewal', 'amount', paid.amount + credit - tax))
         else (select coalesce(jsonb_agg(jsonb_build_object('label', line -> 'label', 'amount', line -> 'gross')
           order by place), '[]') from jsonb_array_elements(quote -> 'lines') with ordinality as l (line, place)) end,
       'discounts', case when quote is null then '[]'::jsonb
         else (select coalesce(jsonb_agg(jsonb_build_object('label', line -> 'label', 'amount', line -> 'amount')
           order by place), '[]')
           from jsonb_array_elements(quote -> 'discounts') with ordinality as l (line, place)) end,
       'subtotal', coalesce(quote -> 'subtotal', to_jsonb(paid.amount + credit - tax)),
       'account_credit', coalesce(quote -> 'account_credit', to_jsonb(credit)),
       'tax', coalesce(quote -> 'tax', to_jsonb(tax)),
       'total', paid.amount,
       'buyer', receipt_buyer(paid.user_id, paid.order_id))
     from known, renewal
   $$`,
  `create function number_receipt() returns trigger language plpgsql as $$
   declare
     named text;
     own integer;
     place integer;
   begin
     -- A process of the version before records payments alone.
     if not exists (select from receipts where payment_id = new.id) then
       insert into receipts (payment_id, facts) values (new.id, receipt_facts(new));
     end if;
     select facts -> 'seller' ->> 'name' into named from receipts where payment_id = new.id;
     if named is null then
       select seller into named from receipt_series order by id desc limit 1;
       named := coalesce(named, '');
       update receipts set facts = facts || jsonb_build_object('seller', (
         select other.facts -> 'seller' from receipts other join receipt_series of on of.id = other.series
         where of.seller = named order by other.number desc limit 1)) where payment_id = new.id;
     end if;
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
  // Only the buyer of an account that never paid is removed, with the account.
  `create function receipts_stay() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' or (old.number is not null and (
       row(new.payment_id, new.series, new.number, new.facts - 'buyer' - 'seller')
         is distinct from row(old.payment_id, old.series, old.number, old.facts - 'buyer' - 'seller')
       or (old.facts -> 'seller' <> 'null' and old.facts -> 'seller' <> new.facts -> 'seller'))) then
       raise exception 'a receipt stays as it was issued';
     end if;
     return new;
   end $$`,
  `create trigger receipts_stay before update or delete on receipts
     for each row execute function receipts_stay()`,
  `insert into receipt_series (id, seller, last)
     select 1, '', count(*) from payments having count(*) > 0`,
  `insert into receipts (payment_id, series, number, facts)
     select id, 1, row_number() over (order by at, id), receipt_facts(payments) from payments order by at, id`,
];

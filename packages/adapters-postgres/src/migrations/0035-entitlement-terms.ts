/** The license under which the credits of a lot were bought: that of the lot's order, or of the plan that renewed. */
const lotLicenses = `update credit_lots lot set license_id = (
  select coalesce(bought.license_id, least(subscriptions.license_id, (
    select changed.license_id from orders changed
    join order_items item on item.order_id = changed.id and item.kind in ('plan', 'plan-change')
    where changed.user_id = lot.user_id and changed.status = 'paid' and changed.closed_at <= lot.granted_at
    order by changed.closed_at desc limit 1)))
  from payments
  left join orders bought on bought.id = payments.order_id
  left join subscriptions on subscriptions.id = payments.subscription_id
  where payments.id = regexp_replace(lot.source, ':pack$', ''))`;

/**
 * The terms under which an item was bought: its license, and whether its price depended on owning a file of its
 * collection. The licenses of earlier purchases are those of their orders, or the lowest of their credits.
 */
export const entitlementTerms: readonly string[] = [
  `alter table credit_lots add column license_id integer
       constraint credit_lots_license_id check (license_id between 1 and 6)`,
  lotLicenses,
  `update credit_lots lot set license_id = subscriptions.license_id from subscriptions
     where subscriptions.id = lot.subscription_id and lot.license_id is null`,
  `alter table entitlements
     add column at_upgrade_price boolean not null default false,
     add column license_id integer constraint entitlements_license_id check (license_id between 1 and 6)`,
  // Collections bought for fewer credits than they cost, by accounts that owned one of their files then.
  `update entitlements own set at_upgrade_price = true
     from collections
     where collections.id = own.collection_id and own.collection_variant_id is null and own.revoked_at is null
       and collections.credit_price > (
         select -sum(amount) from credit_entries
         where user_id = own.user_id and reference = own.source and reason = 'spend')
       and exists (
         select 1 from entitlements file
         where file.user_id = own.user_id and file.collection_id = own.collection_id
           and file.collection_variant_id is not null and file.at <= own.at)`,
  `update entitlements own set license_id = coalesce(
     (select orders.license_id from payments join orders on orders.id = payments.order_id
       where payments.id = regexp_replace(own.source, ':[0-9]+$', '')),
     (select min(lot.license_id) from credit_entries entry join credit_lots lot on lot.id = entry.lot_id
       where entry.user_id = own.user_id and entry.reference = own.source and entry.reason = 'spend'),
     1)`,
  // A process that still runs the version before names no license.
  `alter table entitlements alter column license_id set default 1, alter column license_id set not null`,
  // Certificates stated one license for all that they cover.
  `update certificates set facts = facts || jsonb_build_object('covered', coalesce((
     select jsonb_agg(covered || jsonb_build_object('license_id', coalesce(
       (select min(own.license_id) from entitlements own
         where covered ->> 'kind' = 'item' and own.user_id = certificates.user_id
           and own.source = covered ->> 'source'),
       (facts ->> 'license_id')::integer)) order by place)
     from jsonb_array_elements(facts -> 'covered') with ordinality as listed (covered, place)), '[]'))`,
  `update certificates set facts = facts || jsonb_build_object('license_id', (
     select min((covered ->> 'license_id')::integer) from jsonb_array_elements(facts -> 'covered') as covered))
     where facts -> 'covered' <> '[]'`,
];

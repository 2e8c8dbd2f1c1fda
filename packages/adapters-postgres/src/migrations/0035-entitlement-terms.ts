/** The terms under which an item was bought: whether its price depended on owning a file of its collection. */
export const entitlementTerms: readonly string[] = [
  `alter table entitlements add column at_upgrade_price boolean not null default false`,
  // Collections bought for fewer credits than they cost, by accounts that owned one of their files then.
  `update entitlements own set at_upgrade_price = true
     from collections
     where collections.id = own.collection_id and own.collection_variant_id is null and own.revoked_at is null
       and collections.credit_price > (
         select -sum(amount) from credit_entries where reference = own.source and reason = 'spend')
       and exists (
         select 1 from entitlements file
         where file.user_id = own.user_id and file.collection_id = own.collection_id
           and file.collection_variant_id is not null and file.at <= own.at)`,
  `alter table entitlements alter column at_upgrade_price drop default`,
];

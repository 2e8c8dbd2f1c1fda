/** The license that a purchase upgraded, in the order and in what the account owns; null for any other purchase. */
export const licenseUpgrades: readonly string[] = [
  `alter table order_items add column raised_from integer constraint order_items_raised_from
     check (raised_from is null or (raised_from between 1 and 6 and kind = 'product'))`,
  `alter table entitlements add column raised_from integer constraint entitlements_raised_from
     check (raised_from is null or (raised_from >= 1 and raised_from < license_id))`,
];

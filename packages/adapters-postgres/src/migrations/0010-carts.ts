/** Carts and their codes, orders of single items, and who owns a variant of a collection. */
export const carts: readonly string[] = [
  `alter table order_items add column collection_variant_id integer references collection_variants (id),
     drop constraint order_items_kind_check`,
  `alter table order_items add check (kind in ('plan', 'plan-change', 'credit-pack', 'product')),
     add check ((kind = 'product') = (collection_variant_id is not null))`,
  `create unique index order_items_one_of_a_variant on order_items (order_id, collection_variant_id)
     where collection_variant_id is not null`,
  `alter table payments drop constraint payments_reason_check`,
  `alter table payments add check (reason in ('plan', 'renewal', 'change', 'pack', 'items'))`,
  `alter table owned_collections rename to entitlements`,
  `alter table entitlements drop constraint owned_collections_pkey,
     add column collection_variant_id integer references collection_variants (id), add column revoked_at timestamptz`,
  // Bought for good: what a refund took may be bought again.
  `create unique index entitlements_held on entitlements (user_id, collection_id, coalesce(collection_variant_id, 0))
     where revoked_at is null`,
  `create index entitlements_source on entitlements (user_id, source)`,
  `create table discount_codes (
     code text primary key, value integer check (value > 0), percent_off integer check (percent_off between 1 and 100),
     uses_per_account integer check (uses_per_account > 0), max_uses integer check (max_uses > 0),
     check (num_nonnulls(value, percent_off) = 1))`,
  `create unique index discount_codes_any_case on discount_codes (lower(code))`,
  `create table code_redemptions (
     order_id text primary key references orders (id), code text not null references discount_codes (code),
     user_id text not null references accounts (id))`,
  `create index code_redemptions_code on code_redemptions (code, user_id)`,
  `create table carts (
     token text primary key, user_id text unique references accounts (id),
     license_id integer check (license_id between 1 and 6), discount_code text, order_id text references orders (id),
     updated_at timestamptz not null)`,
  `create table cart_items (
     cart_token text not null references carts (token) on delete cascade,
     collection_variant_id integer not null references collection_variants (id), position integer not null,
     primary key (cart_token, collection_variant_id))`,
];

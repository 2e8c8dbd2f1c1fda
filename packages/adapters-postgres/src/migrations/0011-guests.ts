/** Guests, who buy without an account: whose browser they are, and the links to their orders. */
export const guests: readonly string[] = [
  // One address may have an account and buy as a guest beside it. Sign-ups stay unique by their own table.
  `alter table accounts drop constraint accounts_email_key`,
  // One guest an address in a browser. The address is folded, so that no spelling of it is another one.
  `create table guests (
     user_id text primary key references accounts (id), key text not null, address text not null,
     unique (key, address))`,
  `create index guests_address on guests (address)`,
  `alter table orders add column cart_token text, add column guest_email text,
     add column link_version integer not null default 0`,
  `create index orders_guest_email on orders (lower(guest_email)) where guest_email is not null`,
  `create index orders_open_cart on orders (cart_token) where status = 'pending'`,
  // What a guest bought is given to an account by these.
  `create index orders_user on orders (user_id, created_at)`,
  `create index code_redemptions_user on code_redemptions (user_id)`,
  `create index disputes_user on disputes (user_id)`,
  // A collection is bought with credits once. Who bought a variant as a guest and with an account has it
  // twice: a refund takes one of them.
  `drop index entitlements_held`,
  `create unique index entitlements_held on entitlements (user_id, collection_id)
     where collection_variant_id is null and revoked_at is null`,
  `create unique index entitlements_held_variants on entitlements (user_id, collection_variant_id, source)
     where revoked_at is null`,
  `alter table notices drop constraint notices_kind_check`,
  `alter table notices add check (kind in ('payment-not-applied', 'guest-purchase'))`,
];

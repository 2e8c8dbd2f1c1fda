/** Accounts' items, downloads, and certificates. */
export const ownership: readonly string[] = [
  `create table entitlements (
     user_id text not null references accounts (id), collection_id integer not null references collections (id),
     source text not null, at timestamptz not null,
     collection_variant_id integer references collection_variants (id), revoked_at timestamptz,
     at_upgrade_price boolean not null default false, license_id integer not null check (license_id between 1 and 6),
     raised_from integer,
     constraint entitlements_raised_from check (raised_from is null or (raised_from >= 1
       and raised_from < license_id)))`,
  `create unique index entitlements_held on entitlements (user_id, collection_id)
     where collection_variant_id is null and revoked_at is null`,
  `create unique index entitlements_held_variants on entitlements (user_id, collection_variant_id, source)
     where revoked_at is null`,
  "create index entitlements_source on entitlements (user_id, source)",
  `create table downloads (
     user_id text not null references accounts (id), day date not null,
     variant_id integer not null references collection_variants (id), at timestamptz not null,
     counted boolean not null default true,
     constraint downloads_pkey primary key (user_id, day, variant_id))`,
  "create index downloads_variant on downloads (variant_id)",
  `create table certificates (
     number text primary key, user_id text not null references accounts (id), facts jsonb not null,
     issued_at timestamptz not null, superseded_at timestamptz, file bytea not null)`,
  "create index certificates_user on certificates (user_id, issued_at)",
];

/** Collections and their prices, in cents or, for credit prices, in credits. */
export const catalog: readonly string[] = [
  `create table collections (
     id integer primary key, slug text not null unique, name text not null,
     library_id integer not null check (library_id between 1 and 3), category text not null, tags jsonb not null,
     description text not null, access text not null check (access in ('free', 'essentials', 'premium')),
     free_product boolean not null, membership_tier text check (membership_tier in ('silver', 'gold', 'elite')),
     made_by_provider boolean not null, alpha boolean not null, credit_price integer check (credit_price > 0),
     price integer not null check (price >= 0), category_slug text not null default '',
     words tsvector not null default '', clips jsonb not null default '[]',
     original_price integer check (original_price > 0),
     upgrade_credit_price integer check (upgrade_credit_price > 0), listed boolean not null default true,
     name_key text not null default '',
     constraint collections_free_access check ((access = 'free') = free_product),
     constraint collections_tier_access check (membership_tier is null or access = 'essentials'))`,
  "create index collections_category on collections (category_slug, id)",
  "create index collections_library on collections (library_id, id)",
  "create index collections_name on collections (library_id, lower(name), id)",
  "create index collections_name_key on collections (name_key) where name_key <> ''",
  "create index collections_price on collections (library_id, price, id)",
  "create index collections_words on collections using gin (words)",
  `create table collection_variants (
     id integer primary key, collection_id integer not null references collections (id), name text not null,
     resolution text not null check (resolution in ('HD', '2K', '4K', '6K', '8K')),
     price integer not null check (price >= 0), file_name text not null, description text not null,
     file_size bigint check (file_size >= 0), listed boolean not null default true, width integer check (width > 0),
     height integer check (height > 0), format text check (format <> ''))`,
  "create index collection_variants_collection on collection_variants (collection_id, id)",
  `create table categories (
     library_id integer not null, slug text not null, name text not null, collections integer not null,
     cover text not null,
     constraint categories_pkey primary key (library_id, slug))`,
  `create table home_page (
     one boolean default true primary key check (one), hero text, featured jsonb not null, categories jsonb not null)`,
  `create table last_ids (
     one boolean default true primary key check (one), collection integer not null, variant integer not null)`,
  `create table wishlist_items (
     user_id text not null references accounts (id), collection_id integer not null references collections (id),
     at timestamptz not null,
     constraint wishlist_items_pkey primary key (user_id, collection_id))`,
  "create index wishlist_items_newest on wishlist_items (user_id, at desc, collection_id desc)",
  "insert into last_ids (collection, variant) values (999, 9999)",
  "insert into home_page (featured, categories) values ('[]', '[]')",
];

/** The price list and what is sold. Prices are integer cents. */
export const catalogue: readonly string[] = [
  `create table plan_offers (
     id integer primary key, group_id integer not null, plan_name text not null,
     "interval" text not null check ("interval" in ('month', 'year')),
     recurring_credits integer not null check (recurring_credits >= 0), price integer not null check (price >= 0),
     licence_from integer not null check (licence_from between 1 and 6),
     licence_to integer not null check (licence_to between licence_from and 6))`,
  `create table collections (
     id integer primary key, slug text not null unique, name text not null,
     library_id integer not null check (library_id between 1 and 3), category text not null, tags jsonb not null,
     description text not null, access text not null check (access in ('free', 'essentials', 'premium')),
     free_product boolean not null, membership_tier text check (membership_tier in ('silver', 'gold', 'elite')),
     made_by_provider boolean not null, alpha boolean not null, credit_price integer check (credit_price > 0),
     price integer not null check (price >= 0),
     check ((access = 'free') = free_product),
     check (membership_tier is null or access = 'essentials'))`,
  `create index collections_library on collections (library_id, id)`,
  `create table collection_variants (
     id integer primary key, collection_id integer not null references collections (id), name text not null,
     resolution text not null check (resolution in ('2K', '4K')), price integer not null check (price >= 0),
     file_name text not null, description text not null)`,
  `create index collection_variants_collection on collection_variants (collection_id, id)`,
];

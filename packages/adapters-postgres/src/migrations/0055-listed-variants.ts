/**
 * A variant that was removed from the catalog stays for its owners, or is deleted if it was never sold. The indexes
 * find its uses. Ids are not reused, because the files of a deleted variant keep its id. New ids start above the
 * sample's.
 */
export const listedVariants: readonly string[] = [
  "alter table collection_variants add column listed boolean not null default true",
  "create index order_items_variant on order_items (collection_variant_id) where collection_variant_id is not null",
  "create index downloads_variant on downloads (variant_id)",
  "create index cart_items_variant on cart_items (collection_variant_id)",
  `create table last_ids (
     one boolean not null default true constraint last_ids_pkey primary key constraint last_ids_one check (one),
     collection integer not null, variant integer not null)`,
  `insert into last_ids (collection, variant) values (
     greatest(999, (select max(id) from collections)), greatest(9999, (select max(id) from collection_variants)))`,
];

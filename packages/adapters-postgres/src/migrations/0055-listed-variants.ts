/**
 * A variant that the catalog no longer has stays for its owners alone, or is deleted if it was never sold, which finds
 * its uses by an index. Ids are never given out again, because the files of a deleted variant stay under its id. The
 * first ones are the sample's.
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

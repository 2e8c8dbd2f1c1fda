/** A variant that the catalog no longer has stays for its owners alone. Finds whether one was sold or downloaded. */
export const listedVariants: readonly string[] = [
  "alter table collection_variants add column listed boolean not null default true",
  "create index order_items_variant on order_items (collection_variant_id) where collection_variant_id is not null",
  "create index downloads_variant on downloads (variant_id)",
  "create index cart_items_variant on cart_items (collection_variant_id)",
];

/**
 * A number that moves with every change of what visitors are shown, so that a rendered page
 * knows whether it still holds.
 */
export const storefront: readonly string[] = [
  `create table storefront_versions (one boolean primary key default true check (one), version bigint not null)`,
  "insert into storefront_versions (version) values (1)",
  `create function move_storefront() returns trigger language plpgsql as $$
   begin
     update storefront_versions set version = version + 1;
     return null;
   end $$`,
  ...["plan_offers", "pack_prices", "plan_sales", "collections", "collection_variants"].map(
    (table) =>
      `create trigger ${table}_shown after insert or update or delete or truncate on ${table}
       for each statement execute function move_storefront()`,
  ),
];

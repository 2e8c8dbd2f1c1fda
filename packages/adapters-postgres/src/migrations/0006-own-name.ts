// A store without its own profile has the name and look of a new store.
export const statements = [
  `create table shop_profile (
     id integer constraint shop_profile_pkey primary key constraint shop_profile_one_row check (id = 1),
     profile jsonb not null)`,
  `create table shop_logos (
     kind text constraint shop_logos_pkey primary key
       constraint shop_logos_kind_check check (kind in ('light', 'dark', 'icon')),
     type text not null, data text not null, version text not null)`,
  ...["shop_profile", "shop_logos"].map(
    (table) =>
      `create trigger ${table}_shown after insert or update or delete or truncate on ${table}
         for each statement execute function move_storefront()`,
  ),
];

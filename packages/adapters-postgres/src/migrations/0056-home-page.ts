/**
 * What the owner chose for the home page. A store that has the sample's flamethrower keeps it as the hero, as every
 * earlier version showed it.
 */
export const homePage: readonly string[] = [
  `create table home_page (
     one boolean not null default true constraint home_page_pkey primary key constraint home_page_one check (one),
     hero text, featured jsonb not null, categories jsonb not null)`,
  `insert into home_page (hero, featured, categories)
     values ((select slug from collections where slug = 'flamethrower' and listed), '[]', '[]')`,
  `create trigger home_page_shown after insert or update or delete or truncate on home_page
     for each statement execute function move_storefront()`,
];

// A plan that is no longer sold stays for its subscribers. A store without its own price rules uses those of a new
// store.
export const statements = [
  "alter table plan_offers add column enterprise_prices jsonb",
  "alter table plan_offers add column badge text",
  "alter table plan_offers add column retired boolean not null default false",
  `create table price_rules (
     id integer constraint price_rules_pkey primary key constraint price_rules_one_row check (id = 1),
     rules jsonb not null)`,
  `create trigger price_rules_shown after insert or update or delete or truncate on price_rules
     for each statement execute function move_storefront()`,
];

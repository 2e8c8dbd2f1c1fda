/**
 * What a collection cost before, what its owner of one variant pays for all of it, and whether it is offered: what was
 * sold stays, though it is taken out of the shop. A mail can say that a file is made.
 */
export const stock: readonly string[] = [
  `alter table collections
     add column original_price integer check (original_price > 0),
     add column upgrade_credit_price integer check (upgrade_credit_price > 0),
     add column listed boolean not null default true`,
  `alter table notices drop constraint notices_kind_check`,
  `alter table notices add check (kind in ('payment-not-applied', 'guest-purchase', 'confirm-email', 'reset-password',
     'password-changed', 'team-invitation', 'file-ready'))`,
  `create or replace function refresh_search() returns void language plpgsql as $$
   declare library integer;
   begin
     lock table search_words in share row exclusive mode;
     delete from search_words;
     for library in select distinct library_id from collections where listed loop
       insert into search_words (library_id, word, collections)
       select library, word, ndoc from ts_stat(
         format('select ts_filter(words, ''{a,b}'') from collections where listed and library_id = %s', library))
       where length(word) > 1;
     end loop;
     delete from categories;
     insert into categories (library_id, slug, name, collections, cover)
     select library_id, category_slug, min(category), count(*), (array_agg(slug order by id desc))[1]
     from collections where listed and category_slug <> '' group by library_id, category_slug;
   end $$`,
];

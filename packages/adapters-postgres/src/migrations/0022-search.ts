/**
 * What a search goes by: the words of a collection with their weight, the words of each library's names, categories and
 * tags, and the categories. The last two are made anew from the collections by `refresh_search()`.
 */
export const search: readonly string[] = [
  "create extension if not exists pg_trgm",
  "create extension if not exists fuzzystrmatch",
  `alter table collections
     add column category_slug text not null
       generated always as (trim(both '-' from lower(regexp_replace(category, '[^a-zA-Z0-9]+', '-', 'g')))) stored,
     add column words tsvector not null generated always as (
       setweight(to_tsvector('simple'::regconfig, name), 'A')
       || setweight(to_tsvector('simple'::regconfig, category), 'B')
       || setweight(jsonb_to_tsvector('simple'::regconfig, tags, '["string"]'), 'B')
       || setweight(to_tsvector('simple'::regconfig, description), 'D')) stored`,
  "create index collections_words on collections using gin (words)",
  "create index collections_name on collections (library_id, lower(name), id)",
  "create index collections_price on collections (library_id, price, id)",
  "create index collections_category on collections (category_slug, id)",
  `create table search_words (
     library_id integer not null, word text collate "C" not null, collections integer not null,
     primary key (library_id, word))`,
  "create index search_words_near on search_words using gist (word gist_trgm_ops)",
  `create table categories (
     library_id integer not null, slug text not null, name text not null, collections integer not null,
     cover text not null, primary key (library_id, slug))`,
  `create function refresh_search() returns void language plpgsql as $$
   declare library integer;
   begin
     lock table search_words in share row exclusive mode;
     delete from search_words;
     for library in select distinct library_id from collections loop
       insert into search_words (library_id, word, collections)
       select library, word, ndoc from ts_stat(
         format('select ts_filter(words, ''{a,b}'') from collections where library_id = %s', library))
       where length(word) > 1;
     end loop;
     delete from categories;
     insert into categories (library_id, slug, name, collections, cover)
     select library_id, category_slug, min(category), count(*), (array_agg(slug order by id desc))[1]
     from collections where category_slug <> '' group by library_id, category_slug;
   end $$`,
  "select refresh_search()",
];

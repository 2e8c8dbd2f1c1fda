/** A new store's synonyms, which its staff can change. */
const SYNONYMS = [
  ["blast", "boom", "detonation", "explosion", "fireball"],
  ["blaze", "fire", "flame", "inferno"],
  ["bolt", "lightning", "thunderbolt"],
  ["bluescreen", "chromakey", "greenscreen", "keyed", "prekeyed"],
  ["bokeh", "flare"],
  ["cloud", "plume", "smoke"],
  ["debris", "rubble", "shrapnel"],
  ["ember", "spark"],
  ["fog", "haze", "mist"],
  ["gunfire", "gunshot", "muzzleflash"],
  ["laser", "plasma"],
  ["rain", "shower"],
  ["boulder", "rock", "stone"],
  ["dirt", "dust", "sand"],
  ["liquid", "splash", "water"],
  ["hologram", "hud"],
  ["vortex", "portal"],
];

/** The synonyms as rows of SQL. They contain no quotes. */
const synonyms = SYNONYMS.flatMap((group, at) => group.map((word) => `('${word}', ${at + 1})`)).join(", ");

/**
 * The search tables. The store writes a collection's words by domain rules, and `refresh_search()` collects them per
 * library. A trigger detects rows written without words, and the store then reindexes the catalog.
 */
export const search: readonly string[] = [
  "create extension if not exists pg_trgm",
  "create extension if not exists fuzzystrmatch",
  `create function search_stem(word text) returns text language sql immutable as $$
     select coalesce((ts_lexize('english_stem', word))[1], word)
   $$`,
  `create table search_words (
     library_id integer not null, word text collate "C" not null, collections integer not null,
     stem text collate "C" not null default '', named boolean not null default true,
     constraint search_words_pkey primary key (library_id, word))`,
  "create index search_words_near on search_words using gist (word gist_trgm_ops) where named",
  "create index search_words_stem on search_words (stem, library_id)",
  `create table search_synonyms (
     word text collate "C" primary key, group_id integer not null,
     stem text collate "C" not null generated always as (search_stem(word)) stored)`,
  "create index search_synonyms_group on search_synonyms (group_id)",
  "create index search_synonyms_stem on search_synonyms (stem)",
  `create table search_index (
     one boolean default true primary key check (one), version integer not null)`,
  `insert into search_synonyms (word, group_id) values ${synonyms}`,
  "insert into search_index (version) values (0)",
  `create function notice_unindexed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       if new.name_key = '' then update search_index set version = 0; end if;
     elsif new.words = old.words and (new.name, new.category, new.tags, new.description)
         is distinct from (old.name, old.category, old.tags, old.description) then
       update search_index set version = 0;
     end if;
     return null;
   end $$`,
  `create trigger notice_unindexed after insert or update on collections
     for each row execute function notice_unindexed()`,
  `create function refresh_search() returns void language plpgsql as $$
   declare library integer;
   begin
     lock table search_words in share row exclusive mode;
     delete from search_words;
     for library in select distinct library_id from collections where listed loop
       insert into search_words (library_id, word, collections, stem, named)
       select library, every.word, every.ndoc, search_stem(every.word), main.word is not null
       from ts_stat(format('select words from collections where listed and library_id = %s', library)) as every
       left join ts_stat(format(
         'select ts_filter(words, ''{a,b}'') from collections where listed and library_id = %s', library)) as main
         on main.word = every.word;
     end loop;
     delete from categories;
     insert into categories (library_id, slug, name, collections, cover)
     select library_id, category_slug, min(category), count(*), (array_agg(slug order by id desc))[1]
     from collections where listed and category_slug <> '' group by library_id, category_slug;
   end $$`,
];

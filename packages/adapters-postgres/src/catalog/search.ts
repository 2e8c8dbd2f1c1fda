import { type Category, type KnownWord, LIBRARIES, type LibraryId, swapsOf } from "@backlot/domain";
import type { Search, Suggested } from "@backlot/ports";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { collection, foundBy, withVariants } from "./collection-rows.ts";
import { matches } from "./collections.ts";

/** The number of known words to compare with a typed word: those that start with it, and those most similar to it. */
const NEAR = 12;

/** The number of matches to rank. Ranking all matches of a common word takes ten times as long. */
const RANKED = 400;

/** The number of matches to rank for the few suggestions of a search box. */
const RANKED_TO_SUGGEST = 60;

/**
 * Returns a tsquery that matches any word from each group. The words contain only letters and digits, so they are safe.
 */
const toQuery = (groups: readonly (readonly string[])[]): string =>
  groups.map((words) => `(${words.map((word) => `'${word.replaceAll("'", "")}'`).join(" | ")})`).join(" & ");

/** A word to look up, whether it is a pair, and its spellings with two neighboring letters swapped. */
type Lookup = readonly [word: string, isPair: boolean, swaps: readonly string[]];

/**
 * The libraries, which are fixed. Naming them lets a search of all libraries use the index, which starts with the
 * library.
 */
const ALL = sql.join(LIBRARIES.map(({ id }) => sql.lit(id)));

// Prepared, because a search box runs it at every pause in typing. The words and the library are single values, because
// the server can't estimate the length of an array. With an array, it would plan the query again each time, which takes
// longer than running the query.
const wordsQuery = (count: number, isOneLibrary: boolean) =>
  prepared<KnownWord, (string | boolean | readonly string[] | LibraryId | null)[]>((db) => {
    const isIn = (table: string) => {
      const library = sql.ref(`${table}.library_id`);
      return isOneLibrary ? sql`${library} = asked.library_id` : sql`${library} in (${ALL})`;
    };
    const words = Array.from(
      { length: count },
      () => sql`(${""}::text, ${""}::boolean, ${""}::text[], ${""}::integer)`,
    );
    return sql<KnownWord>`
    select asked.typed, near.word, near.relation, near.collections
    from (values ${sql.join(words)}) as asked (typed, is_pair, swaps, library_id)
    cross join lateral (
      (select word, 'begun' as relation, sum(collections)::integer as collections from search_words
       where word >= asked.typed collate "C" and word < (asked.typed || chr(1114111)) collate "C"
         and (word = asked.typed or (named and not asked.is_pair)) and ${isIn("search_words")}
       group by word order by (word = asked.typed) desc, 3 desc, word limit ${sql.lit(NEAR)})
      union all
      (select word, 'stem', sum(collections)::integer from search_words
       where not asked.is_pair and stem = search_stem(asked.typed) and word <> asked.typed and ${isIn("search_words")}
       group by word order by 3 desc, word limit ${sql.lit(NEAR)})
      union all
      (select word, 'alike', sum(collections)::integer from (
         select word, collections from search_words
         where not asked.is_pair and named and ${isIn("search_words")}
           and not exists (select from search_words as own where own.word = asked.typed and ${isIn("own")})
         order by word <-> asked.typed limit ${sql.lit(2 * NEAR)}) as alike
       group by word)
      union all
      (select word, 'alike', sum(collections)::integer from search_words
       where named and word = any(asked.swaps) and ${isIn("search_words")}
       group by word)
      union all
      (select search_words.word, 'synonym', sum(search_words.collections)::integer
       from search_synonyms as own
       join search_synonyms as other on other.group_id = own.group_id and other.stem <> own.stem
       join search_words on search_words.stem = other.stem
       where own.stem = search_stem(asked.typed) and ${isIn("search_words")}
       group by search_words.word order by 3 desc, search_words.word limit ${sql.lit(NEAR)})
    ) near`.compile(db);
  });

/** The prepared query for each number of words, in one library and in all libraries. */
const knownOf = new Map<string, ReturnType<typeof wordsQuery>>();

/** Returns the known words for the lookups, in one library or in all libraries. */
const knownWords = (db: Db, lookups: readonly Lookup[], library: LibraryId | null): Promise<readonly KnownWord[]> => {
  const kind = `${lookups.length} ${library === null}`;
  const find = knownOf.get(kind) ?? wordsQuery(lookups.length, library !== null);
  knownOf.set(kind, find);
  return find(db, ...lookups.flatMap((lookup) => [...lookup, library]));
};

const WEIGHTS = sql`'{0.05, 0.2, 0.5, 1.0}'`;

/**
 * Returns the query that ranks the matches of a tsquery: first the collection whose name was typed, then matches of the
 * typed words, then matches of synonyms. `where` limits all of them.
 */
const ranked = (
  terms: { readonly name: unknown; readonly typed: unknown; readonly meant: unknown },
  where: RawBuilder<SqlBool>,
  most: number,
) =>
  sql`
    select id, slug, name, is_named, ${terms.typed} = ${terms.meant} or words @@ ${terms.typed}::tsquery as is_typed,
      ts_rank(${WEIGHTS}, words, ${terms.meant}::tsquery) as rank
    from (
      (select collections.id, slug, collections.name, words, true as is_named from collections
       where name_key = ${terms.name} and name_key <> '' and ${where} limit ${sql.lit(NEAR)})
      union all
      (select collections.id, slug, collections.name, words, false from collections
       where words @@ ${terms.meant}::tsquery and name_key <> ${terms.name} and ${where} limit ${sql.lit(most)})
    ) as bounded
    order by is_named desc, is_typed desc, rank desc, id desc`;

const NOTHING: Suggested = { collections: [], categories: [] };

// Use one query for both, because a second round trip would cost more than reading the categories.
const suggested = prepared<
  Suggested,
  [
    typed: string,
    meant: string,
    same: string,
    rankedBy: string,
    name: string,
    library: LibraryId,
    matched: string,
    other: string,
    again: LibraryId,
    limit: number,
    within: LibraryId,
  ]
>((db) => {
  const inLibrary = sql<SqlBool>`listed and library_id = ${""}`;
  return sql<Suggested>`select
    (select coalesce(json_agg(json_build_object('slug', slug, 'name', name)), '[]') from (
      ${ranked({ name: "", typed: "", meant: "" }, inLibrary, RANKED_TO_SUGGEST)} limit ${""}) as found) as collections,
    (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'cover', cover) order by name), '[]')
      from categories where library_id = ${""}) as categories`.compile(db);
});

const category = (row: Omit<Category, "library_id"> & { readonly library_id: number }): Category => ({
  ...row,
  // The rows come from collections, whose check constraint admits only the three libraries.
  library_id: row.library_id as LibraryId,
});

/** The maximum number of different empty searches counted per month. */
const MOST_EMPTY_SEARCHES = 5_000;

/** Creates the search. It completes or corrects words first, then matches them, then ranks a limited number. */
export const postgresSearch = (db: Db): Search => ({
  words: ({ words, pairs }, library) =>
    query(async () => {
      if (words.length === 0) return [];
      const lookups = [
        ...words.map((word): Lookup => [word, false, swapsOf(word)]),
        ...pairs.map((pair): Lookup => [pair, true, []]),
      ];
      return knownWords(db, lookups, library);
    }),
  collections: ({ groups, name, filter, limit }) =>
    query(async () => {
      if (groups.meant.length === 0) return [];
      const terms = { name, typed: toQuery(groups.typed), meant: toQuery(groups.meant) };
      const rows = await withVariants(db)
        .innerJoin(
          sql<{ id: number; is_named: boolean; is_typed: boolean; rank: number }>`(
            ${ranked(terms, matches(filter), RANKED)} limit ${limit})`.as("found"),
          "found.id",
          "collections.id",
        )
        .orderBy("found.is_named", "desc")
        .orderBy("found.is_typed", "desc")
        .orderBy("found.rank", "desc")
        .orderBy("collections.id", "desc")
        .execute();
      return rows.map(collection);
    }),
  suggested: ({ groups, name, library_id, limit }) =>
    query(async () => {
      if (groups.meant.length === 0) return NOTHING;
      const [typed, meant] = [toQuery(groups.typed), toQuery(groups.meant)];
      const parameters = [typed, meant, typed, meant, name, library_id, meant, name, library_id, limit] as const;
      const [row = NOTHING] = await suggested(db, ...parameters, library_id);
      return row;
    }),
  categories: (library) =>
    query(async () => {
      const rows = await db
        .selectFrom("categories")
        .selectAll()
        .$if(library !== null, (from) => from.where("library_id", "=", library ?? 0))
        .orderBy("name")
        .orderBy("library_id")
        .execute();
      return rows.map(category);
    }),
  category: (slug) =>
    query(async () =>
      (await db.selectFrom("categories").selectAll().where("slug", "=", slug).orderBy("library_id").execute()).map(
        category,
      ),
    ),
  synonyms: () =>
    query(async () => {
      const rows = await db
        .selectFrom("search_synonyms")
        .select(sql<readonly string[]>`array_agg(word order by word)`.as("words"))
        .groupBy("group_id")
        .orderBy(sql`min(word)`)
        .execute();
      return rows.map(({ words }) => words);
    }),
  index: (collections) =>
    query(async () => {
      const rows = JSON.stringify(collections.map(({ id, ...described }) => ({ id, ...foundBy(described) })));
      await sql`update collections
        set category_slug = made.category_slug, name_key = made.name_key, words = made.words::tsvector
        from jsonb_to_recordset(${rows}::jsonb) as made (id integer, category_slug text, name_key text, words text)
        where collections.id = made.id`.execute(db);
    }),
  refresh: () =>
    query(async () => {
      await sql`select refresh_search()`.execute(db);
    }),
  lockVersion: () =>
    query(async () => {
      const row = await db.selectFrom("search_index").select("version").forUpdate().executeTakeFirst();
      return row?.version ?? 0;
    }),
  setVersion: (version) =>
    query(async () => {
      await db.updateTable("search_index").set({ version }).execute();
    }),
  countEmpty: (month, words) =>
    query(async () => {
      await sql`
        insert into empty_searches (month, words, count)
        select ${month}, ${words}, 1
        where (select count(*) from empty_searches where month = ${month}) < ${MOST_EMPTY_SEARCHES}
          or exists (select 1 from empty_searches where month = ${month} and words = ${words})
        on conflict (month, words) do update set count = empty_searches.count + 1`.execute(db);
    }),
  putSynonyms: (words) =>
    query(async () => {
      const former = db.selectFrom("search_synonyms").select("group_id").where("word", "in", words);
      await db.deleteFrom("search_synonyms").where("group_id", "in", former).execute();
      if (words.length < 2) return;
      const next = sql<number>`(select coalesce(max(group_id), 0) + 1 from search_synonyms)`;
      await db
        .insertInto("search_synonyms")
        .values(words.map((word) => ({ word, group_id: next })))
        .execute();
    }),
});

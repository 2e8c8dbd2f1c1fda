import { type Category, type Collection, type KnownWord, type LibraryId, swapsOf } from "@backlot/domain";
import type { Search } from "@backlot/ports";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { collection, foundBy, withVariants } from "./collection-rows.ts";
import { matches } from "./collections.ts";

/** The number of known words to compare with a typed word: those that start with it, and those most similar to it. */
const NEAR = 12;

/** The number of matches to rank. Ranking all matches of a common word takes ten times as long. */
const RANKED = 400;

/** Returns a tsquery of groups: any word of each. The words contain only letters and digits, so they are safe. */
const toQuery = (groups: readonly (readonly string[])[]): string =>
  groups.map((words) => `(${words.map((word) => `'${word.replaceAll("'", "")}'`).join(" | ")})`).join(" & ");

type Library = LibraryId | null;

// Prepared, because a search box runs it at every pause in typing.
const knownWords = prepared<
  KnownWord,
  [
    swapped: readonly string[],
    swaps: readonly string[],
    typed: readonly string[],
    begun: Library,
    same: Library,
    stem: Library,
    same2: Library,
    alike: Library,
    same3: Library,
    swap: Library,
    same4: Library,
    synonym: Library,
    same5: Library,
  ]
>((db) => {
  const inLibrary = sql`(${""}::integer is null or library_id = ${""}::integer)`;
  return sql<KnownWord>`
    with swaps (typed, swap) as (select * from unnest(${""}::text[], ${""}::text[]))
    select asked.typed, near.word, near.relation, near.collections
    from unnest(${""}::text[]) as asked (typed)
    cross join lateral (
      (select word, 'begun' as relation, sum(collections)::integer as collections from search_words
       where word >= asked.typed collate "C" and word < (asked.typed || chr(1114111)) collate "C"
         and (named or word = asked.typed) and ${inLibrary}
       group by word order by (word = asked.typed) desc, 3 desc, word limit ${sql.lit(NEAR)})
      union all
      (select word, 'stem', sum(collections)::integer from search_words
       where stem = search_stem(asked.typed) and word <> asked.typed and ${inLibrary}
       group by word order by 3 desc, word limit ${sql.lit(NEAR)})
      union all
      (select word, 'alike', sum(collections)::integer from (
         select word, collections from search_words where named and ${inLibrary}
         order by word <-> asked.typed limit ${sql.lit(2 * NEAR)}) as alike
       group by word)
      union all
      (select word, 'alike', sum(collections)::integer from search_words
       where named and word in (select swap from swaps where typed = asked.typed) and ${inLibrary}
       group by word)
      union all
      (select search_words.word, 'synonym', sum(search_words.collections)::integer
       from search_synonyms as own
       join search_synonyms as other on other.group_id = own.group_id and other.stem <> own.stem
       join search_words on search_words.stem = other.stem
       where own.stem = search_stem(asked.typed) and ${inLibrary}
       group by search_words.word order by 3 desc, search_words.word limit ${sql.lit(NEAR)})
    ) near`.compile(db);
});

const WEIGHTS = sql`'{0.05, 0.2, 0.5, 1.0}'`;

/**
 * Returns the query for the matches of a tsquery in an order: the collection whose name was typed, then those that match
 * the typed words, then those that match synonyms. `where` limits both the matches and the named one.
 */
const ranked = (
  asked: { readonly name: unknown; readonly typed: unknown; readonly meant: unknown },
  where: RawBuilder<SqlBool>,
) =>
  sql`
    select id, slug, name, is_named, words @@ ${asked.typed}::tsquery as is_typed,
      ts_rank(${WEIGHTS}, words, ${asked.meant}::tsquery) as rank
    from (
      (select collections.id, slug, collections.name, words, true as is_named from collections
       where name_key = ${asked.name} and name_key <> '' and ${where} limit ${sql.lit(NEAR)})
      union all
      (select collections.id, slug, collections.name, words, false from collections
       where words @@ ${asked.meant}::tsquery and name_key <> ${asked.name} and ${where} limit ${sql.lit(RANKED)})
    ) as bounded
    order by is_named desc, is_typed desc, rank desc, id desc`;

const suggested = prepared<
  Pick<Collection, "name" | "slug">,
  [
    typed: string,
    meant: string,
    name: string,
    library: LibraryId,
    matched: string,
    other: string,
    same: LibraryId,
    limit: number,
  ]
>((db) =>
  sql<Pick<Collection, "name" | "slug">>`select slug, name from (
    ${ranked({ name: "", typed: "", meant: "" }, sql`listed and library_id = ${""}` as RawBuilder<SqlBool>)}
    limit ${""}) as found`.compile(db),
);

const category = (row: Omit<Category, "library_id"> & { readonly library_id: number }): Category => ({
  ...row,
  // The rows come from collections, whose check constraint admits only the three libraries.
  library_id: row.library_id as LibraryId,
});

/** Creates the search. It completes or corrects words first, then matches them, then ranks a limited number. */
export const postgresSearch = (db: Db): Search => ({
  words: (typed, library) =>
    query(async () => {
      if (typed.length === 0) return [];
      const swaps = typed.flatMap((word) => swapsOf(word).map((swap) => [word, swap] as const));
      const swapped = swaps.map(([word]) => word);
      const to = swaps.map(([, swap]) => swap);
      const [one, two] = [library, library];
      return knownWords(db, swapped, to, [...typed], one, two, one, two, one, two, one, two, one, two);
    }),
  collections: ({ groups, name, filter, limit }) =>
    query(async () => {
      if (groups.meant.length === 0) return [];
      const asked = { name, typed: toQuery(groups.typed), meant: toQuery(groups.meant) };
      const rows = await withVariants(db)
        .innerJoin(
          sql<{ id: number; is_named: boolean; is_typed: boolean; rank: number }>`(
            ${ranked(asked, matches(filter))} limit ${limit})`.as("found"),
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
      if (groups.meant.length === 0) return [];
      const [typed, meant] = [toQuery(groups.typed), toQuery(groups.meant)];
      return suggested(db, typed, meant, name, library_id, meant, name, library_id, limit);
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

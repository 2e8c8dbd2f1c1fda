import type { Category, Collection, KnownWord, LibraryId } from "@backlot/domain";
import type { Search } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { collection, withVariants } from "./collection-rows.ts";
import { matches } from "./collections.ts";

/** The number of known words to compare with a typed word: those that start with it, and those most similar to it. */
const NEAR = 12;

/** The number of matches to rank. Ranking all matches of a common word takes ten times as long. */
const RANKED = 400;

/** Returns a tsquery that matches any word of a group. The words contain only letters and digits, so they are safe. */
const anyOf = (words: readonly string[]): string =>
  `(${words.map((word) => `'${word.replaceAll("'", "")}'`).join(" | ")})`;

type Library = LibraryId | null;

// Prepared, because a search box runs it at every pause in typing.
const knownWords = prepared<
  KnownWord,
  [typed: readonly string[], first: Library, same: Library, second: Library, again: Library]
>((db) =>
  sql<KnownWord>`
    select asked.typed, near.word, near.distance, near.collections
    from unnest(${""}::text[]) as asked (typed)
    cross join lateral (
      (select word, 0 as distance, sum(collections)::integer as collections from search_words
       where word >= asked.typed collate "C" and word < (asked.typed || chr(1114111)) collate "C"
         and (${""}::integer is null or library_id = ${""}::integer)
       group by word order by (word = asked.typed) desc, 3 desc, word limit ${sql.lit(NEAR)})
      union all
      (select word, levenshtein(word, asked.typed) as distance, sum(collections)::integer from (
         select word, collections from search_words
         where ${""}::integer is null or library_id = ${""}::integer
         order by word <-> asked.typed limit ${sql.lit(2 * NEAR)}) alike
       group by word order by 2, 3 desc, word limit ${sql.lit(NEAR)})
    ) near`.compile(db),
);

const WEIGHTS = sql`'{0.05, 0.2, 0.5, 1.0}'`;

const suggested = prepared<
  Pick<Collection, "name" | "slug">,
  [wanted: string, matched: string, library: LibraryId, limit: number]
>((db) =>
  sql<Pick<Collection, "name" | "slug">>`
      select slug, name from (
        select id, slug, name, ts_rank(${WEIGHTS}, words, ${""}::tsquery) as rank from (
          select id, slug, name, words from collections
          where words @@ ${""}::tsquery and listed and library_id = ${""} limit ${sql.lit(RANKED)}) as bounded
        order by rank desc, id desc limit ${""}) as found
      order by rank desc, id desc`.compile(db),
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
      return knownWords(db, [...typed], library, library, library, library);
    }),
  collections: ({ groups, filter, limit }) =>
    query(async () => {
      if (groups.length === 0) return [];
      const wanted = groups.map(anyOf).join(" & ");
      const rows = await withVariants(db)
        .innerJoin(
          sql<{ id: number; rank: number }>`(
            select id, ts_rank(${WEIGHTS}, words, ${wanted}::tsquery) as rank from (
              select id, words from collections
              where words @@ ${wanted}::tsquery and ${matches(filter)} limit ${RANKED}) as bounded
            order by rank desc, id desc limit ${limit})`.as("found"),
          "found.id",
          "collections.id",
        )
        .orderBy("found.rank", "desc")
        .orderBy("collections.id", "desc")
        .execute();
      return rows.map(collection);
    }),
  suggested: ({ groups, library_id, limit }) =>
    query(async () => {
      if (groups.length === 0) return [];
      const wanted = groups.map(anyOf).join(" & ");
      return suggested(db, wanted, wanted, library_id, limit);
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
  refresh: () =>
    query(async () => {
      await sql`select refresh_search()`.execute(db);
    }),
});

import type { Category, KnownWord, LibraryId } from "@backlot/domain";
import type { Search } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { collection, matches, withVariants } from "./collections.ts";

/** How many words stand beside a typed one: those that begin with it, and those with the most alike letters. */
const NEAR = 12;

/** How many matches are ranked: ranking all of a common word takes ten times as long. */
const RANKED = 400;

/** A group of words for the database's own search: any of them. The words are its own, of letters and figures. */
const anyOf = (words: readonly string[]): string =>
  `(${words.map((word) => `'${word.replaceAll("'", "")}'`).join(" | ")})`;

const category = (row: Omit<Category, "library_id"> & { readonly library_id: number }): Category => ({
  ...row,
  // The table's rows come from collections, whose check admits only the three libraries.
  library_id: row.library_id as LibraryId,
});

/** Search in PostgreSQL: words are completed or corrected first, then matched, then a bounded number is ranked. */
export const postgresSearch = (db: Db): Search => ({
  words: (typed, library) =>
    query(async () => {
      if (typed.length === 0) return [];
      const { rows } = await sql<KnownWord>`
        select asked.typed, near.word, near.distance, near.collections
        from unnest(${[...typed]}::text[]) as asked (typed)
        cross join lateral (
          (select word, 0 as distance, sum(collections)::integer as collections from search_words
           where word >= asked.typed collate "C" and word < (asked.typed || chr(1114111)) collate "C"
             and (${library}::integer is null or library_id = ${library}::integer)
           group by word order by (word = asked.typed) desc, 3 desc, word limit ${NEAR})
          union all
          (select word, levenshtein(word, asked.typed) as distance, sum(collections)::integer from (
             select word, collections from search_words
             where ${library}::integer is null or library_id = ${library}::integer
             order by word <-> asked.typed limit ${2 * NEAR}) alike
           group by word order by 2, 3 desc, word limit ${NEAR})
        ) near`.execute(db);
      return rows;
    }),
  collections: ({ groups, filter, limit }) =>
    query(async () => {
      if (groups.length === 0) return [];
      const wanted = groups.map(anyOf).join(" & ");
      const rows = await withVariants(db)
        .innerJoin(
          sql<{ id: number; rank: number }>`(
            select id, ts_rank('{0.05, 0.2, 0.5, 1.0}', words, ${wanted}::tsquery) as rank from (
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

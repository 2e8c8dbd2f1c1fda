// The limit for an HTTP route on this machine: bare Hono, bare pg or PGlite, the same SQL, and the same body.
import { PGlite } from "@electric-sql/pglite";
import {
  type KnownWord,
  type LibraryId,
  type LicenseId,
  type PlanOffer,
  type SearchResult,
  categoryPath,
  categorySlug,
  correctWords,
  groupSuggestions,
  isNamedIn,
  libraryOf,
  nameKey,
  planVariantsFor,
  searchGroups,
  searchLookup,
  searchTokens,
  swapsOf,
  thumbnailPath,
} from "@backlot/domain";
import type { Suggested } from "@backlot/ports";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

type Query = (name: string, text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

const overServer = (connectionString: string): Query => {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows;
};

/** Opens PGlite on a data directory that a store has created, and returns its query function. */
const overEmbedded = async (folder: string): Promise<Query> => {
  const engine = await PGlite.create(folder);
  return async (_name, text, values) => (await engine.query<Record<string, unknown>>(text, [...values])).rows;
};

const { DATABASE_URL, DATA_DIR } = process.env;
const query = DATABASE_URL ? overServer(DATABASE_URL) : await overEmbedded(`${DATA_DIR}/pg`);

const PRODUCT = `select c.id, c.slug, c.name, c.library_id, c.category, c.tags, c.description, c.access, c.free_product,
  c.membership_tier, c.made_by_provider, c.alpha, c.credit_price, null as upgrade_credit_price, c.price,
  c.original_price, (select json_agg(v order by v.id) from (select id, name, resolution, width, height, format,
  price, file_name, description, file_size, listed from collection_variants where collection_id = c.id) v)
  as collection_variants, c.clips, c.listed,
  to_char(c.release_date, 'YYYY-MM-DD') as release_date, c.coming from collections c where c.slug = $1`;

const IN_LIBRARY = "search_words.library_id = asked.library_id";

/** Returns the SQL that looks up a number of words. */
const wordsOf = (count: number): string => {
  const words = Array.from({ length: count }, (_, n) => [1, 2, 3, 4].map((place) => `$${4 * n + place}`));
  const values = words.map(
    (each) => `(${each[0]}::text, ${each[1]}::boolean, ${each[2]}::text[], ${each[3]}::integer)`,
  );
  return `select asked.typed, near.word, near.relation, near.collections
  from (values ${values.join(", ")}) as asked (typed, is_pair, swaps, library_id)
  cross join lateral (
    (select word, 'begun' as relation, sum(collections)::integer as collections from search_words
     where word >= asked.typed collate "C" and word < (asked.typed || chr(1114111)) collate "C"
       and (word = asked.typed or (named and not asked.is_pair)) and ${IN_LIBRARY}
     group by word order by (word = asked.typed) desc, 3 desc, word limit 12)
    union all
    (select word, 'stem', sum(collections)::integer from search_words
     where not asked.is_pair and stem = search_stem(asked.typed) and word <> asked.typed and ${IN_LIBRARY}
     group by word order by 3 desc, word limit 12)
    union all
    (select word, 'alike', sum(collections)::integer from (
       select word, collections from search_words
       where not asked.is_pair and named and ${IN_LIBRARY}
         and not exists (select from search_words as own
           where own.word = asked.typed and own.library_id = asked.library_id)
       order by word <-> asked.typed limit 24) as alike
     group by word)
    union all
    (select word, 'alike', sum(collections)::integer from search_words
     where named and word = any(asked.swaps) and ${IN_LIBRARY}
     group by word)
    union all
    (select search_words.word, 'synonym', sum(search_words.collections)::integer
     from search_synonyms as own
     join search_synonyms as other on other.group_id = own.group_id and other.stem <> own.stem
     join search_words on search_words.stem = other.stem
     where own.stem = search_stem(asked.typed) and ${IN_LIBRARY}
     group by search_words.word order by 3 desc, search_words.word limit 12)) near`;
};

const SUGGESTED = `select
  (select coalesce(json_agg(json_build_object('slug', slug, 'name', name)), '[]') from (
    select id, slug, name, is_named, $1::text = $2::text or words @@ $1::tsquery as is_typed,
      ts_rank('{0.05, 0.2, 0.5, 1.0}', words, $2::tsquery) as rank
    from (
      (select id, slug, name, words, true as is_named from collections
       where name_key = $3 and name_key <> '' and listed and library_id = $4 limit 12)
      union all
      (select id, slug, name, words, false from collections
       where words @@ $2::tsquery and name_key <> $3 and listed and library_id = $4 limit 60)) as bounded
    order by is_named desc, is_typed desc, rank desc, id desc limit 5) as found) as collections,
  (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'cover', cover) order by name), '[]')
    from categories where library_id = $4) as categories`;

const app = new Hono();
app.get("/api/searches", async (c) => {
  const library = Number(c.req.query("library_id")) as LibraryId;
  const text = c.req.query("cq") ?? "";
  const tokens = searchTokens(text);
  const { words, pairs } = searchLookup(tokens);
  const sought = [
    ...words.map((word) => [word, false, swapsOf(word), library]),
    ...pairs.map((pair) => [pair, true, [], library]),
  ];
  const count = sought.length;
  const known = (await query(`words${count}`, wordsOf(count), sought.flat(1))) as unknown as KnownWord[];
  const searched = correctWords(tokens, known);
  const { typed, meant } = searchGroups(searched);
  const toQuery = (groups: readonly (readonly string[])[]) =>
    groups.map((group) => `(${group.map((word) => `'${word}'`).join(" | ")})`).join(" & ");
  const asked = [toQuery(typed), toQuery(meant), nameKey(text), library];
  const [{ collections, categories }] = (await query("suggested", SUGGESTED, asked)) as unknown as [Suggested];
  const { listing, products } = libraryOf(library);
  const before = searched.slice(0, -1).flatMap(({ words }) => words.slice(0, 1));
  const keywords = (searched.at(-1)?.words ?? []).slice(0, 5).map((word): SearchResult => {
    const value = [...before, word].join(" ");
    return { type: "Keyword", value, path: `${listing}?q=${encodeURIComponent(value)}`, thumbnail: null };
  });
  const named = categories.filter(({ name }) => isNamedIn(name, meant)).slice(0, 4);
  return c.json(
    groupSuggestions([
      ...keywords,
      ...collections.map(
        ({ name, slug }): SearchResult => ({
          type: "Collection",
          value: name,
          path: `${products}/${slug}`,
          thumbnail: thumbnailPath(slug),
        }),
      ),
      ...named.map(
        ({ name, slug, cover }): SearchResult => ({
          type: "Category",
          value: name,
          path: categoryPath(slug),
          thumbnail: thumbnailPath(cover),
        }),
      ),
    ]),
  );
});
app.get("/hello", (c) => c.json({ status: "ok" }));
/** How long the store takes to render the files of the requested product, in seconds. None of the files exists yet. */
const FILES_MADE = [
  { id: 1_011, seconds: 108 },
  { id: 1_012, seconds: 281 },
];
app.get("/collections/:slug", async (c) => {
  const [collection] = await query("product", PRODUCT, [c.req.param("slug")]);
  if (collection === undefined) return c.notFound();
  const category_slug = categorySlug(String(collection["category"]));
  return c.json({
    ...collection,
    category_slug,
    owned: false,
    owned_variant_ids: [],
    owned_variants: [],
    wishlisted: false,
    files_made: FILES_MADE,
  });
});
app.get("/plan_variants", async (c) => {
  const offers = await query("plans", "select * from plan_offers order by id", []);
  const named = offers.map(({ badge, licence_from, licence_to, ...offer }) => ({
    ...offer,
    license_from: licence_from,
    license_to: licence_to,
    ...(badge === null ? {} : { badge }),
  }));
  return c.json(planVariantsFor(named as unknown as PlanOffer[], 1 as LicenseId));
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);

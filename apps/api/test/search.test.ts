import { SAMPLES } from "@backlot/samples";
import { type Collection, categorySlug, nameKey } from "@backlot/domain";
import { indexSearch } from "@backlot/application";
import { TestClient } from "@backlot/testing/client";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { scenarioDatabases } from "@backlot/testing/databases";
import { manyCollections } from "@backlot/testing/many-collections";
import { useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

const MANY = 1_200;

type Found = {
  readonly value: string;
  readonly path: string;
  readonly type: string;
  readonly thumbnail: string | null;
};
type Suggested = Readonly<Record<"keywords" | "collections" | "categories", readonly Found[]>>;

describe.each(scenarioDatabases)("finding on $kind", (databases) => {
  const suite = useTestStore(databases);
  const get = async (path: string) => (await new TestClient(suite.store.app).get(path)).body;
  const suggested = async (cq: string, library = 1): Promise<Suggested> =>
    get(`/api/searches?cq=${encodeURIComponent(cq)}&from_searchbox=true&library_id=${library}`);
  const listing = async (query: string) =>
    (await get(`/api/collections?${query}`)) as {
      readonly data: readonly Collection[];
      readonly has_more: boolean;
      readonly corrected: string | null;
    };
  const all: Collection[] = [...manyCollections(MANY)];
  /** Those and the sample's. */
  const stocked: readonly Collection[] = [...SAMPLES.catalog.collections, ...all];
  /** Collections with names that were hard to find. */
  const named: readonly Collection[] = [
    { name: "Devil's Torch" },
    { name: "C-4 Charge" },
    { name: "Dust/Debris Hits" },
    { name: "Plasma.Bolt v2.5" },
    { name: "Café Fire" },
    { name: "Fire" },
    { name: "Slow Detonation" },
    { name: "Ink Burst", category: "爆炸 特效" },
    { name: "Mossy Boulder", description: "Lichen in a glimmering light." },
  ].map((own, n) => ({
    ...(all[0] as Collection),
    tags: [],
    description: "",
    category: "Hard to Find",
    ...own,
    id: 90_000 + n,
    slug: `hard-${n}`,
    library_id: 1 as Collection["library_id"],
    collection_variants: [],
  }));

  beforeAll(async () => {
    await Effect.runPromise(
      suite.store.ports.transactions.run((repos) =>
        Effect.gen(function* () {
          for (const each of [...all, ...named]) yield* repos.collections.put(each);
          yield* repos.search.refresh();
        }),
      ),
    );
  });

  it("SRC-01 suggests words, collections and categories of a library, 2D where none is named", async () => {
    const { keywords, collections, categories } = await suggested("ligh");
    expect(keywords[0]).toEqual({
      type: "Keyword",
      value: "lightning",
      path: "/products?q=lightning",
      thumbnail: null,
    });
    expect(collections).toHaveLength(5);
    for (const each of collections) {
      expect(each.type).toBe("Collection");
      expect(each.value).toMatch(/lightning/i);
      expect(each.path).toMatch(/^\/collections\//);
      expect(each.thumbnail).toMatch(/^\/media\/.+\.avif$/);
    }
    expect(categories[0]).toMatchObject({
      type: "Category",
      value: "Lightning",
      path: "/collections/lightning/category",
    });
    expect(await get("/api/searches?cq=ligh")).toEqual({ keywords, collections, categories });
    expect((await suggested("ligh", 3)).collections[0]?.path).toMatch(/^\/3d\//);
    expect(await suggested("")).toEqual({ keywords: [], collections: [], categories: [] });
    expect(await suggested("  !?  ")).toEqual({ keywords: [], collections: [], categories: [] });
    for (const strange of ["'", "a & b | !c", "100%", "(((", ":*", "\\", "ß", "火"])
      expect(Object.keys(await suggested(strange))).toEqual(["keywords", "collections", "categories"]);
    // A character outside the basic plane is one of the 200 characters of a search.
    const long = `${"a".repeat(199)}🎬`;
    expect(Object.keys(await suggested(long))).toEqual(["keywords", "collections", "categories"]);
    expect((await listing(`q=${encodeURIComponent(long)}`)).data).toEqual([]);
    const client = new TestClient(suite.store.app);
    expect((await client.get(`/api/searches?cq=${encodeURIComponent(`${long}a`)}`)).status).toBe(400);
    expect((await client.get("/api/searches")).status).toBe(400);
    expect((await new TestClient(suite.store.app).get("/api/searches?cq=x&library_id=4")).status).toBe(400);
  });

  it.each([
    ["lightnig", "lightning"],
    ["explotion", "explosion"],
    ["smoek", "smoke"],
    ["mussle flash", "muzzle flash"],
  ])("SRC-02 finds what was meant by %j", async (typed, meant) => {
    const found = await listing(`library_id=1&q=${encodeURIComponent(typed)}&limit=3`);
    expect(found.corrected).toBe(meant);
    expect(found.data).toHaveLength(3);
    for (const { name, tags } of found.data) expect(`${name} ${tags.join(" ")}`.toLowerCase()).toContain(meant);
    expect((await suggested(typed)).collections[0]?.value.toLowerCase()).toContain(meant);
  });

  // Names that are typed exactly, however they are written.
  it.each([
    "Devil's Torch",
    "devils torch",
    "C-4 Charge",
    "c4 charge",
    "Dust/Debris Hits",
    "dust debris hits",
    "Plasma.Bolt v2.5",
    "plasma bolt v2.5",
    "Café Fire",
    "cafe fire",
    "Fire",
  ])("SRC-02 finds the name %j first", async (typed) => {
    const [first] = (await listing(`q=${encodeURIComponent(typed)}&limit=3`)).data;
    expect(nameKey(first?.name ?? "").replaceAll(" ", "")).toBe(nameKey(typed).replaceAll(" ", ""));
    const { collections } = await suggested(typed);
    expect(collections[0]?.value).toBe(first?.name);
  });

  it.each([
    ["fires", /fire/i],
    ["boulders", /boulder/i],
    ["a boulder", /boulder/i],
    ["fier", /fire/i],
    ["dsut", /dust/i],
    ["explosions", /explosion/i],
    ["greenscreen", /green screen/i],
    ["green screen", /green screen/i],
    ["bluescreen", /blue screen/i],
    ["chroma key", /green screen|blue screen|keyed/i],
    ["inferno", /fire/i],
    ["muzzleflash", /muzzle flash/i],
    ["glimmering", /glimmering/i],
  ])("SRC-02 finds first what is called %j", async (typed, is) => {
    const [first] = (await listing(`q=${encodeURIComponent(typed)}&limit=5`)).data;
    expect(`${first?.name} ${first?.tags.join(" ")} ${first?.description}`).toMatch(is);
  });

  it("SRC-02 finds as many by a plural as by the word itself, and synonyms behind the word", async () => {
    const idsOf = async (typed: string) =>
      (await listing(`q=${typed}&limit=100&category=fire&library_id=1`)).data.map(({ id }) => id);
    expect((await idsOf("fire")).length).toBeLessThan(100);
    expect((await idsOf("fires")).toSorted()).toEqual((await idsOf("fire")).toSorted());
    const names = (await listing("q=detonation&limit=2")).data.map(({ name }) => name);
    expect(names).toEqual(["Slow Detonation", expect.not.stringMatching(/detonation/i)]);
  });

  it("SRC-02 CLI-03 staff list, replace, and remove synonyms, by the words in any form", async () => {
    const { run: command, close } = await openSupportCommand(suite.store.app);
    const run = async (...words: readonly string[]) => {
      const { code, out, err } = await command(SUPPORT_KEY, "search", ...words);
      return [code, (out + err).trim()];
    };
    const foundBy = async (typed: string) => (await listing(`q=${encodeURIComponent(typed)}&limit=1`)).data[0]?.name;
    try {
      expect(await foundBy("lichen rock")).toBe("Mossy Boulder");
      expect(await foundBy("kaboom")).toBeUndefined();
      expect(await run("put-synonyms", "Kaboom", "C-4 charges", ...WHY)).toEqual([
        0,
        "A search for any of these finds all of them: c4charges, kaboom.",
      ]);
      expect(await run("put-synonyms", "kaboom", "detonations", ...WHY)).toEqual([
        0,
        expect.stringMatching(/detonations, kaboom/),
      ]);
      expect(await foundBy("kabooms")).toBe("Slow Detonation");
      expect((await run("synonyms"))[1]).toContain("detonations, kaboom\n");
      expect(await run("put-synonyms", "ka-boom", "kaboom", ...WHY)).toEqual([
        1,
        expect.stringMatching(/These are all "kaboom"/),
      ]);
      expect(await run("put-synonyms", "kaboom", ...WHY)).toEqual([1, expect.stringMatching(/two or more words/)]);
      expect(await run("put-synonyms", "kaboom", "?!", ...WHY)).toEqual([
        1,
        expect.stringMatching(/"\?!" has no letters or digits/),
      ]);
      expect(await run("remove-synonyms", "Detonations", ...WHY)).toEqual([
        0,
        expect.stringMatching(/Removed the synonyms of "Detonations"/),
      ]);
      expect(await run("remove-synonyms", "Detonations", ...WHY)).toEqual([
        1,
        expect.stringMatching(/"Detonations" has no synonyms/),
      ]);
      expect(await foundBy("kaboom")).toBeUndefined();
    } finally {
      await close();
    }
  });

  it("SRC-02 indexes a catalog again that another version of the store indexed, and only then", async () => {
    const { kysely } = suite.store.database;
    const run = () => Effect.runPromise(Effect.provide(indexSearch, suite.store.services.context));
    const forget = (version: number) =>
      sql`with known as (update search_index set version = ${version})
        update collections set words = '', name_key = '', category_slug = '' where name = 'Ink Burst'`.execute(kysely);
    const isFound = async () => (await listing("q=ink+burst&limit=1")).data[0]?.name === "Ink Burst";
    await forget(0);
    expect(await isFound()).toBe(false);
    await run();
    expect(await isFound()).toBe(true);
    await forget(1);
    await run();
    expect(await isFound()).toBe(false);
    await forget(0);
    await run();
    expect((await listing(`category=${encodeURIComponent("爆炸-特效")}`)).data).toHaveLength(1);
    // A process of an older version writes no words. The next indexing finds what it changed.
    await sql`update collections set name = 'Zinc Burst' where name = 'Ink Burst'`.execute(kysely);
    await run();
    expect((await listing("q=zinc+burst&limit=1")).data[0]?.name).toBe("Zinc Burst");
    await sql`update collections set name = 'Ink Burst' where name = 'Zinc Burst'`.execute(kysely);
    await run();
    expect(await isFound()).toBe(true);
  });

  it("CAT-02 a category in any script has a listing of its own", async () => {
    const slug = categorySlug("爆炸 特效");
    const { data } = await get(`/api/categories?library_id=1`);
    expect(data).toContainEqual(expect.objectContaining({ slug, name: "爆炸 特效", collections: 1 }));
    const found = await listing(`category=${encodeURIComponent(slug)}`);
    expect(found.data.map(({ name }) => name)).toEqual(["Ink Burst"]);
  });

  it("SRC-02 SRC-03 every word counts, what nobody knows is left out, and nothing found is an empty page", async () => {
    const both = await listing("q=canyon+smoke&limit=100");
    expect(both.corrected).toBeNull();
    expect(both.data.length).toBeGreaterThan(0);
    for (const { name } of both.data) expect(name).toMatch(/Canyon Smoke/);
    expect((await listing("q=zzyzx+canyon+smoke&limit=100")).data).toEqual(both.data);
    // Nothing matches both, so either one counts.
    const either = (await listing("q=lichen+asteroid&limit=100")).data.map(({ name }) => name);
    expect(either).toEqual(expect.arrayContaining(["Mossy Boulder", "Cratered Asteroid"]));
    expect(await listing("q=zzyzx")).toEqual({ data: [], has_more: false, corrected: null });
    // A match in the name ranks before a mere mention.
    const [first] = (await listing("q=Ground+Fire&library_id=1")).data;
    expect(first?.slug).toBe("ground-fire");
  });

  it("SRC-03 pages of results go on behind the last one, each result once, within a filter", async () => {
    const seen: number[] = [];
    for (let more = true; more; ) {
      const after = seen.length === 0 ? "" : `&starting_after=${seen.at(-1)}`;
      const page = await listing(`q=smoke&library_id=2&access=essentials&limit=7${after}`);
      for (const each of page.data) expect(each).toMatchObject({ library_id: 2, access: "essentials" });
      seen.push(...page.data.map((each) => each.id));
      more = page.has_more;
    }
    const expected = stocked.filter(
      (each) => each.library_id === 2 && each.access === "essentials" && /smoke/i.test(each.name),
    );
    expect(seen.length).toBe(expected.length);
    expect(new Set(seen).size).toBe(seen.length);
    expect((await listing("q=smoke&starting_after=7")).data).toEqual([]);
  });

  const filters: readonly (readonly [string, (each: Collection) => boolean])[] = [
    [`category=${categorySlug("Muzzle Flashes")}`, (each) => each.category === "Muzzle Flashes"],
    ["access=free", (each) => each.free_product],
    ["membership_tier=gold", (each) => each.membership_tier === "gold"],
    ["resolution=4K", (each) => each.collection_variants.some(({ resolution }) => resolution === "4K")],
    ["is_new=true", (each) => each.tags.includes("new")],
    [
      "library_id=3&access=essentials&category=water",
      (each) => each.library_id === 3 && each.access === "essentials" && each.category === "Water",
    ],
  ];
  it.each(filters)("CAT-02 lists what %s names, all of it, once", async (query, isIn) => {
    const seen: Collection[] = [];
    for (let more = true; more; ) {
      const page = await listing(`${query}&limit=100${seen.length === 0 ? "" : `&starting_after=${seen.at(-1)?.id}`}`);
      seen.push(...page.data);
      more = page.has_more;
    }
    const own = seen.filter(({ id }) => id >= 100_000);
    expect(own.map(({ id }) => id)).toEqual(
      all
        .filter(isIn)
        .map(({ id }) => id)
        .reverse(),
    );
    for (const each of seen) expect(isIn(each), each.slug).toBe(true);
  });

  it.each([
    ["newest", (a: Collection, b: Collection) => b.id - a.id],
    ["name", (a: Collection, b: Collection) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)],
    ["price-low", (a: Collection, b: Collection) => a.price - b.price || a.id - b.id],
    ["price-high", (a: Collection, b: Collection) => b.price - a.price || b.id - a.id],
  ] as const)("CAT-02 sorts by %s, and pages go on where the last one ended", async (sort, order) => {
    const seen: Collection[] = [];
    for (let more = true; more; ) {
      const after = seen.length === 0 ? "" : `&starting_after=${seen.at(-1)?.id}`;
      const page = await listing(`category=fog&sort=${sort}&limit=33${after}`);
      seen.push(...page.data);
      more = page.has_more;
    }
    const expected = stocked.filter((each) => each.category === "Fog");
    expect(new Set(seen.map(({ id }) => id)).size).toBe(expected.length);
    // Each only once: a page starts after the last item of the previous page.
    expect(seen).toHaveLength(expected.length);
    expect(seen.map(({ id }) => id)).toEqual([...seen].sort(order).map(({ id }) => id));
  });

  it("CAT-02 CAT-06 counts its categories truly, and relates collections of one kind", async () => {
    const { data } = await get("/api/categories?library_id=2");
    for (const each of data.filter((one: { cover: string }) => /\d$/.test(one.cover)))
      expect(each.collections, each.name).toBe(
        stocked.filter((one) => one.library_id === 2 && one.category === each.name).length,
      );
    const [fire] = all;
    const related = (await get(`/api/collections/${fire?.slug}/related`)).data as readonly Collection[];
    expect(related).toHaveLength(4);
    for (const each of related) {
      expect(each).toMatchObject({ library_id: 1, category: "Fire", category_slug: "fire" });
      expect(each.id).not.toBe(fire?.id);
    }
    // The collection itself would be the most similar one.
    const rocks = (await get("/api/collections/weathered-boulder/related")).data as readonly Collection[];
    expect(rocks.map(({ slug }) => slug)).toContain("cratered-asteroid");
    expect(rocks.map(({ slug }) => slug)).not.toContain("weathered-boulder");
    expect((await new TestClient(suite.store.app).get("/api/collections/nothing/related")).status).toBe(404);
  });
});

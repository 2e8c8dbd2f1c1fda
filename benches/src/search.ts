import { foundBy } from "@backlot/adapters-postgres";
import type { Collection } from "@backlot/domain";
import { manyCollections } from "@backlot/testing/many-collections";
import pg from "pg";
import { type Served, load } from "./load.ts";
import { requireSameAnswer } from "./same-answer.ts";
import type { Measured } from "./statistics.ts";
import type { Workshop } from "./workshop.ts";

/** The catalog size of a large shop. */
const COLLECTIONS = 50_000;

/** The number of clients that search concurrently. */
const CLIENTS = 20;

/** Search terms: whole words, prefixes, two words, and misspelled words. */
const TYPED = [
  "fire",
  "smo",
  "lightnig",
  "explotion",
  "mussle flash",
  "smoek",
  "wide rooftop fire",
  "dust",
  "wat",
  "magic portal",
];

const COLUMNS =
  "id, slug, name, library_id, category, tags, description, access, free_product, membership_tier, " +
  "made_by_provider, alpha, credit_price, upgrade_credit_price, price, original_price, clips, listed, category_slug, " +
  "name_key, words";
const VARIANTS = "id, collection_id, name, resolution, price, file_name, description";

/**
 * Inserts collections into a store until it has a given number, skipping the ones that earlier calls inserted. All of
 * them are in the first library, which the benchmark searches.
 */
export const fillCatalog = async (databaseUrl: string, collections = COLLECTIONS, inserted = 0): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let batch: Collection[] = [];
  const write = async (): Promise<void> => {
    const rows = JSON.stringify(batch.map((each) => ({ ...each, ...foundBy(each) })));
    await client.query(
      `insert into collections (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::collections, $1)`,
      [rows],
    );
    const variants = batch.flatMap(({ id, collection_variants }) =>
      collection_variants.map((variant) => ({ ...variant, collection_id: id })),
    );
    await client.query(
      `insert into collection_variants (${VARIANTS})
         select ${VARIANTS} from json_populate_recordset(null::collection_variants, $1)`,
      [JSON.stringify(variants)],
    );
    batch = [];
  };
  let number = 0;
  for (const collection of manyCollections(collections, 10_000_000)) {
    number += 1;
    if (number <= inserted) continue;
    batch.push({ ...collection, library_id: 1 as Collection["library_id"] });
    if (batch.length === 2_000) await write();
  }
  if (batch.length > 0) await write();
  await client.query("select refresh_search()");
  await client.query("vacuum analyze");
  await client.end();
};

const PATHS = TYPED.map((words) => `/api/searches?library_id=1&from_searchbox=true&cq=${encodeURIComponent(words)}`);

/**
 * Measures searches by 20 concurrent clients in a shop of 50,000 collections, compared with the bare statements.
 * (SRC-01, SRC-02)
 */
export const measureSearch = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const { server } = await workshop.store();
  await fillCatalog(workshop.databaseUrl, workshop.isCheck ? 2_000 : COLLECTIONS);
  const { url } = await workshop.limit("http.ts");
  for (const path of PATHS) await requireSameAnswer(`${url}${path}`, `${server.url}${path}`);
  const search = (at: string) =>
    load(
      PATHS.map((path) => `${at}${path}`),
      workshop.seconds,
      { connections: CLIENTS },
    );
  if (!workshop.isCheck) for (const at of [url, server.url]) await search(at);
  const limit: Served[] = [];
  const ours: Served[] = [];
  for (let round = 0; round < workshop.rounds; round += 1) {
    limit.push(await search(url));
    ours.push(await search(server.url));
  }
  const figures = (of: keyof Served) => ({
    limit: limit.map((served) => served[of]),
    ours: ours.map((served) => served[of]),
  });
  return [
    { row: "search at 50,000", unit: "/s", ...figures("rate"), goal: { atLeast: 0.5 } },
    { row: "search at 50,000, slowest hundredth", unit: "ms", ...figures("p99"), goal: { atMost: 1.5 } },
  ];
};

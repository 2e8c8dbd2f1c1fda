import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foundBy } from "@backlot/adapters-postgres";
import type { Collection } from "@backlot/domain";
import { manyCollections } from "@backlot/testing/many-collections";
import pg from "pg";
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

/** Inserts collections into a store. All of them are in the first library, which the benchmark searches. */
export const fillForSearch = async (databaseUrl: string, collections = COLLECTIONS): Promise<void> => {
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
  for (const collection of manyCollections(collections, 10_000_000)) {
    batch.push({ ...collection, library_id: 1 as Collection["library_id"] });
    if (batch.length === 2_000) await write();
  }
  if (batch.length > 0) await write();
  await client.query("select refresh_search()");
  await client.query("vacuum analyze");
  await client.end();
};

const pathsOf = (typed: readonly string[]): readonly string[] =>
  typed.map((words) => `/api/searches?library_id=1&from_searchbox=true&cq=${encodeURIComponent(words)}`);

/** Returns searches per second and the 99th percentile latency in milliseconds. */
const load = async (url: string, seconds: number): Promise<{ readonly rate: number; readonly p99: number }> => {
  const script = join(await mkdtemp(join(tmpdir(), "backlot-wrk-")), "searches.lua");
  const paths = pathsOf(TYPED).map((path) => JSON.stringify(path));
  await writeFile(
    script,
    `local paths = { ${paths.join(", ")} }\nlocal n = 0\nfunction request()\n  n = n + 1\n  return ` +
      'wrk.format("GET", paths[n % #paths + 1])\nend\n',
  );
  const args = [
    "-c",
    String(CLIENTS),
    "-t",
    "1",
    "-d",
    `${seconds}s`,
    "--timeout",
    "30s",
    "--latency",
    "-s",
    script,
    url,
  ];
  const wrk = spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  wrk.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(wrk, "close")) as [number | null];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  const [, slow, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(said) ?? [];
  if (code !== 0 || rate === undefined || slow === undefined) throw new Error(`wrk failed at ${url}: ${said}`);
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${url} did not answer as it should: ${said}`);
  return { rate: Number(rate), p99: Number(slow) * (unit === "s" ? 1_000 : unit === "us" ? 0.001 : 1) };
};

/** The goal for the 99th percentile latency, in milliseconds. */
const LONGEST_MS = 50;

/**
 * Measures searches by 20 concurrent clients in a shop of 50,000 collections, compared with the bare statements.
 * (SRC-01, SRC-02)
 */
export const measureSearch = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const { server } = await workshop.store();
  await fillForSearch(workshop.databaseUrl, workshop.isCheck ? 2_000 : COLLECTIONS);
  const limit = await workshop.limit("http.ts");
  const measured = { limit: [] as number[], ours: [] as number[], p99: [] as number[] };
  for (const path of pathsOf(TYPED)) await requireSameAnswer(`${limit.url}${path}`, `${server.url}${path}`);
  if (!workshop.isCheck) {
    await load(limit.url, workshop.seconds);
    await load(server.url, workshop.seconds);
  }
  for (let round = 0; round < workshop.rounds; round += 1) {
    measured.limit.push((await load(limit.url, workshop.seconds)).rate);
    const ours = await load(server.url, workshop.seconds);
    measured.ours.push(ours.rate);
    measured.p99.push(ours.p99);
  }
  return [
    { row: "search at 50,000", unit: "/s", limit: measured.limit, ours: measured.ours, goal: { atLeast: 0.5 } },
    {
      row: "search at 50,000, slowest hundredth",
      unit: "ms",
      limit: measured.p99.map(() => LONGEST_MS),
      ours: measured.p99,
      goal: { atMost: 1 },
    },
  ];
};

import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { type Database, makeTransactions, migrate, openInMemory, openPostgres } from "@backlot/adapters-postgres";
import { importCatalogue } from "@backlot/application";
import { SAMPLE_CATALOGUE } from "@backlot/catalogue";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { onceInRun } from "./once-in-run.ts";

/** A kind of database that the suites run on. */
export interface TestDatabases {
  readonly kind: "PGlite" | "PostgreSQL";
  /** One with every migration run, and stocked with the sample catalogue. */
  readonly open: () => Promise<Database>;
  /** One with every migration run, and nothing in it. */
  readonly openMigrated: () => Promise<Database>;
  /** An empty one without any migration. */
  readonly openEmpty: () => Promise<Database>;
  /** What a store's process needs in its environment to use an empty one of its own. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
}

const stock = async ({ kysely }: Database): Promise<void> => {
  await migrate(kysely);
  await Effect.runPromise(importCatalogue({ transactions: makeTransactions(kysely) })(SAMPLE_CATALOGUE));
};

const migrated = async (database: Database): Promise<Database> => {
  await migrate(database.kysely);
  return database;
};

let dump: Promise<Blob> | undefined;

/** The dump of a stocked database: made once in a run, read once in a worker. */
const stockedDump = async (): Promise<Blob> => {
  const path = await onceInRun("stocked.tar", async (draft) => {
    const database = await openInMemory();
    await stock(database);
    await writeFile(draft, Buffer.from(await (await database.dump()).arrayBuffer()));
    await database.close();
  });
  return new Blob([await readFile(path)]);
};

const embedded: TestDatabases = {
  kind: "PGlite",
  open: async () => {
    dump ??= stockedDump();
    return openInMemory(await dump);
  },
  openMigrated: async () => migrated(await openInMemory()),
  openEmpty: () => openInMemory(),
  environment: async () => ({}),
};

/** A new database on a server: empty, or a copy of another one. */
const createOn = async (url: string, template?: string): Promise<string> => {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = openPostgres(url, 1);
  await sql
    .raw(`create database ${name}${template === undefined ? "" : ` template ${template}`}`)
    .execute(admin.kysely);
  await admin.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
};

/** The stocked database of a run that others are copied from: copying one takes a tenth of the time of making one. */
const stockedOn = async (url: string): Promise<string> => {
  const path = await onceInRun("stocked-on-server", async (draft) => {
    const made = await createOn(url);
    const database = openPostgres(made, 2);
    await stock(database);
    await database.close();
    await writeFile(draft, new URL(made).pathname.slice(1));
  });
  return readFile(path, "utf8");
};

const server = (url: string): TestDatabases => ({
  kind: "PostgreSQL",
  open: async () => openPostgres(await createOn(url, await stockedOn(url)), 20),
  openMigrated: async () => migrated(openPostgres(await createOn(url), 20)),
  openEmpty: async () => openPostgres(await createOn(url), 2),
  environment: async () => ({ DATABASE_URL: await createOn(url) }),
});

/**
 * The databases that this run has: PGlite always, PostgreSQL where TEST_POSTGRES_URL names a server. The test command
 * starts one of its own and sets it.
 */
export const testDatabases: readonly TestDatabases[] = [
  embedded,
  ...(process.env.TEST_POSTGRES_URL === undefined ? [] : [server(process.env.TEST_POSTGRES_URL)]),
];

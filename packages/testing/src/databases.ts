import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { type Database, makeTransactions, migrate, openInMemory, openPostgres } from "@backlot/adapters-postgres";
import { importCatalog } from "@backlot/application";
import { SAMPLE_CATALOG } from "@backlot/catalog";
import { Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { onceInRun } from "./once-in-run.ts";
import { prepareData } from "./prepared-data.ts";

/** A kind of database that the suites run on. */
export interface TestDatabases {
  readonly kind: "PGlite" | "PostgreSQL";
  /** One with every migration run, and stocked with the sample catalog. */
  readonly open: () => Promise<Database>;
  /** One with every migration run, and nothing in it. */
  readonly openMigrated: () => Promise<Database>;
  /** An empty one without any migration. */
  readonly openEmpty: () => Promise<Database>;
  /** What a store's process needs in its environment to use an empty one of its own. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  /** The same for a stocked one; an embedded one is put into the store's data folder. */
  readonly stockedEnvironment: (dataDir: string) => Promise<Readonly<Record<string, string>>>;
}

type Fill = (database: Database) => Promise<unknown>;

const migrated: Fill = ({ kysely }) => migrate(kysely);

/** Of a database with every migration run. */
const stock: Fill = ({ kysely }) =>
  Effect.runPromise(Effect.provideService(importCatalog(SAMPLE_CATALOG), Transactions, makeTransactions(kysely)));

/** Drops the databases that new ones are made from: a third of what a dump holds, and no test makes one in it. */
const dropTemplates = async ({ kysely }: Database): Promise<void> => {
  await sql`update pg_database set datistemplate = false`.execute(kysely);
  for (const name of ["template0", "template1"]) await sql.raw(`drop database ${name}`).execute(kysely);
};

/** The dump of a database that is filled like this, from this one: made once in a run, read once in a worker. */
const dumpOf = (name: string, fill: Fill, from?: () => Promise<Blob>): (() => Promise<Blob>) => {
  let read: Promise<Blob> | undefined;
  const make = async (): Promise<Blob> => {
    const path = await onceInRun(`${name}.tar`, async (draft) => {
      const database = await openInMemory(await from?.());
      await fill(database);
      // Who reads the dump need not do again what is in its log only.
      await sql`checkpoint`.execute(database.kysely);
      await writeFile(draft, Buffer.from(await (await database.dump()).arrayBuffer()));
      await database.close();
    });
    return new Blob([await readFile(path)]);
  };
  return () => {
    read ??= make();
    return read;
  };
};

// An embedded database is made anew in five times the time that its dump is read in: only the empty one is.
const emptyDump = dumpOf("empty", dropTemplates);
const migratedDump = dumpOf("migrated", migrated, emptyDump);
const stockedDump = dumpOf("stocked", stock, migratedDump);

const embedded: TestDatabases = {
  kind: "PGlite",
  open: async () => openInMemory(await stockedDump()),
  openMigrated: async () => openInMemory(await migratedDump()),
  openEmpty: async () => openInMemory(await emptyDump()),
  environment: async () => ({}),
  stockedEnvironment: async (dataDir) => {
    await prepareData(dataDir);
    return {};
  },
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

/** The name of a database on the server that is filled like this, from this one: made once in a run. */
const madeOn = async (url: string, name: string, fill: Fill, from?: string): Promise<string> => {
  const path = await onceInRun(`${name}-on-server`, async (draft) => {
    const made = await createOn(url, from);
    const database = openPostgres(made, 2);
    await fill(database);
    await database.close();
    await writeFile(draft, new URL(made).pathname.slice(1));
  });
  return readFile(path, "utf8");
};

const server = (url: string): TestDatabases => {
  // Copying a database takes a tenth of the time of making one.
  const withMigrations = () => madeOn(url, "migrated", migrated);
  const copyOfMigrated = async () => createOn(url, await withMigrations());
  const copyOfStocked = async () => createOn(url, await madeOn(url, "stocked", stock, await withMigrations()));
  return {
    kind: "PostgreSQL",
    open: async () => openPostgres(await copyOfStocked(), 20),
    openMigrated: async () => openPostgres(await copyOfMigrated(), 20),
    openEmpty: async () => openPostgres(await createOn(url), 2),
    environment: async () => ({ DATABASE_URL: await createOn(url) }),
    stockedEnvironment: async () => ({ DATABASE_URL: await copyOfStocked() }),
  };
};

/**
 * The databases that this run has: PGlite always, PostgreSQL where TEST_POSTGRES_URL names a server. The test command
 * starts one of its own and sets it.
 */
export const testDatabases: readonly [TestDatabases, ...TestDatabases[]] = [
  embedded,
  ...(process.env.TEST_POSTGRES_URL === undefined ? [] : [server(process.env.TEST_POSTGRES_URL)]),
];

/** The database of plain scenarios: PostgreSQL where there is one. */
export const plainDatabase: TestDatabases = testDatabases.at(-1) ?? embedded;

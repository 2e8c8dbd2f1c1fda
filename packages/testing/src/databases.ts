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

/** A kind of database that suites run on. */
export interface TestDatabases {
  readonly kind: "PGlite" | "PostgreSQL";
  /** Opens a migrated database with the sample catalog. */
  readonly open: () => Promise<Database>;
  /** Opens a migrated database without data. */
  readonly openMigrated: () => Promise<Database>;
  /** Opens an empty database without any migration. */
  readonly openEmpty: () => Promise<Database>;
  /** Returns the environment variables that give a store process its own empty database. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  /** Like `environment`, but with the sample catalog. An embedded database is copied to the store's data folder. */
  readonly stockedEnvironment: (dataDir: string) => Promise<Readonly<Record<string, string>>>;
}

type Fill = (database: Database) => Promise<unknown>;

const migrated: Fill = ({ kysely }) => migrate(kysely);

/** Imports the sample catalog into a migrated database. */
const stock: Fill = ({ kysely }) =>
  Effect.runPromise(Effect.provideService(importCatalog(SAMPLE_CATALOG), Transactions, makeTransactions(kysely)));

/** Drops the template databases. They are a third of a dump, and no test creates a database from them. */
const dropTemplates = async ({ kysely }: Database): Promise<void> => {
  await sql`update pg_database set datistemplate = false`.execute(kysely);
  for (const name of ["template0", "template1"]) await sql.raw(`drop database ${name}`).execute(kysely);
};

/** Returns a loader for the dump of a filled database, which is created once per run and read once per worker. */
const dumpOf = (name: string, fill: Fill, from?: () => Promise<Blob>): (() => Promise<Blob>) => {
  let read: Promise<Blob> | undefined;
  const make = async (): Promise<Blob> => {
    const path = await onceInRun(`${name}.tar`, async (draft) => {
      const database = await openInMemory(await from?.());
      await fill(database);
      // Without the checkpoint, every database opened from the dump would replay the log.
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

// Only the empty database is created from scratch: loading a dump is five times faster.
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

/** Creates a database on a server, empty or from a template. Returns its URL. */
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

/** Creates a filled database on the server once per run. Returns its name. */
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
  // Copying a database is ten times faster than creating one.
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
 * The databases of this run: PGlite, and PostgreSQL if TEST_POSTGRES_URL is set. `npm test` sets it to a server that it
 * starts.
 */
export const testDatabases: readonly [TestDatabases, ...TestDatabases[]] = [
  embedded,
  ...(process.env.TEST_POSTGRES_URL === undefined ? [] : [server(process.env.TEST_POSTGRES_URL)]),
];

/** The database of plain scenarios: PostgreSQL if there is one. */
export const plainDatabase: TestDatabases = testDatabases.at(-1) ?? embedded;

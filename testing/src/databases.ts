import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, makeTransactions, migrate, openInMemory, openPostgres } from "@backlot/adapters-postgres";
import { importCatalog } from "@backlot/application";
import { SAMPLES } from "@backlot/samples";
import { Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { CIRCLE } from "./circle.ts";
import { databaseHash } from "../../scripts/database-hash.mjs";
import { kept } from "./kept.ts";
import { prepareData, seedAsStarted } from "./prepared-data.ts";

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
  /**
   * Like `environment`, but seeded as by a store's first start. An embedded database is copied to the store's data
   * folder.
   */
  readonly stockedEnvironment: (dataDir: string) => Promise<Readonly<Record<string, string>>>;
}

/** Fills a database, which a server has at `url`. */
type Fill = (database: Database, url: string) => Promise<unknown>;

const migrated: Fill = ({ kysely }) => migrate(kysely);

/** Imports the sample catalog into a migrated database. */
const stock: Fill = ({ kysely }) =>
  Effect.runPromise(Effect.provideService(importCatalog(SAMPLES.catalog), Transactions, makeTransactions(kysely)));

/** Drops the template databases. They are a third of a dump, and no test creates a database from them. */
const dropTemplates = async ({ kysely }: Database): Promise<void> => {
  await sql`update pg_database set datistemplate = false`.execute(kysely);
  for (const name of ["template0", "template1"]) await sql.raw(`drop database ${name}`).execute(kysely);
};

/** Returns a loader for the dump of a filled database, which is kept between runs and read once per worker. */
const dumpOf = (name: string, fill: Fill, from?: () => Promise<Blob>): (() => Promise<Blob>) => {
  let read: Promise<Blob> | undefined;
  const make = async (): Promise<Blob> => {
    const path = await kept(`${name}.tar`, async (draft) => {
      const database = await openInMemory(await from?.());
      await fill(database, "");
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

const onServer = async <A>(url: string, work: (admin: Database["kysely"]) => Promise<A>): Promise<A> => {
  const admin = openPostgres(url, 1);
  try {
    return await work(admin.kysely);
  } finally {
    await admin.close();
  }
};

const urlOf = (url: string, name: string): string => {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
};

/** Creates a database on a server, empty or from a template. Returns its URL. */
const createOn = async (url: string, template?: string): Promise<string> => {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const from = template === undefined ? "" : ` template ${template}`;
  await onServer(url, (admin) => sql.raw(`create database ${name}${from}`).execute(admin));
  return urlOf(url, name);
};

/** Opens a database of a server that is dropped once it is closed, because hundreds of them take gigabytes. */
const openCopy = (url: string, copy: string): Database => {
  const database = openPostgres(copy, 20);
  const close = async (): Promise<void> => {
    await database.close();
    await onServer(url, (admin) =>
      sql.raw(`drop database ${new URL(copy).pathname.slice(1)} with (force)`).execute(admin),
    );
  };
  return { ...database, close };
};

/** The names of a server's template databases begin with this, followed by the hash of their sources. */
const TEMPLATE = "backlot_template_";

/** Returns the name of a filled database on the server. It is created unless an earlier run left it there. */
const templateOn = async (url: string, kind: string, fill: Fill, from?: string): Promise<string> => {
  const name = `${TEMPLATE}${databaseHash()}_${kind}`;
  const isThere = await onServer(url, async (admin) => {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(admin);
    return rows.length > 0;
  });
  if (isThere) return name;
  const draft = await createOn(url, from);
  const database = openPostgres(draft, 2);
  await fill(database, draft);
  await database.close();
  await onServer(url, async (admin) => {
    // If two workers make it at once, the first one's stays.
    const made = new URL(draft).pathname.slice(1);
    const renamed = await sql
      .raw(`alter database ${made} rename to ${name}`)
      .execute(admin)
      .catch(() => null);
    if (renamed === null) await sql.raw(`drop database ${made}`).execute(admin);
  });
  return name;
};

/** Seeds a migrated database like the first start of a store, which also publishes the sample's articles. */
const start: Fill = async (_, DATABASE_URL) =>
  seedAsStarted({ DATABASE_URL, DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-seed-")) });

/** Makes the template databases of a server, and drops those of other sources. */
export const makeTemplates = async (url: string): Promise<void> => {
  await onServer(url, async (admin) => {
    const old = await sql<{ datname: string }>`select datname from pg_database
      where starts_with(datname, ${TEMPLATE}) and not starts_with(datname, ${TEMPLATE + databaseHash()})`.execute(
      admin,
    );
    for (const { datname } of old.rows) await sql.raw(`drop database ${datname}`).execute(admin);
  });
  const withMigrations = await templateOn(url, "migrated", migrated);
  await templateOn(url, "stocked", stock, withMigrations);
  await templateOn(url, "started", start, withMigrations);
};

const server = (url: string): TestDatabases => {
  // Copying a database is ten times faster than creating one.
  const withMigrations = () => templateOn(url, "migrated", migrated);
  const copyOfMigrated = async () => createOn(url, await withMigrations());
  const copyOfStocked = async () => createOn(url, await templateOn(url, "stocked", stock, await withMigrations()));
  const copyOfStarted = async () => createOn(url, await templateOn(url, "started", start, await withMigrations()));
  return {
    kind: "PostgreSQL",
    open: async () => openCopy(url, await copyOfStocked()),
    openMigrated: async () => openCopy(url, await copyOfMigrated()),
    openEmpty: async () => openPostgres(await createOn(url), 2),
    environment: async () => ({ DATABASE_URL: await createOn(url) }),
    stockedEnvironment: async () => ({ DATABASE_URL: await copyOfStarted() }),
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

/** PostgreSQL if there is one. The database of tests that need only one. */
export const plainDatabase: TestDatabases = testDatabases.at(-1) ?? embedded;

/**
 * The databases of scenarios in this run's circle: `npm test` runs them on PostgreSQL, the proofs of `npm run test:all`
 * on the embedded database, and `npm run prove` on both.
 */
export const scenarioDatabases: readonly TestDatabases[] = {
  first: [plainDatabase],
  proofs: testDatabases.filter((each) => each !== plainDatabase),
  full: testDatabases,
}[CIRCLE];

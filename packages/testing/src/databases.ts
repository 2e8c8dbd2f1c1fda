import { randomUUID } from "node:crypto";
import { type Database, migrate, openInMemory, openPostgres } from "@backlot/adapters-postgres";
import { sql } from "kysely";

/** A kind of database that the suites run on, and how to get an empty one of it with every migration run. */
export interface TestDatabases {
  readonly kind: "PGlite" | "PostgreSQL";
  readonly open: () => Promise<Database>;
  /** An empty one without any migration. */
  readonly openEmpty: () => Promise<Database>;
  /** What a store's process needs in its environment to use an empty one of its own. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
}

let template: Promise<Blob> | undefined;

const dumpOfMigrated = async (): Promise<Blob> => {
  const database = await openInMemory();
  await migrate(database.kysely);
  const dump = await database.dump();
  await database.close();
  return dump;
};

const embedded: TestDatabases = {
  kind: "PGlite",
  open: async () => {
    template ??= dumpOfMigrated();
    return openInMemory(await template);
  },
  openEmpty: () => openInMemory(),
  environment: async () => ({}),
};

/** A new, empty database on a server. */
const createOn = async (url: string): Promise<string> => {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = openPostgres(url, 1);
  await sql.raw(`create database ${name}`).execute(admin.kysely);
  await admin.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
};

const server = (url: string): TestDatabases => ({
  kind: "PostgreSQL",
  open: async () => {
    const database = openPostgres(await createOn(url), 20);
    await migrate(database.kysely);
    return database;
  },
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

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Database, type DumpedRow, dumpRows, migrate, restoreRows } from "@backlot/adapters-postgres";
import { refundDue, resumeOrders, runDueJobs } from "@backlot/application";
import { instantOf } from "@backlot/domain";
import { checkupsOf } from "@backlot/testing/checkup";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { openSandbox } from "@backlot/testing/sandbox";
import { advance, openTestStore } from "@backlot/testing/store";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

/** When the store's records were dumped, by the sandbox's clock. */
const DUMPED_AT = instantOf("2027-07-22T15:00:18.000Z");

const unpacked = async (name: string): Promise<Buffer> =>
  promisify(gunzip)(await readFile(new URL(`before-1.0/${name}.gz`, import.meta.url)));

/** Fills an empty database with the records of eight random shoppers, kept by a version before 1.0.0. */
const fillAsBefore = async ({ kysely }: Database): Promise<void> => {
  const statements = JSON.parse((await unpacked("database.json")).toString()) as readonly string[];
  await kysely.transaction().execute(async (db) => {
    // Functions are created before the tables that they read.
    await sql`set local check_function_bodies = off`.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
};

const rowsOf = async ({ kysely }: Database) => {
  const rows: DumpedRow[] = [];
  const migrations = await dumpRows(kysely, async (row) => void rows.push(row));
  return { migrations, rows };
};

/** Returns a database's tables, with their columns and constraints, and its indexes, functions, and triggers. */
const structureOf = async ({ kysely }: Database): Promise<readonly unknown[]> =>
  (
    await sql`
      select table_name as "of", column_name as name, concat_ws(' ', ordinal_position, data_type, is_nullable,
        column_default, is_identity, generation_expression, collation_name) as is
      from information_schema.columns where table_schema = current_schema()
      union all
      select conrelid::regclass::text, conname::text, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace
      union all
      select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema()
      union all
      select '', proname::text, pg_get_functiondef(pg_proc.oid)
      from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = current_schema()::regnamespace and lanname in ('sql', 'plpgsql')
      union all
      select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1, 2, 3`.execute(kysely)
  ).rows;

describe.each(scenarioDatabases)("a store from before 1.0.0 on $kind", (databases) => {
  it("keeps its rows, has the database of a new store, and goes on", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "backlot-sandbox-"));
    for (const name of ["sandbox.db", "sandbox-paypal.db"]) await writeFile(join(dataDir, name), await unpacked(name));
    const sandbox = await openSandbox({ dataDir });
    const database = await databases.openEmpty();
    await fillAsBefore(database);
    const before = await rowsOf(database);
    expect(before.migrations.at(-1)).toBe("0058-formats");
    expect(before.rows.filter(({ table }) => table === "payments").length).toBeGreaterThan(30);
    // Two processes of the new version start at once.
    await Promise.all([migrate(database.kysely, "0001-baseline"), migrate(database.kysely, "0001-baseline")]);
    expect(await rowsOf(database)).toEqual({ migrations: ["0001-baseline"], rows: before.rows });
    await Promise.all([migrate(database.kysely), migrate(database.kysely)]);
    const upgraded = await rowsOf(database);
    const fresh = await databases.openEmpty();
    await migrate(fresh.kysely);
    expect(await structureOf(database)).toEqual(await structureOf(fresh));

    const store = await openTestStore({ ...databases, open: async () => database }, sandbox);
    store.clock.set(DUMPED_AT);
    const { faultsOf, faultsOfStore } = checkupsOf(store);
    const accounts = await database.kysely.selectFrom("accounts").select("id").execute();
    const expectNoFaults = async (): Promise<void> => {
      for (const { id } of accounts) expect(await faultsOf(id)).toEqual([]);
      expect(await faultsOfStore()).toEqual([]);
    };
    await expectNoFaults();
    const payments = async () => (await database.kysely.selectFrom("payments").select("id").execute()).length;
    const paid = await payments();
    await advance(sandbox.url, store, { months: 1 });
    for (const due of [resumeOrders("all"), runDueJobs, refundDue]) await runIn(store.ports, due as typeof runDueJobs);
    await expectNoFaults();
    expect(await payments()).toBeGreaterThan(paid);
    await store.close();
    await sandbox.stop();

    const restored = await databases.openEmpty();
    const backup = async function* () {
      yield* before.rows;
    };
    expect(await restoreRows(restored.kysely, before.migrations, backup())).toBe(before.rows.length);
    expect(await rowsOf(restored)).toEqual(upgraded);
    await Promise.all([fresh.close(), restored.close()]);
  });

  it("is refused if its version is long before 1.0.0", async () => {
    const database = await databases.openEmpty();
    const { kysely } = database;
    await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(kysely);
    await sql`insert into kysely_migration values ('0001-accounts', ''), ('0002-catalogue', '')`.execute(kysely);
    await expect(migrate(kysely)).rejects.toThrow("older than this version can update");
    const nothing = async function* () {
      yield* [];
    };
    const restored = await databases.openEmpty();
    await expect(restoreRows(restored.kysely, ["0001-accounts"], nothing())).rejects.toThrow("older than this version");
    await Promise.all([database.close(), restored.close()]);
  });
});

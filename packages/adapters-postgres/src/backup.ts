import { type Kysely, type Transaction, sql } from "kysely";
import { OWN_TABLES } from "./own-tables.ts";
import { EMPTY_AT_FIRST, type Tables } from "./schema.ts";
import { isTooOld, namesIn, sinceBaseline } from "./migrations/before-1.0.ts";
import { migrate } from "./migrations/index.ts";

type Connection = Kysely<Tables> | Transaction<Tables>;

/** The tables of leases before 1.1. A restored store doesn't need their rows, because their processes have ended. */
const FORMER_LEASES: readonly string[] = ["account_leases", "file_leases"];

/** The number of rows to read or write at once. */
const ROWS = 500;

/** One row of a table, as PostgreSQL writes it in JSON. */
export interface DumpedRow {
  readonly table: string;
  readonly json: string;
}

/** The backup can't be restored to the database. The message says why. */
export class RestoreRefused extends Error {}

/** Returns the store's tables in a database. Leaves out all other tables. */
const tablesOf = async (db: Connection): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(db);
  return rows.map(({ name }) => name).filter((name) => OWN_TABLES.has(name));
};

/**
 * Calls `take` with every row of the database, as of a single moment. On a server, the store keeps running; the
 * embedded database waits. Returns the migrations that the database has.
 */
export const dumpRows = (db: Kysely<Tables>, take: (row: DumpedRow) => Promise<void>): Promise<readonly string[]> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (snapshot) => {
      // A slow disk must not end the transaction.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
      const migrations = await namesIn(snapshot);
      for (const table of await tablesOf(snapshot)) {
        const read = sql`select to_jsonb(t)::text as json from ${sql.table(table)} t`;
        await sql`declare rows no scroll cursor for ${read}`.execute(snapshot);
        for (;;) {
          const { rows } = await sql<{ readonly json: string }>`fetch ${sql.lit(ROWS)} from rows`.execute(snapshot);
          for (const { json } of rows) await take({ table, json });
          if (rows.length < ROWS) break;
        }
        await sql`close rows`.execute(snapshot);
      }
      return migrations;
    });

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Drops foreign keys and disables triggers, so that rows can be inserted in any order. Returns the keys. */
const liftRules = async (db: Connection, tables: readonly string[]): Promise<readonly ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any (${tables}::regclass[])`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  return rows;
};

/** Restores foreign keys and triggers. Fails if rows violate a key. */
const bringRulesBack = async (db: Connection, tables: readonly string[], keys: readonly ForeignKey[]) => {
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
};

/** Returns the columns of a table that are stored, not computed. */
const columnsOf = async (db: Connection, table: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
};

/** Sets each sequence to the highest value in its column. */
const setSequences = async (db: Connection, tables: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ readonly table: string; readonly column: string; readonly sequence: string }>`
    select t.oid::regclass::text as table, a.attname as column, s.oid::regclass::text as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where d.deptype in ('a', 'i') and t.oid = any (${tables}::regclass[])`.execute(db);
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}::regclass, max(${sql.id(column)})) from ${sql.raw(table)}
      having max(${sql.id(column)}) is not null`.execute(db);
};

/** Throws RestoreRefused if a database has store data. Rows inserted by migrations don't count. */
export const requireNoData = async (db: Connection): Promise<void> => {
  const tables = await tablesOf(db);
  for (const table of tables.filter((name) => EMPTY_AT_FIRST.includes(name))) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new RestoreRefused(`The database is not empty: it has ${table}. Restore to a new one.`);
  }
};

/**
 * Fills an empty database with a backup's rows, all or nothing, and migrates it to this version. `migrations` are the
 * names of the backup's migrations. Returns the number of rows. Throws RestoreRefused if the database has data, or if
 * the backup is from a newer version.
 */
export const restoreRows = async (
  db: Kysely<Tables>,
  migrations: readonly string[],
  rows: AsyncIterable<DumpedRow>,
): Promise<number> => {
  const latest = sinceBaseline(migrations).at(-1);
  if (latest === undefined) throw new RestoreRefused("The backup has no database.");
  if (isTooOld(migrations))
    throw new RestoreRefused("The backup is older than this version can restore. Use the version that made it.");
  await requireNoData(db);
  await migrate(db, latest).catch((error: unknown) => {
    if (!(error instanceof Error && /migration ".*" doesn't exist/i.test(error.message))) throw error;
    throw new RestoreRefused(`This version has no migration ${latest}. Restore with the version that made the backup.`);
  });
  if ((await namesIn(db)).at(-1) !== latest)
    throw new RestoreRefused("The database is newer than the backup. Restore to a new one.");
  const count = await db.transaction().execute(async (inside) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(inside);
    // Restored changes happened long ago, so they send no webhooks.
    await sql`set local backlot.restoring = 'on'`.execute(inside);
    await requireNoData(inside);
    const tables = await tablesOf(inside);
    const keys = await liftRules(inside, tables);
    // Migrations insert rows that the backup also has. Don't truncate the tables, because other tables may refer to
    // them.
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(inside);
    let restored = 0;
    let table = "";
    let columns: readonly string[] = [];
    let batch: string[] = [];
    const insert = async (): Promise<void> => {
      if (batch.length === 0) return;
      const names = sql.join(columns.map((name) => sql.id(name)));
      const all = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(",")}]`}::jsonb)`;
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${names} from ${all}`.execute(inside);
      restored += batch.length;
      batch = [];
    };
    for await (const row of rows) {
      if (FORMER_LEASES.includes(row.table)) continue;
      if (row.table !== table || batch.length >= ROWS) await insert();
      if (row.table !== table) {
        if (!tables.includes(row.table)) throw new RestoreRefused(`The database has no table ${row.table}.`);
        ({ table } = row);
        columns = await columnsOf(inside, table);
      }
      batch.push(row.json);
    }
    await insert();
    await bringRulesBack(inside, tables, keys);
    await setSequences(inside, tables);
    return restored;
  });
  await migrate(db);
  await sql`analyze`.execute(db);
  return count;
};

import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { namesIn, takeOver } from "./before-1.0.ts";
import { MIGRATIONS } from "./list.ts";

// The embedded engine runs one statement per query.
const forward = (statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

const getMigrations = async (): Promise<Record<string, Migration>> =>
  Object.fromEntries(Object.entries(MIGRATIONS).map(([name, statements]) => [name, forward(statements)]));

/** The database has migrations from a newer version, which this version doesn't know. The message names them. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    const last = Object.keys(MIGRATIONS).at(-1);
    super(
      `The database is from a newer version: it has ${unknown.join(", ")}, and this version knows migrations up to ` +
        `${last}. Start the newer version, or restore a backup that this version made.`,
    );
  }
}

/** Throws NewerDatabase if a database has migrations that this version doesn't know. */
const requireKnown = async <T>(db: Kysely<T>): Promise<void> => {
  const unknown = (await namesIn(db)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
};

/**
 * Brings a database up to date; concurrent processes wait for each other. Returns the names of the migrations that ran.
 * If the database is from an older version, first calls `begun` with the number of missing migrations, because they can
 * take minutes. Throws NewerDatabase if a newer version has migrated it, and DatabaseTooOld if it is from a version
 * long before 1.0.0.
 */
export const migrate = async <T>(
  db: Kysely<T>,
  upTo?: string,
  begun: (count: number) => void = () => {},
): Promise<readonly string[]> => {
  await takeOver(db);
  await requireKnown(db);
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const migrations = await migrator.getMigrations();
  const due = migrations.filter(({ executedAt }) => executedAt === undefined).length;
  if (due > 0 && due < migrations.length) begun(due);
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
};

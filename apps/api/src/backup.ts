import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  DataDirLocked,
  DatabaseTooOld,
  NewerDatabase,
  RestoreRefused,
  dumpRows,
  lockDataDir,
  openEmbedded,
  openPostgres,
  requireNoData,
  restoreRows,
  shareDataDir,
} from "@backlot/adapters-postgres";
import {
  BackupRefused,
  type Done,
  type DumpSource,
  backUp,
  restoreFrom,
  verifyBackup,
} from "./backup/backup-folder.ts";
import { dumpRunning, socketOf } from "./backup/dump-socket.ts";
import { SealBroken } from "./backup/sealing.ts";
import { embeddedFolder } from "./open-store.ts";

// Backs up a store, verifies a backup, or restores one, using the store's environment: node apps/api/dist/backup.js
// (backup | verify | restore) FOLDER

const [task, given] = process.argv.slice(2);
const dataDir = resolve(process.env.DATA_DIR || ".data");
const databaseUrl = process.env.DATABASE_URL || null;
const passphrase = process.env.BACKUP_KEY || null;

/** Runs work with the store's database. No running store may be using an embedded one. */
const withDatabase = async <A>(work: (database: Awaited<ReturnType<typeof openEmbedded>>["kysely"]) => Promise<A>) => {
  if (databaseUrl !== null) {
    shareDataDir(dataDir);
    const database = openPostgres(databaseUrl, 1);
    return work(database.kysely).finally(database.close);
  }
  const lock = lockDataDir(dataDir);
  try {
    const database = await openEmbedded(embeddedFolder(dataDir));
    return await work(database.kysely).finally(database.close);
  } finally {
    lock.release();
  }
};

const source: DumpSource = async (take) => {
  try {
    return await withDatabase((kysely) => dumpRows(kysely, take));
  } catch (error) {
    // A running store has locked the folder, so read the rows from that store.
    if (error instanceof DataDirLocked && existsSync(socketOf(dataDir))) return dumpRunning(dataDir, take);
    throw error;
  }
};

const count = (number: number, one: string): string =>
  `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;

const contents = ({ rows, files }: Done): string => `${count(rows, "row")} and ${count(files, "file")}`;

const run = async (folder: string): Promise<string> => {
  switch (task) {
    case "backup": {
      if (databaseUrl === null && !existsSync(embeddedFolder(dataDir)))
        throw new BackupRefused(`There is no store in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
      const done = await backUp({ folder, dataDir, source, passphrase, now: () => new Date() });
      return `Backed up ${contents(done)} to ${folder} (${done.unchanged} unchanged).`;
    }
    case "verify": {
      const done = await verifyBackup(folder, passphrase);
      return `The backup is complete: ${contents(done)}.`;
    }
    case "restore": {
      const done = await restoreFrom({
        folder,
        dataDir,
        passphrase,
        check: () => withDatabase(requireNoData),
        restore: (migrations, rows) => withDatabase((kysely) => restoreRows(kysely, migrations, rows)),
      });
      return `Restored ${contents(done)}. Start the store, and run backlot doctor.`;
    }
    default:
      throw new BackupRefused("Usage: backup FOLDER, verify FOLDER, or restore FOLDER.");
  }
};

/** The errors whose messages need no stack trace. */
const TOLD = [BackupRefused, RestoreRefused, SealBroken, DataDirLocked, DatabaseTooOld, NewerDatabase];

try {
  if (given === undefined) throw new BackupRefused("Usage: backup FOLDER, verify FOLDER, or restore FOLDER.");
  console.log(await run(resolve(given)));
} catch (error) {
  const isTold = TOLD.some((kind) => error instanceof kind);
  console.error(isTold && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

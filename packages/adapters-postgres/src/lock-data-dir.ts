import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

// A handle that nobody refers to is collected, and its lock with it.
const held = new Set<DatabaseSync>();

/** The folder is in use by another process. */
export class DataDirLocked extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`);
  }
}

/** Takes a folder for this process alone. A kill frees it: the lock is the operating system's. Throws DataDirLocked. */
export const lockDataDir = (folder: string): { readonly release: () => void } => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const handle = new DatabaseSync(join(folder, "lock.db"), { timeout: 0 });
  try {
    handle.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    handle.close();
    if (error instanceof Error && /locked/.test(error.message)) throw new DataDirLocked(folder);
    throw error;
  }
  held.add(handle);
  return {
    release: () => {
      if (!held.delete(handle)) return;
      handle.exec("ROLLBACK");
      handle.close();
    },
  };
};

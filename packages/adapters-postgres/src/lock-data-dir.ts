import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

// Garbage collection would close a handle without references, and release its lock.
const held = new Set<DatabaseSync>();

/** Another process is using the data folder. */
export class DataDirLocked extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`);
  }
}

/**
 * Restricts a folder to its owner, because the embedded database writes files that everyone can read. Leaves folders
 * with another owner alone, such as a mounted volume.
 */
const closeToOthers = (folder: string): void => {
  const { mode, uid } = statSync(folder);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(folder, mode & 0o700);
};

/** Creates a data folder unless it exists, and restricts it to its owner. Any number of processes can share it. */
export const shareDataDir = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
};

/** Locks a folder for this process. The operating system frees the lock of a killed process. Throws DataDirLocked. */
export const lockDataDir = (folder: string): { readonly release: () => void } => {
  shareDataDir(folder);
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

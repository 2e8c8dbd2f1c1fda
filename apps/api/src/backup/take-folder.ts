import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";

/** A backup can't be made or read. The message says what to do. */
export class BackupRefused extends Error {}

/** The contents of the last complete backup in a folder. */
export const MANIFEST = "manifest.json";
/** The name of the file that marks a backup folder. Other folders that aren't empty are never changed. */
const MARK = "backlot-backup";

/** Returns the names in a folder, or none if it doesn't exist. */
export const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return [];
    throw error;
  }
};

/** Returns a folder's path with links resolved, even if the folder doesn't exist yet. */
const realFolder = async (folder: string): Promise<string> => {
  const whole = resolve(folder);
  return existsSync(whole) ? realpath(whole) : join(await realFolder(dirname(whole)), basename(whole));
};

/** Returns whether the inner folder is the outer folder or is inside it. */
const isWithin = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`);

/**
 * Prepares a folder for a backup. Accepts a new or empty folder, or a folder that already has a backup. Throws
 * BackupRefused for any other folder, and for a folder inside or around the data folder, because the backup would
 * delete or contain other files.
 */
export const takeFolder = async (folder: string, dataDir: string): Promise<void> => {
  const [backupFolder, data] = [await realFolder(folder), await realFolder(dataDir)];
  if (isWithin(backupFolder, data) || isWithin(data, backupFolder))
    throw new BackupRefused(`${folder} and the data folder ${dataDir} overlap. Back up to another folder.`);
  const names = await namesIn(folder);
  const isBackup = [MARK, MANIFEST].some((name) => names.includes(name));
  if (names.length > 0 && !isBackup)
    throw new BackupRefused(`${folder} is not empty and has no backup. Back up to a new folder.`);
  // Keep the mode of an existing folder. Only the owner can read the new files.
  await mkdir(join(folder, "files"), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, MARK), "This folder has backups of a Backlot store.\n", { mode: 0o600 });
};

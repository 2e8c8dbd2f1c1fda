import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Returns the folder for pictures of the store's current and former samples. */
export const samplePictures = (dataDir: string): string => join(dataDir, "sample-media");

const namesIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return new Set(entries.flatMap((each) => (each.isFile() ? [each.name] : [])));
};

/**
 * Copies the samples' pictures into the data folder, so that collections missing from a later version's samples keep
 * their pictures.
 */
export const keepSamplePictures = async (mediaFolder: string, dataDir: string): Promise<void> => {
  const folder = samplePictures(dataDir);
  const [pictures, kept] = await Promise.all([namesIn(mediaFolder), namesIn(folder)]);
  const missing = [...pictures].filter((name) => !kept.has(name));
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true });
  for (const name of missing) {
    // Another process may be doing the same, and a killed process must not leave half a picture.
    const draft = join(folder, `.${randomUUID()}.part`);
    try {
      await copyFile(join(mediaFolder, name), draft, constants.COPYFILE_FICLONE);
      await rename(draft, join(folder, name));
    } finally {
      await rm(draft, { force: true });
    }
  }
};

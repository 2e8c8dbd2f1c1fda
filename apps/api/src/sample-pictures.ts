import { copyFile, link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Returns where a store keeps pictures of the samples that it has had. */
export const samplePictures = (dataDir: string): string => join(dataDir, "sample-media");

const names = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set(await readdir(folder).catch(() => [] as readonly string[]));

/**
 * Puts the samples' pictures into the data folder, for collections that a later version's samples don't have. Links
 * them where the file system can, and otherwise copies them.
 */
export const keepSamplePictures = async (mediaFolder: string, dataDir: string): Promise<void> => {
  const folder = samplePictures(dataDir);
  const [pictures, kept] = await Promise.all([names(mediaFolder), names(folder)]);
  const missing = [...pictures].filter((name) => !kept.has(name));
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true });
  for (const name of missing) {
    const [from, to] = [join(mediaFolder, name), join(folder, name)];
    // Another process may do the same, and a killed one must not leave half a picture.
    const draft = `${to}.${process.pid}`;
    await link(from, draft).catch(() => copyFile(from, draft));
    await rename(draft, to).catch(() => rm(draft, { force: true }));
  }
};

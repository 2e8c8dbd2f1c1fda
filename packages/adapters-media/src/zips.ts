import { createWriteStream } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { UnreadableMedia } from "./tools.ts";

/** Formats that ZIP compression doesn't shrink. */
const COMPRESSED = /\.(?:exr|png)$/i;

/** Writes files to a ZIP, in a named folder. The same files always produce the same ZIP. */
export const writeZip = async (paths: readonly string[], root: string, to: string): Promise<void> => {
  const zip = new ZipFile();
  // Fix the date, so that copying frames again doesn't change the ZIP. ZIP dates start in 1980.
  const dated = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };
  for (const path of paths)
    zip.addFile(path, `${root}/${basename(path)}`, { ...dated, compress: !COMPRESSED.test(path) });
  const failed = new Promise<never>((_, reject) => void zip.once("error", reject));
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(to)), failed]);
};

/** Extracts a ZIP into a folder. Rejects if it is broken or encrypted, or if a path escapes the folder. */
export const extractZip = async (path: string, folder: string): Promise<void> => {
  try {
    const zip = await yauzl.openPromise(path);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw new Error("it is encrypted");
      const to = join(folder, entry.fileName);
      await mkdir(dirname(to), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to));
    }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    throw new UnreadableMedia(`is a ZIP that can't be read: ${reason}`);
  }
};

/** Files and folders of operating systems and network storage, which aren't deliverables. */
const SYSTEM_FILE = new RegExp(
  `(?:^|/)(?:${[
    "\\..*|__MACOSX/.*|Icon\\r|(?:eh)?thumbs\\.db|desktop\\.ini",
    // Synology, QNAP, Windows, and Linux.
    "@eaDir/.*|#(?:recycle|snapshot)/.*|@Recycle/.*|@Recently-Snapshot/.*",
    "\\$RECYCLE\\.BIN/.*|System Volume Information/.*|lost\\+found/.*",
  ].join("|")})$`,
  "i",
);

/**
 * A file in a folder: its path with slashes, its size in bytes, and when it was last modified, in milliseconds since
 * the Unix epoch.
 */
interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** Returns the files in a folder, sorted, except for hidden files, broken links, and anything that isn't a file. */
export const filesIn = async (folder: string): Promise<readonly FoundFile[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => !SYSTEM_FILE.test(path))
    .sort();
  const files = await Promise.all(
    paths.map(async (path): Promise<FoundFile | null> => {
      const stats = await stat(join(folder, path)).catch(() => null);
      return stats?.isFile() ? { path, size: stats.size, changed: Math.round(stats.mtimeMs) } : null;
    }),
  );
  return files.filter((file) => file !== null);
};

/** Returns the paths, with slashes, of links to folders or to nothing. `filesIn` omits their files. */
export const unfollowedLinks = async (
  folder: string,
): Promise<readonly { readonly path: string; readonly leadsTo: "folder" | "nothing" }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  const targets = await Promise.all(
    links.map(async ({ parentPath, name }) => {
      const stats = await stat(join(parentPath, name)).catch(() => null);
      const path = join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/");
      if (stats === null) return [{ path, leadsTo: "nothing" as const }];
      return stats.isDirectory() ? [{ path, leadsTo: "folder" as const }] : [];
    }),
  );
  return targets.flat();
};

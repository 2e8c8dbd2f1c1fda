import { createReadStream, existsSync } from "node:fs";
import { chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import type { DumpedRow } from "@backlot/adapters-postgres";
import { fromLine, toLine } from "./dump-socket.ts";
import { type Sealing, digestOf, readSealed, sealingWith, writeSealed } from "./sealing.ts";

/** A file of the store in a backup. It is stored under the SHA-256 of its bytes. */
interface KeptFile {
  /** Its path in the data folder. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** The SHA-256 of the stored bytes, which differ if they are encrypted. */
  readonly stored: string;
}

/** The table of contents of a backup, which is written last. */
interface Manifest {
  readonly format: 1;
  readonly made_at: string;
  readonly salt: string | null;
  readonly database: { readonly stored: string; readonly rows: number; readonly migrations: readonly string[] };
  readonly files: readonly KeptFile[];
}

/** A backup can't be read: it isn't whole, or needs another key. The message says what to do. */
export class BackupRefused extends Error {}

const DATABASE = "database.ndjson.gz";
const MANIFEST = "manifest.json";

/** Calls `take` with each row of a database, and returns its migrations. */
export type DumpSource = (take: (row: DumpedRow) => Promise<void>) => Promise<readonly string[]>;

const readManifest = async (folder: string): Promise<Manifest | null> =>
  existsSync(join(folder, MANIFEST)) ? JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) : null;

const requireManifest = async (folder: string): Promise<Manifest> => {
  const found = await readManifest(folder);
  if (found === null) throw new BackupRefused(`${folder} has no whole backup: ${MANIFEST} is missing.`);
  return found;
};

const openSealing = ({ salt }: Manifest, passphrase: string | null): Sealing => {
  if (salt !== null && passphrase === null) throw new BackupRefused("The backup is encrypted: set BACKUP_KEY.");
  return sealingWith(salt === null ? null : passphrase, salt);
};

/** Returns the files of a data folder that can't be made again: what was uploaded, and the secrets. */
const ownFiles = async (dataDir: string): Promise<readonly string[]> => {
  const uploaded = async (kind: string): Promise<readonly string[]> => {
    const names = await readdir(join(dataDir, kind)).catch(() => []);
    return names
      .filter((name) => name.endsWith(".sha256"))
      .map((name) => `${kind}/${name.slice(0, -".sha256".length)}`);
  };
  const secrets = existsSync(join(dataDir, "secrets.json")) ? ["secrets.json"] : [];
  return [...secrets, ...(await uploaded("media")), ...(await uploaded("files"))];
};

const writeDatabase = async (folder: string, source: DumpSource, sealing: Sealing) => {
  const lines = new PassThrough();
  const stored = writeSealed(lines.pipe(createGzip()), join(folder, DATABASE), sealing);
  // Awaited below, after the rows.
  stored.catch(() => {});
  let rows = 0;
  const migrations = await source(async (row) => {
    rows += 1;
    if (!lines.write(toLine(row))) await new Promise((resolve) => lines.once("drain", resolve));
  });
  lines.end();
  return { stored: await stored, rows, migrations };
};

/** What a backup or a restore did. */
export interface Done {
  readonly rows: number;
  readonly files: number;
  /** The files that were not copied, because an earlier backup in the folder has them. */
  readonly known: number;
}

/**
 * Backs a store up to a folder: the rows of its database as of one moment, then its files. Files that an earlier run
 * has stored are not copied again, and the last whole backup stays valid until this one is.
 */
export const backUp = async (options: {
  readonly folder: string;
  readonly dataDir: string;
  readonly source: DumpSource;
  readonly passphrase: string | null;
  readonly now: () => Date;
}): Promise<Done> => {
  const { folder, dataDir } = options;
  const stock = join(folder, "files");
  await mkdir(stock, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const before = await readManifest(folder);
  const isSameKind = before !== null && (before.salt === null) === (options.passphrase === null);
  const sealing = isSameKind ? openSealing(before, options.passphrase) : sealingWith(options.passphrase);
  const next = join(folder, "next");
  await mkdir(next, { recursive: true, mode: 0o700 });
  const database = await writeDatabase(next, options.source, sealing);
  const earlier = new Map(isSameKind ? before.files.map((file) => [file.sha256, file]) : []);
  const files: KeptFile[] = [];
  let known = 0;
  for (const path of await ownFiles(dataDir)) {
    const own = join(dataDir, path);
    const sha256 = await digestOf(createReadStream(own));
    const { size } = await stat(own);
    const kept = earlier.get(sha256);
    if (kept !== undefined && existsSync(join(stock, sha256))) {
      files.push({ ...kept, path, size });
      known += 1;
      continue;
    }
    files.push({ path, sha256, size, stored: await writeSealed(createReadStream(own), join(stock, sha256), sealing) });
  }
  const manifest: Manifest = { format: 1, made_at: options.now().toISOString(), salt: sealing.salt, database, files };
  await writeFile(join(next, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  for (const name of [DATABASE, MANIFEST]) await rename(join(next, name), join(folder, name));
  await rm(next, { recursive: true, force: true });
  const used = new Set(files.map(({ sha256 }) => sha256));
  for (const name of await readdir(stock)) if (!used.has(name)) await rm(join(stock, name), { force: true });
  return { rows: database.rows, files: files.length, known };
};

/** Throws BackupRefused unless every file of a backup has the bytes that the backup wrote. */
export const verifyBackup = async (folder: string, passphrase: string | null): Promise<Done> => {
  const manifest = await requireManifest(folder);
  const sealing = openSealing(manifest, passphrase);
  const stored = [
    { path: join(folder, DATABASE), expected: manifest.database.stored },
    ...manifest.files.map((file) => ({ path: join(folder, "files", file.sha256), expected: file.stored })),
  ];
  for (const { path, expected } of stored) {
    if (!existsSync(path)) throw new BackupRefused(`The backup lacks ${path}.`);
    if ((await digestOf(createReadStream(path))) !== expected) throw new BackupRefused(`${path} is damaged.`);
  }
  // Also that the key fits, before anything else reads what it decrypts, and that the rows are all there.
  await digestOf(await readSealed(join(folder, DATABASE), sealing));
  let rows = 0;
  for await (const _ of rowsOf(folder, sealing)) rows += 1;
  if (rows !== manifest.database.rows)
    throw new BackupRefused(`The backup has ${rows} rows instead of ${manifest.database.rows}.`);
  return { rows, files: manifest.files.length, known: 0 };
};

async function* rowsOf(folder: string, sealing: Sealing): AsyncGenerator<DumpedRow> {
  const sealed: Readable = await readSealed(join(folder, DATABASE), sealing);
  const unzipped = createGunzip();
  sealed.on("error", (error) => unzipped.destroy(error));
  sealed.pipe(unzipped);
  for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY }))
    yield fromLine(line);
}

/**
 * Restores a backup: verifies it, writes its files to a data folder, and passes its rows to `restore`. Files that are
 * there already are kept, so an interrupted restore can be repeated. Throws BackupRefused if the backup isn't whole, or
 * if the folder has other files of the same name.
 */
export const restoreFrom = async (options: {
  readonly folder: string;
  readonly dataDir: string;
  readonly passphrase: string | null;
  readonly restore: (migrations: readonly string[], rows: AsyncIterable<DumpedRow>) => Promise<number>;
}): Promise<Done> => {
  const { folder, dataDir, passphrase } = options;
  await verifyBackup(folder, passphrase);
  const manifest = await requireManifest(folder);
  const sealing = openSealing(manifest, passphrase);
  let known = 0;
  for (const { path, sha256 } of manifest.files) {
    const own = join(dataDir, path);
    if (existsSync(own)) {
      if ((await digestOf(createReadStream(own))) !== sha256)
        throw new BackupRefused(`${own} exists and differs from the backup. Restore to a new folder.`);
      known += 1;
    } else {
      await mkdir(dirname(own), { recursive: true, mode: 0o700 });
      await writeSealed(await readSealed(join(folder, "files", sha256), sealing), own, { salt: null, key: null });
    }
    if (path !== "secrets.json") await writeFile(`${own}.sha256`, `${sha256}\n`);
  }
  const rows = await options.restore(manifest.database.migrations, rowsOf(folder, sealing));
  return { rows, files: manifest.files.length, known };
};

import { createReadStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type DumpedRow, lockDataDir } from "@backlot/adapters-postgres";
import { fromLine, toLine } from "./dump-socket.ts";
import {
  type Sealing,
  UNSEALED,
  type Written,
  digestOf,
  newSealing,
  oldSealing,
  openSealing,
  proofOf,
  readSealed,
  writeSealed,
} from "./sealing.ts";
import { BackupRefused, MANIFEST, namesIn, takeFolder } from "./take-folder.ts";

export { BackupRefused } from "./take-folder.ts";

/** A store file in a backup: its path in the data folder, and its digests. It is stored as `name`. */
interface KeptFile extends Written {
  readonly path: string;
  readonly name: string;
}

/**
 * The contents of a backup. In format 2, `key` is the backup's key, encrypted with the passphrase, or null. In format
 * 1, `salt` is the salt of a key derived from the passphrase, or null.
 */
interface Contents {
  readonly format: 1 | 2;
  readonly made_at: string;
  readonly key?: string | null;
  readonly salt?: string | null;
  readonly database: Written & {
    readonly name: string;
    readonly rows: number;
    readonly migrations: readonly string[];
  };
  readonly files: readonly KeptFile[];
}

/** The contents, and proof that they were written with the backup's key. */
interface Manifest {
  readonly contents: Contents;
  readonly proof: string | null;
}

/** The folder's key, encrypted with the passphrase in age's format. An interrupted backup also leaves it behind. */
const KEY = "key.age";
/** The salt of the folder's key, left behind by format 1. */
const OLD_KEY = "key.json";
const RESTORABLE = /^(?:secrets\.json|(?:media|files)\/[a-z0-9][a-z0-9.-]*)$/;
/** The names under which a backup stores its files and its database. */
const STORED = { file: /^[0-9a-f]{64}(?:\.[0-9a-f]{8})?$/, database: /^database-[0-9a-f]{16}\.ndjson\.gz$/ };

/** Calls `take` with each row of a database, and returns its migrations. */
export type DumpSource = (take: (row: DumpedRow) => Promise<void>) => Promise<readonly string[]>;

/** The result of a backup or a restore. */
export interface Done {
  readonly rows: number;
  readonly files: number;
  /** The number of files that were not copied, because they already existed. */
  readonly unchanged: number;
}

const readJson = async <A>(path: string): Promise<A | null> =>
  existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as A) : null;

/** Writes a file, all or nothing. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.part`, `${text}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
};

/**
 * Returns the sealing for a backup to a folder: the earlier backup's if the passphrase is the same, otherwise a new
 * one.
 */
const folderSealing = async (folder: string, passphrase: string | null): Promise<Sealing> => {
  if (passphrase === null) return UNSEALED;
  const path = join(folder, KEY);
  const same = existsSync(path) ? await openSealing(await readFile(path, "utf8"), passphrase) : null;
  if (same !== null) return same;
  const sealing = await newSealing(passphrase);
  await writeWhole(path, sealing.locked ?? "");
  return sealing;
};

/** Returns the sealing that a backup was made with, or null if the passphrase is wrong. */
const sealingFor = async ({ key = null, salt = null }: Contents, passphrase: string): Promise<Sealing | null> => {
  if (key !== null) return openSealing(key, passphrase);
  return salt === null ? UNSEALED : oldSealing(passphrase, salt);
};

/** Returns whether a manifest names only files that a backup can have stored. */
const isSound = ({ files, database }: Contents): boolean =>
  files.every(({ name }) => STORED.file.test(name)) && STORED.database.test(database.name);

/** Returns the paths of the files that a backup has stored in its folder. */
const storedPaths = ({ files, database }: Contents): readonly string[] => [
  database.name,
  ...files.map(({ name }) => join("files", name)),
];

/**
 * Returns the contents of a backup and how to read it. Throws BackupRefused if the backup is incomplete or has a
 * different key.
 */
const openBackup = async (folder: string, passphrase: string | null) => {
  const manifest = await readJson<Manifest>(join(folder, MANIFEST));
  if (manifest === null) throw new BackupRefused(`${folder} has no complete backup: ${MANIFEST} is missing.`);
  const { contents, proof } = manifest;
  if (contents.format !== 1 && contents.format !== 2)
    throw new BackupRefused("The backup was made by a newer version of the store. Restore it with that version.");
  const isEncrypted = (contents.key ?? contents.salt ?? null) !== null;
  if (isEncrypted && passphrase === null) throw new BackupRefused("The backup is encrypted. Set BACKUP_KEY.");
  if (!isEncrypted && passphrase !== null)
    throw new BackupRefused("The backup isn't encrypted. If that's expected, unset BACKUP_KEY.");
  const sealing = passphrase === null ? UNSEALED : await sealingFor(contents, passphrase);
  if (sealing === null || proofOf(sealing, JSON.stringify(contents)) !== proof)
    throw new BackupRefused(`${join(folder, MANIFEST)} was written with a different BACKUP_KEY, or was changed.`);
  const strange = contents.files.find(({ path }) => !RESTORABLE.test(path));
  if (strange !== undefined) throw new BackupRefused(`${strange.path} isn't a store file.`);
  if (!isSound(contents)) throw new BackupRefused(`${join(folder, MANIFEST)} lists files that can't be in a backup.`);
  return { contents, sealing };
};

/** Returns the files in a data folder that can't be regenerated: uploads and secrets. */
const ownFiles = async (dataDir: string): Promise<readonly string[]> => {
  const uploaded = async (kind: string): Promise<readonly string[]> =>
    (await namesIn(join(dataDir, kind)))
      .filter((name) => name.endsWith(".sha256"))
      .map((name) => `${kind}/${name.slice(0, -".sha256".length)}`);
  const secrets = (await namesIn(dataDir)).filter((name) => name === "secrets.json");
  return [...secrets, ...(await uploaded("media")), ...(await uploaded("files"))];
};

const writeDatabase = async (folder: string, source: DumpSource, sealing: Sealing): Promise<Contents["database"]> => {
  const lines = new PassThrough();
  const zipped = createGzip();
  const draft = join(folder, "database.part");
  const writing = writeSealed(lines.pipe(zipped), draft, sealing);
  // If the disk is full, stop waiting for the stream to drain.
  const failed = writing.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => Promise.reject(error),
  );
  failed.catch(() => {});
  let rows = 0;
  const migrations = await source(async (row) => {
    rows += 1;
    if (lines.write(toLine(row))) return;
    await Promise.race([new Promise((resolve) => void lines.once("drain", resolve)), failed]);
  });
  lines.end();
  const written = await writing;
  const name = `database-${written.stored.slice(0, 16)}.ndjson.gz`;
  await rename(draft, join(folder, name));
  return { ...written, name, rows, migrations };
};

/** Returns whether a file with these bytes is already stored, no matter which backup wrote it. */
const isStored = async (path: string, sealing: Sealing, sha256: string): Promise<boolean> =>
  existsSync(path) && (await digestOf(readSealed(path, sealing)).catch(() => "")) === sha256;

const copyFile = async (sourcePath: string, stock: string, sealing: Sealing) => {
  const nameOf = (sha256: string): string => (sealing.mark === null ? sha256 : `${sha256}.${sealing.mark}`);
  const before = nameOf(await digestOf(createReadStream(sourcePath)));
  const [sha256 = ""] = before.split(".");
  const kept = join(stock, before);
  if (await isStored(kept, sealing, sha256)) {
    const storedDigest = await digestOf(createReadStream(kept));
    return { sha256, stored: storedDigest, name: before, isNew: false };
  }
  const draft = join(stock, "next.part");
  const written = await writeSealed(createReadStream(sourcePath), draft, sealing);
  // An upload may have replaced the file in the meantime, so name it by the digest of the copied bytes.
  const name = nameOf(written.sha256);
  await rename(draft, join(stock, name));
  return { ...written, name, isNew: true };
};

/**
 * Backs up a store to a folder: its database rows as of a single moment, then its files. Doesn't copy files that the
 * folder already has, even if they come from an interrupted backup. The last complete backup stays valid until this one
 * is complete. Throws BackupRefused if the data folder has no files but had some at the last backup.
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
  await takeFolder(folder, dataDir);
  const lock = lockDataDir(stock);
  try {
    const sealing = await folderSealing(folder, options.passphrase);
    const paths = await ownFiles(dataDir);
    const last = await readJson<Manifest>(join(folder, MANIFEST));
    if (paths.length === 0 && (last?.contents.files.length ?? 0) > 0)
      throw new BackupRefused(`${dataDir} has no files, but it had some at the last backup. Check DATA_DIR.`);
    const database = await writeDatabase(folder, options.source, sealing);
    const files: KeptFile[] = [];
    let unchanged = 0;
    for (const path of paths) {
      const { isNew, ...copied } = await copyFile(join(dataDir, path), stock, sealing);
      files.push({ size: 0, ...copied, path });
      if (!isNew) unchanged += 1;
    }
    const made_at = options.now().toISOString();
    const contents: Contents = { format: 2, made_at, key: sealing.locked, database, files };
    const manifest: Manifest = { contents, proof: proofOf(sealing, JSON.stringify(contents)) };
    await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    await rm(join(folder, OLD_KEY), { force: true });
    // Delete only files that the last backup listed and this one doesn't.
    const used = new Set([database.name, ...files.map(({ name }) => name)]);
    const before = last === null || !isSound(last.contents) ? [] : storedPaths(last.contents);
    for (const path of before) if (!used.has(basename(path))) await rm(join(folder, path), { force: true });
    return { rows: database.rows, files: files.length, unchanged };
  } finally {
    lock.release();
  }
};

async function* rowsOf(path: string, sealing: Sealing): AsyncGenerator<DumpedRow> {
  const unzipped = createGunzip();
  const sealed = readSealed(path, sealing);
  sealed.on("error", (error) => unzipped.destroy(error));
  sealed.pipe(unzipped);
  for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY }))
    yield fromLine(line);
}

/** Throws BackupRefused or SealBroken unless a backup has all of its rows and files, unaltered. */
export const verifyBackup = async (folder: string, passphrase: string | null): Promise<Done> => {
  const { contents, sealing } = await openBackup(folder, passphrase);
  const { database, files } = contents;
  const all = [
    { ...database, at: join(folder, database.name) },
    ...files.map((file) => ({ ...file, at: join(folder, "files", file.name) })),
  ];
  for (const { at, stored: storedDigest, sha256 } of all) {
    if (!existsSync(at)) throw new BackupRefused(`The backup is missing ${at}.`);
    if ((await digestOf(createReadStream(at))) !== storedDigest) throw new BackupRefused(`${at} is damaged.`);
    // Check before anything else reads the decrypted bytes.
    if ((await digestOf(readSealed(at, sealing))) !== sha256)
      throw new BackupRefused(`${at} doesn't match the backup.`);
  }
  let rows = 0;
  for await (const _ of rowsOf(join(folder, database.name), sealing)) rows += 1;
  if (rows !== database.rows) throw new BackupRefused(`The backup has ${rows} rows instead of ${database.rows}.`);
  return { rows, files: files.length, unchanged: 0 };
};

/**
 * Restores a backup: verifies it, writes its files to a data folder, and passes its rows to `restore`. Keeps files that
 * already exist, so an interrupted restore can be repeated. `check` throws if the database can't be filled. Throws
 * BackupRefused if the backup is incomplete, or if the folder has different files with the same names.
 */
export const restoreFrom = async (options: {
  readonly folder: string;
  readonly dataDir: string;
  readonly passphrase: string | null;
  readonly check: () => Promise<void>;
  readonly restore: (migrations: readonly string[], rows: AsyncIterable<DumpedRow>) => Promise<number>;
}): Promise<Done> => {
  const { folder, dataDir, passphrase } = options;
  await verifyBackup(folder, passphrase);
  await options.check();
  const { contents, sealing } = await openBackup(folder, passphrase);
  let unchanged = 0;
  for (const { path, name, sha256 } of contents.files) {
    const targetPath = join(dataDir, path);
    if (existsSync(targetPath)) {
      if ((await digestOf(createReadStream(targetPath))) !== sha256)
        throw new BackupRefused(`${targetPath} exists and differs from the backup. Restore to a new folder.`);
      unchanged += 1;
    } else {
      await mkdir(dirname(targetPath), { recursive: true, mode: 0o700 });
      await writeSealed(readSealed(join(folder, "files", name), sealing), `${targetPath}.part`, UNSEALED);
      await rename(`${targetPath}.part`, targetPath);
    }
    if (path !== "secrets.json") await writeFile(`${targetPath}.sha256`, `${sha256}\n`);
  }
  const { database } = contents;
  const rows = await options.restore(database.migrations, rowsOf(join(folder, database.name), sealing));
  return { rows, files: contents.files.length, unchanged };
};

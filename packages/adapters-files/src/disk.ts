import type { Stats } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileGrant, FilePart, Files } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type FileState, type MakeFile, type Wanted, makeFileQueue, nameOf } from "./file-queue.ts";
import type { LinkSigner } from "./links.ts";

/** A sold file on the disk. `version` is another one where the file was made anew. */
export interface DiskFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** Where a file is read: in this process's folder, or at an address that is good for a moment. */
export type OpenedFile =
  | { readonly _tag: "here"; readonly file: DiskFile }
  | { readonly _tag: "there"; readonly url: string };

/** Sold files, wherever they are kept. */
export interface SoldFiles extends Files {
  /** Has the file of a variant made where it is not there yet, and says how it stands. Asked twice, it is made once. */
  readonly prepare: (variantId: number, part?: FilePart) => Promise<FileState>;
  /** Opens what a link grants; the file is made first where nobody asked for it before. */
  readonly open: (grant: FileGrant) => Promise<OpenedFile>;
}

/** The address of a file in this store, with a signed token. */
export const fileLink =
  (signer: LinkSigner): Files["link"] =>
  (grant) =>
    Effect.sync(() => `/files/${signer.sign(grant)}/${encodeURIComponent(grant.file_name)}`);

/** Sold files in a folder. */
export interface DiskFiles extends SoldFiles {
  /** The file of a variant, which is made first where nobody asked for it before. */
  readonly path: (variantId: number, part?: FilePart) => Promise<DiskFile>;
}

const toDiskFile = (path: string, { size, mtimeMs }: Stats): DiskFile => ({
  path,
  size,
  version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
});

/**
 * Drops what was made longest ago until a folder is within its limit. What somebody owns stays, what the store's owner
 * brought, and what was made just now. What was dropped is made again when it is asked for.
 */
const makeRoom = async (
  folder: string,
  { bytes, ownedOf }: NonNullable<Parameters<typeof makeDiskFiles>[0]["limit"]>,
  justMade: string,
): Promise<void> => {
  const names = await readdir(folder);
  const brought = new Set(names.filter((name) => name.endsWith(".sha256")).map((name) => name.slice(0, -7)));
  const made = names.filter((name) => /^\d+(\.scene)?$/.test(name));
  const files = await Promise.all(made.map(async (name) => ({ name, ...(await stat(join(folder, name))) })));
  let total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= bytes) return;
  const owned = new Set(await ownedOf(made.map((name) => Number.parseInt(name, 10))));
  for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= bytes) return;
    if (name === justMade || brought.has(name) || owned.has(Number.parseInt(name, 10))) continue;
    await rm(join(folder, name), { force: true });
    total -= size;
  }
};

/**
 * Files on the local disk, named by variant number and part alone, so no name can lead out of the folder. They are made
 * one after another: a second one would only slow the first. `seconds` says how long one takes. (DWN-01)
 */
export const makeDiskFiles = (options: {
  readonly folder: string;
  readonly signer: LinkSigner;
  readonly make: MakeFile;
  readonly seconds?: (variantId: number, part: FilePart) => number;
  /** How many bytes the folder may have, and which of some variants are never dropped, because somebody owns them. */
  readonly limit?: {
    readonly bytes: number;
    readonly ownedOf: (variantIds: readonly number[]) => Promise<readonly number[]>;
  };
}): DiskFiles => {
  const { folder, seconds = () => 1 } = options;
  const pathOf = (wanted: Wanted): string => join(folder, nameOf(wanted));
  const existing = (wanted: Wanted): Promise<Stats | null> => stat(pathOf(wanted)).catch(() => null);
  const queue = makeFileQueue({
    exists: async (wanted) => (await existing(wanted)) !== null,
    make: async (wanted) => {
      const path = pathOf(wanted);
      await mkdir(folder, { recursive: true });
      // Written beside, then renamed: a process that dies half-way leaves no half file under the name.
      const draft = `${path}.${process.pid}.part`;
      try {
        await options.make(wanted.variantId, draft, wanted.part);
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
      if (options.limit !== undefined) await makeRoom(folder, options.limit, nameOf(wanted));
    },
    seconds: ({ variantId, part }) => seconds(variantId, part),
  });
  const fileOf = async (variantId: number, part: FilePart = "zip"): Promise<DiskFile> => {
    const wanted = { variantId, part };
    const made = await existing(wanted);
    if (made !== null) return toDiskFile(pathOf(wanted), made);
    await queue.made(wanted);
    return toDiskFile(pathOf(wanted), await stat(pathOf(wanted)));
  };
  return {
    link: fileLink(options.signer),
    prepare: (variantId, part = "zip") => queue.prepare({ variantId, part }),
    path: fileOf,
    open: async ({ variant_id, part }) => ({ _tag: "here", file: await fileOf(variant_id, part) }),
  };
};

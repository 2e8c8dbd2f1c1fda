import type { Stats } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart, Files } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { LinkSigner } from "./links.ts";

/** Makes a file of a variant at a path. Called once per file, when it is first asked for. */
export type MakeFile = (variantId: number, path: string, part: FilePart) => Promise<void>;

/** A sold file on the disk. `version` is another one where the file was made anew. */
export interface DiskFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/**
 * Whether a file is there, or how many seconds it takes to be made, about, and when that ends, well or not; or that it could
 * not be made just now.
 */
export type FileState =
  | { readonly _tag: "ready" }
  | { readonly _tag: "making"; readonly seconds: number; readonly done: Promise<void> }
  | { readonly _tag: "failed" };

/** Sold files in a folder. */
export interface DiskFiles extends Files {
  /** The file of a variant, which is made first where nobody asked for it before. */
  readonly path: (variantId: number, part?: FilePart) => Promise<DiskFile>;
  /** Has the file of a variant made where it is not there yet, and says how it stands. Asked twice, it is made once. */
  readonly prepare: (variantId: number, part?: FilePart) => Promise<FileState>;
}

const toDiskFile = (path: string, { size, mtimeMs }: Stats): DiskFile => ({
  path,
  size,
  version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
});

/** For how long a file that could not be made is not tried again by who only asks how it stands, in milliseconds. */
const REST_MS = 60_000;

/** A file that somebody asks for. */
interface Wanted {
  readonly variantId: number;
  readonly part: FilePart;
}

/** A file that is being made, or waits for that. */
interface Making {
  readonly done: Promise<void>;
  readonly seconds: number;
  /** When it was begun, in milliseconds of the process's own clock; null while it waits. */
  begun: number | null;
}

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
 * Files on the local disk, named by variant number and part alone, so no name can lead out of the folder. They are made one after
 * another: a second one would only slow the first. `seconds` says how long one takes. (DWN-01)
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
  // In the order in which they were asked for.
  const making = new Map<string, Making>();
  /** When a file could not be made, in milliseconds of the process's own clock. */
  const failures = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  const nameOf = ({ variantId, part }: Wanted): string => (part === "zip" ? String(variantId) : `${variantId}.${part}`);
  const pathOf = (wanted: Wanted): string => join(folder, nameOf(wanted));
  const existing = (wanted: Wanted): Promise<Stats | null> => stat(pathOf(wanted)).catch(() => null);
  const make = async (wanted: Wanted): Promise<void> => {
    const path = pathOf(wanted);
    // It may have come while this one waited.
    if ((await existing(wanted)) !== null) return;
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
  };
  const enqueue = (wanted: Wanted): Making => {
    const name = nameOf(wanted);
    const known = making.get(name);
    if (known !== undefined) return known;
    const done = last
      .then(() => {
        entry.begun = performance.now();
        return make(wanted);
      })
      .finally(() => making.delete(name));
    const entry: Making = { done, seconds: seconds(wanted.variantId, wanted.part), begun: null };
    making.set(name, entry);
    // The next one begins whatever becomes of this one.
    last = done.then(
      () => void failures.delete(name),
      (error: unknown) => {
        failures.set(name, performance.now());
        console.error(`the file ${name} could not be made:`, error);
      },
    );
    return entry;
  };
  const leftOf = ({ begun, seconds: whole }: Making): number =>
    begun === null ? whole : Math.max(1, whole - (performance.now() - begun) / 1_000);
  const prepare = async (variantId: number, part: FilePart = "zip"): Promise<FileState> => {
    const wanted = { variantId, part };
    if ((await existing(wanted)) !== null) return { _tag: "ready" };
    const failedAt = failures.get(nameOf(wanted));
    if (failedAt !== undefined && performance.now() - failedAt < REST_MS) return { _tag: "failed" };
    const own = enqueue(wanted);
    let left = 0;
    for (const each of making.values()) {
      left += leftOf(each);
      if (each === own) break;
    }
    return { _tag: "making", seconds: Math.ceil(left), done: own.done };
  };
  return {
    link: (grant) => Effect.sync(() => `/files/${options.signer.sign(grant)}/${encodeURIComponent(grant.file_name)}`),
    prepare,
    path: async (variantId, part = "zip") => {
      const wanted = { variantId, part };
      const made = await existing(wanted);
      if (made !== null) return toDiskFile(pathOf(wanted), made);
      await enqueue(wanted).done;
      return toDiskFile(pathOf(wanted), await stat(pathOf(wanted)));
    },
  };
};

import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileGrant, FilePart, Files, LogError } from "@backlot/ports";
import * as Effect from "effect/Effect";
import {
  type FileLeases,
  type FileQueue,
  type FileState,
  type MakeFile,
  type FileRequest,
  makeFileQueue,
  nameOf,
} from "./file-queue.ts";
import type { LinkSigner } from "./links.ts";

/** A sold file on the disk. `version` changes when the file is generated again. */
export interface DiskFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** The location of an opened file: on this disk, or at a short-lived URL. */
export type OpenedFile =
  | { readonly _tag: "here"; readonly file: DiskFile }
  | { readonly _tag: "there"; readonly url: string };

/** Sold files in any storage. */
export interface SoldFiles extends Files {
  /** Starts generating a variant's file unless it exists, and returns its state. Concurrent calls generate it once. */
  readonly prepare: (variantId: number, part?: FilePart) => Promise<FileState>;
  /** Opens the file that a link grants. Generates it first if it doesn't exist. */
  readonly open: (grant: FileGrant) => Promise<OpenedFile>;
  /** Returns whether a variant's file exists. */
  readonly has: (variantId: number) => Promise<boolean>;
  /**
   * Generates a file ahead of demand, unless it exists. Returns "later" if the caller must retry later, and "full" if
   * the storage has no room for files generated ahead of demand. Rejects if generating it fails.
   */
  readonly makeAhead: (variantId: number) => Promise<"made" | "later" | "full">;
}

/** Returns a function that creates a file's download path: a signed token, then the file name. */
export const fileLink =
  (signer: LinkSigner): Files["link"] =>
  (grant) =>
    Effect.sync(() => `/files/${signer.sign(grant)}/${encodeURIComponent(grant.file_name)}`);

/** Returns the part of the Files port for files that the store generates. */
export const aheadOf = (
  queue: FileQueue,
  {
    seconds,
    isMade,
    ahead,
  }: {
    readonly seconds: (variantId: number, part: FilePart) => number;
    readonly isMade: (variantId: number) => boolean;
    readonly ahead: boolean;
  },
): Pick<Files, "secondsToMake" | "hasten"> => ({
  secondsToMake: (variantId) => (isMade(variantId) ? seconds(variantId, "zip") : null),
  hasten: (variantIds) =>
    Effect.sync(() => {
      if (ahead) queue.hasten(variantIds.filter(isMade).map((variantId) => ({ variantId, part: "zip" })));
    }),
});

/** Sold files in a folder. */
export interface DiskFiles extends SoldFiles {
  /** Returns the file of a variant. Generates it first if it doesn't exist. */
  readonly path: (variantId: number, part?: FilePart) => Promise<DiskFile>;
}

const toDiskFile = (path: string, { size, mtimeMs }: Stats): DiskFile => ({
  path,
  size,
  version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
});

/**
 * The share of its limit that a folder may use for files generated ahead of demand, so that requested files still have
 * room.
 */
const FILLED_AHEAD = 0.8;

/** Returns the total size of a folder's files in bytes. */
const bytesIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/**
 * Deletes the oldest generated files until a folder is within its limit. Keeps owned files, uploaded files, and the
 * file just generated. A deleted file is generated again on demand.
 */
const makeRoom = async (
  folder: string,
  { bytes, ownedOf, onDeleted }: NonNullable<Parameters<typeof makeDiskFiles>[0]["limit"]>,
  justMade: string,
): Promise<void> => {
  const names = await readdir(folder);
  const brought = new Set(names.filter((name) => name.endsWith(".sha256")).map((name) => name.slice(0, -7)));
  const generatedNames = names.filter((name) => /^\d+(\.scene)?$/.test(name));
  const files = await Promise.all(generatedNames.map(async (name) => ({ name, ...(await stat(join(folder, name))) })));
  let total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= bytes) return;
  const owned = new Set(await ownedOf(generatedNames.map((name) => Number.parseInt(name, 10))));
  for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= bytes) return;
    if (name === justMade || brought.has(name) || owned.has(Number.parseInt(name, 10))) continue;
    await rm(join(folder, name), { force: true });
    if (!name.endsWith(".scene")) await onDeleted?.(Number(name));
    total -= size;
  }
};

/**
 * Creates the sold file store on the local disk. File names consist only of the variant id and the part, so no name can
 * escape the folder. Generates one file at a time, because a second one would only slow the first. `seconds` estimates
 * how long one takes.
 */
export const makeDiskFiles = (options: {
  readonly folder: string;
  readonly signer: LinkSigner;
  readonly make: MakeFile;
  readonly seconds?: (variantId: number, part: FilePart) => number;
  /** Returns whether the store generates a variant's file. */
  readonly isMade?: (variantId: number) => boolean;
  /** Whether to generate files ahead of demand. */
  readonly ahead?: boolean;
  /** Called with a variant's ZIP size in bytes once the ZIP is in place. */
  readonly onMade?: (variantId: number, bytes: number) => Promise<unknown>;
  /** The leases shared by all processes that use this folder. */
  readonly leases?: FileLeases;
  readonly logError?: LogError;
  /**
   * The folder's limit in bytes, and a function that returns which of the given variants are owned. Owned files are
   * never deleted.
   */
  readonly limit?: {
    readonly bytes: number;
    readonly ownedOf: (variantIds: readonly number[]) => Promise<readonly number[]>;
    /** Called after a variant's file was deleted. */
    readonly onDeleted?: (variantId: number) => Promise<unknown>;
  };
}): DiskFiles => {
  const { folder, seconds = () => 1, isMade = () => true, ahead = true } = options;
  const pathOf = (request: FileRequest): string => join(folder, nameOf(request));
  const existing = (request: FileRequest): Promise<Stats | null> => stat(pathOf(request)).catch(() => null);
  const hasRoom = async (): Promise<boolean> =>
    options.limit === undefined || (await bytesIn(folder)) <= options.limit.bytes * FILLED_AHEAD;
  const queue = makeFileQueue({
    hasRoom,
    exists: async (request) => (await existing(request)) !== null,
    make: async (request, stop) => {
      const path = pathOf(request);
      await mkdir(folder, { recursive: true });
      // Write to a temporary file, then rename it, so that a crash leaves no partial file under the name.
      const draft = `${path}.${randomUUID()}.part`;
      try {
        await options.make(request.variantId, draft, request.part, stop);
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
      if (request.part === "zip") await options.onMade?.(request.variantId, (await stat(path)).size);
      if (options.limit !== undefined) await makeRoom(folder, options.limit, nameOf(request));
    },
    seconds: ({ variantId, part }) => seconds(variantId, part),
    leases: options.leases,
    logError: options.logError,
  });
  const fileOf = async (variantId: number, part: FilePart = "zip"): Promise<DiskFile> => {
    const request = { variantId, part };
    const stats = await existing(request);
    if (stats !== null) return toDiskFile(pathOf(request), stats);
    await queue.generate(request);
    return toDiskFile(pathOf(request), await stat(pathOf(request)));
  };
  return {
    link: fileLink(options.signer),
    ...aheadOf(queue, { seconds, isMade, ahead }),
    has: async (variantId) => (await existing({ variantId, part: "zip" })) !== null,
    makeAhead: async (variantId) => {
      if (!(await hasRoom())) return "full";
      return (await queue.makeAhead({ variantId, part: "zip" })) ? "made" : "later";
    },
    prepare: (variantId, part = "zip") => queue.prepare({ variantId, part }),
    path: fileOf,
    open: async ({ variant_id, part }) => ({ _tag: "here", file: await fileOf(variant_id, part) }),
  };
};

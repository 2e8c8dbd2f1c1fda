import type { Stats } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { LinkSigner } from "./links.ts";

/** Makes the file of a variant at a path. Called once per file, when it is first asked for. */
export type MakeFile = (variantId: number, path: string) => Promise<void>;

/** A sold file on the disk. `version` is another one where the file was made anew. */
export interface DiskFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** Whether a file is there, or how many seconds it takes to be made, about; or that it could not be made just now. */
export type FileState =
  | { readonly _tag: "ready" }
  | { readonly _tag: "making"; readonly seconds: number }
  | { readonly _tag: "failed" };

/** Sold files in a folder. */
export interface DiskFiles extends Files {
  /** The file of a variant, which is made first where nobody asked for it before. */
  readonly path: (variantId: number) => Promise<DiskFile>;
  /** Has the file of a variant made where it is not there yet, and says how it stands. Asked twice, it is made once. */
  readonly prepare: (variantId: number) => Promise<FileState>;
}

const toDiskFile = (path: string, { size, mtimeMs }: Stats): DiskFile => ({
  path,
  size,
  version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
});

/** For how long a file that could not be made is not tried again by who only asks how it stands, in milliseconds. */
const REST_MS = 60_000;

/** A file that is being made, or waits for that. */
interface Making {
  readonly done: Promise<void>;
  readonly seconds: number;
  /** When it was begun, in milliseconds of the process's own clock; null while it waits. */
  begun: number | null;
}

/**
 * Files on the local disk, named by variant number alone, so no name can lead out of the folder. They are made one after
 * another: a second one would only slow the first. `seconds` says how long one takes. (DWN-01)
 */
export const makeDiskFiles = (options: {
  readonly folder: string;
  readonly signer: LinkSigner;
  readonly make: MakeFile;
  readonly seconds?: (variantId: number) => number;
}): DiskFiles => {
  const { folder, seconds = () => 1 } = options;
  // In the order in which they were asked for.
  const making = new Map<number, Making>();
  /** When a file could not be made, in milliseconds of the process's own clock. */
  const failures = new Map<number, number>();
  let last: Promise<void> = Promise.resolve();
  const pathOf = (variantId: number): string => join(folder, String(variantId));
  const existing = (variantId: number): Promise<Stats | null> => stat(pathOf(variantId)).catch(() => null);
  const make = async (variantId: number): Promise<void> => {
    const path = pathOf(variantId);
    // It may have come while this one waited.
    if ((await existing(variantId)) !== null) return;
    await mkdir(folder, { recursive: true });
    // Written beside, then renamed: a process that dies half-way leaves no half file under the name.
    const draft = `${path}.${process.pid}.part`;
    try {
      await options.make(variantId, draft);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  };
  const enqueue = (variantId: number): Making => {
    const known = making.get(variantId);
    if (known !== undefined) return known;
    const done = last
      .then(() => {
        entry.begun = performance.now();
        return make(variantId);
      })
      .finally(() => making.delete(variantId));
    const entry: Making = { done, seconds: seconds(variantId), begun: null };
    making.set(variantId, entry);
    // The next one begins whatever becomes of this one.
    last = done.then(
      () => void failures.delete(variantId),
      (error: unknown) => {
        failures.set(variantId, performance.now());
        console.error(`the file of variant ${variantId} could not be made:`, error);
      },
    );
    return entry;
  };
  const leftOf = ({ begun, seconds: whole }: Making): number =>
    begun === null ? whole : Math.max(1, whole - (performance.now() - begun) / 1_000);
  const prepare = async (variantId: number): Promise<FileState> => {
    if ((await existing(variantId)) !== null) return { _tag: "ready" };
    const failedAt = failures.get(variantId);
    if (failedAt !== undefined && performance.now() - failedAt < REST_MS) return { _tag: "failed" };
    const own = enqueue(variantId);
    let left = 0;
    for (const each of making.values()) {
      left += leftOf(each);
      if (each === own) break;
    }
    return { _tag: "making", seconds: Math.ceil(left) };
  };
  return {
    link: (grant) => Effect.sync(() => `/files/${options.signer.sign(grant)}/${encodeURIComponent(grant.file_name)}`),
    prepare,
    path: async (variantId) => {
      const made = await existing(variantId);
      if (made !== null) return toDiskFile(pathOf(variantId), made);
      await enqueue(variantId).done;
      return toDiskFile(pathOf(variantId), await stat(pathOf(variantId)));
    },
  };
};

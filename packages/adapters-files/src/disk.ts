import type { Stats } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { LinkSigner } from "./links.ts";

/** Makes the file of a variant at a path. Called once per file, at its first download. */
export type MakeFile = (variantId: number, path: string) => Promise<void>;

/** A sold file on the disk. `version` is another one where the file was made anew. */
export interface DiskFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** Sold files in a folder. */
export interface DiskFiles extends Files {
  /** The file of a variant, which is made now if nobody asked for it before. */
  readonly path: (variantId: number) => Promise<DiskFile>;
}

const toDiskFile = (path: string, { size, mtimeMs }: Stats): DiskFile => ({
  path,
  size,
  version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
});

/** Files on the local disk, named by variant number alone, so no name can lead out of the folder. (DWN-01) */
export const makeDiskFiles = (options: {
  readonly folder: string;
  readonly signer: LinkSigner;
  readonly make: MakeFile;
}): DiskFiles => {
  const making = new Map<number, Promise<void>>();
  const make = async (variantId: number, path: string): Promise<void> => {
    await mkdir(options.folder, { recursive: true });
    // Written beside, then renamed: a process that dies half-way leaves no half file under the name.
    const draft = `${path}.${process.pid}.part`;
    try {
      await options.make(variantId, draft);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    link: (grant) => Effect.sync(() => `/files/${options.signer.sign(grant)}/${encodeURIComponent(grant.file_name)}`),
    path: async (variantId) => {
      const path = join(options.folder, String(variantId));
      const existing = await stat(path).catch(() => null);
      if (existing !== null) return toDiskFile(path, existing);
      const running = making.get(variantId) ?? make(variantId, path).finally(() => making.delete(variantId));
      making.set(variantId, running);
      await running;
      return toDiskFile(path, await stat(path));
    },
  };
};

import { rm } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { type DiskStock, SCENE } from "../disk-stock.ts";
import { contentTypeOf } from "../file-types.ts";
import type { Bucket } from "./bucket.ts";

/** Returns whether a name belongs to a sold file. Pictures stay on the store's disk and are served from there. */
const isSold = (name: string): boolean => name.startsWith("files/");

/**
 * Creates the product file store with sold files in a bucket and pictures on the disk. Uploads are first stored on the
 * disk, where they are verified. `isMade` returns whether the store generates a file itself.
 */
export const makeS3Stock = (options: {
  readonly bucket: Bucket;
  readonly disk: DiskStock;
  readonly isMade: (name: string) => boolean;
}): DiskStock => {
  const { bucket, disk } = options;
  return {
    find: (names) =>
      Effect.gen(function* () {
        const digests = new Map(yield* disk.find(names.filter((name) => !isSold(name))));
        const sold = names.filter(isSold);
        const heads = yield* Effect.promise(() => Promise.all(sold.map((name) => bucket.head(name))));
        for (const [n, name] of sold.entries()) {
          const head = heads[n] ?? null;
          // A file without a digest was rendered by the store, perhaps by an earlier version.
          if (head !== null || options.isMade(name)) digests.set(name, head?.sha256 ?? null);
        }
        return digests;
      }),
    pathOf: disk.pathOf,
    receive: async (name, bytes, sha256, fileName = name) => {
      const size = await disk.receive(name, bytes, sha256, fileName);
      if (!isSold(name)) return size;
      const type = contentTypeOf(name.endsWith(".scene") ? SCENE : fileName);
      await bucket.put(name, disk.pathOf(name), { type, sha256 });
      for (const suffix of ["", ".sha256"]) await rm(`${disk.pathOf(name)}${suffix}`, { force: true });
      return size;
    },
  };
};

import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Stock } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { contentFault } from "./inspect-file.ts";

/** An upload was refused because its digest or content is wrong, its name isn't allowed, or it contains no file. */
export class StockFileRefused extends Error {}

/** Product files stored in a folder: pictures in `media`, sold files in `files`. */
export interface DiskStock extends Stock {
  readonly pathOf: (name: string) => string;
  /**
   * Stores an upload and returns its size in bytes. Throws StockFileRefused, and stores nothing, if its name is not
   * allowed, its bytes don't match `sha256`, or its content doesn't match its name.
   */
  readonly receive: (
    name: string,
    bytes: ReadableStream<Uint8Array>,
    sha256: string,
    /** The name that customers see, if it differs from the name in the store. */
    fileName?: string,
  ) => Promise<number>;
}

const NAMES = /^(?:media\/[a-z0-9-]{1,200}\.(?:avif|jpg|mp4|webm|glb)|files\/[1-9]\d{0,9}(?:\.scene)?)$/;

/** A stand-in file name with a 3D scene's extension, because scenes are stored under names without one. */
export const SCENE = "scene.glb";

/** Returns whether a name is valid for a product file, such as `media/ground-fire.avif` or `files/1011`. */
export const isStockName = (name: string): boolean => NAMES.test(name);

/**
 * Creates the product file store over a folder. Each uploaded file's digest is stored in a file next to it. `isMade`
 * returns whether the store generates a file itself.
 */
export const makeDiskStock = (options: {
  readonly folder: string;
  readonly isMade: (name: string) => boolean;
}): DiskStock => {
  const pathOf = (name: string): string => join(options.folder, name);
  const digestOf = (name: string): Promise<string | null> =>
    readFile(`${pathOf(name)}.sha256`, "utf8").then(
      (text) => text.trim(),
      () => null,
    );
  const lookUp = async (name: string): Promise<readonly [string, string | null] | null> => {
    const isThere = await stat(pathOf(name)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    // A file without a digest was rendered by the store, perhaps by an earlier version.
    if (isThere) return [name, await digestOf(name)];
    return options.isMade(name) ? [name, null] : null;
  };
  return {
    pathOf,
    find: (names) =>
      Effect.promise(async () => new Map((await Promise.all(names.map(lookUp))).filter((each) => each !== null))),
    receive: async (name, bytes, sha256, fileName = name) => {
      if (!isStockName(name)) throw new StockFileRefused(`${name} isn't a valid file name.`);
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new StockFileRefused("Send the file's SHA-256 in hexadecimal.");
      const path = pathOf(name);
      // Write to a temporary file, then rename it. Downloads in progress keep the old file.
      const draft = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      const hash = createHash("sha256");
      let size = 0;
      const count = new Transform({
        transform: (chunk: Uint8Array, _, done) => {
          hash.update(chunk);
          size += chunk.byteLength;
          done(null, chunk);
        },
      });
      try {
        await pipeline(Readable.fromWeb(bytes as never), count, createWriteStream(draft));
        if (hash.digest("hex") !== sha256)
          throw new StockFileRefused(`${name} was damaged in transit. Upload it again.`);
        const fault = await contentFault(draft, name.endsWith(".scene") ? SCENE : fileName);
        if (fault !== null) throw new StockFileRefused(`This file ${fault}.`);
        // Delete the old digest first, because it must not describe the new file, even if the process dies here.
        await rm(`${path}.sha256`, { force: true });
        await rename(draft, path);
        await writeFile(`${path}.sha256`, `${sha256}\n`);
        return size;
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
};

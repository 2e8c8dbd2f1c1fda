import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Stock } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** A file that did not arrive as it was announced, or whose name is none that a store has. */
export class StockFileRefused extends Error {}

/** The goods of a store in a folder: pictures in `media`, what is sold in `files`. */
export interface DiskStock extends Stock {
  /** Where a file of a name is kept. */
  readonly pathOf: (name: string) => string;
  /**
   * Keeps what arrives under a name, once all of it is there and is what was announced. Answers how many bytes it has.
   * Throws StockFileRefused.
   */
  readonly receive: (name: string, bytes: ReadableStream<Uint8Array>, sha256: string) => Promise<number>;
}

const NAMES = /^(?:media\/[a-z0-9-]{1,200}\.(?:avif|jpg|mp4|webm|glb)|files\/[1-9]\d{0,9}(?:\.scene)?)$/;

/**
 * Goods in a folder. Beside each file that its owner brought stands its digest. `isMade` names the files that the store
 * has of itself.
 */
export const makeDiskStock = (options: {
  readonly folder: string;
  readonly isMade: (name: string) => boolean;
}): DiskStock => {
  const pathOf = (name: string): string => join(options.folder, name);
  const digestOf = async (name: string): Promise<string | null> => {
    try {
      await stat(pathOf(name));
      return (await readFile(`${pathOf(name)}.sha256`, "utf8")).trim();
    } catch {
      return null;
    }
  };
  const lookUp = async (name: string): Promise<readonly [string, string | null] | null> => {
    const digest = await digestOf(name);
    return digest !== null ? [name, digest] : options.isMade(name) ? [name, null] : null;
  };
  return {
    pathOf,
    find: (names) =>
      Effect.promise(async () => new Map((await Promise.all(names.map(lookUp))).filter((each) => each !== null))),
    receive: async (name, bytes, sha256) => {
      if (!NAMES.test(name)) throw new StockFileRefused(`${name} is no file of a store.`);
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new StockFileRefused("Name the file's SHA-256 in hexadecimal.");
      const path = pathOf(name);
      // Written beside, then renamed: who downloads meanwhile gets the one before.
      const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
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
          throw new StockFileRefused(`${name} did not arrive as it was sent. Try again.`);
        // What stands there has another digest from now on, also where the process ends here.
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

import { randomUUID } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart, LogError } from "@backlot/ports";
import { type SoldFiles, aheadOf, fileLink } from "../disk.ts";
import { type FileLeases, type MakeFile, makeFileQueue, nameOf } from "../file-queue.ts";
import type { LinkSigner } from "../links.ts";
import type { Bucket } from "./bucket.ts";

const TYPES: Readonly<Record<FilePart, string>> = { zip: "application/zip", scene: "model/gltf-binary" };

/**
 * Creates the sold file store over a bucket. A missing file is generated in a local folder, uploaded, and deleted
 * locally. The store's link redirects to a bucket URL that is valid for one minute, so downloads never pass through the
 * store.
 */
export const makeS3Files = (options: {
  readonly bucket: Bucket;
  /** The folder where files are generated before their upload. */
  readonly folder: string;
  readonly signer: LinkSigner;
  readonly make: MakeFile;
  readonly seconds: (variantId: number, part: FilePart) => number;
  /** Returns whether the store generates a variant's file. */
  readonly isMade?: (variantId: number) => boolean;
  /** Whether to generate files ahead of demand. */
  readonly ahead?: boolean;
  /** Called with a variant's ZIP size in bytes once the ZIP is in the bucket. */
  readonly onMade?: (variantId: number, bytes: number) => Promise<unknown>;
  /** The leases shared by all processes that use this bucket. */
  readonly leases?: FileLeases;
  readonly logError?: LogError;
}): SoldFiles => {
  const { bucket, folder } = options;
  const queue = makeFileQueue({
    exists: async (wanted) => (await bucket.head(`files/${nameOf(wanted)}`)) !== null,
    make: async (wanted, stop) => {
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `${nameOf(wanted)}.${randomUUID()}.part`);
      try {
        await options.make(wanted.variantId, draft, wanted.part, stop);
        const { size } = await stat(draft);
        await bucket.put(`files/${nameOf(wanted)}`, draft, { type: TYPES[wanted.part] });
        if (wanted.part === "zip") await options.onMade?.(wanted.variantId, size);
      } finally {
        await rm(draft, { force: true });
      }
    },
    seconds: ({ variantId, part }) => options.seconds(variantId, part),
    leases: options.leases,
    logError: options.logError,
  });
  return {
    link: fileLink(options.signer),
    ...aheadOf(queue, {
      seconds: options.seconds,
      isMade: options.isMade ?? (() => true),
      ahead: options.ahead ?? true,
    }),
    has: async (variantId) => (await bucket.head(`files/${nameOf({ variantId, part: "zip" })}`)) !== null,
    makeAhead: async (variantId) => ((await queue.makeAhead({ variantId, part: "zip" })) ? "made" : "later"),
    prepare: (variantId, part = "zip") => queue.prepare({ variantId, part }),
    open: async ({ variant_id, part, file_name }) => {
      const wanted = { variantId: variant_id, part };
      if ((await queue.prepare(wanted))._tag !== "ready") await queue.generate(wanted);
      return { _tag: "there", url: await bucket.address(`files/${nameOf(wanted)}`, file_name) };
    },
  };
};

import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { type Collection, type CollectionVariant, clipOptions } from "@backlot/domain";
import { Zip, ZipPassThrough, strToU8 } from "fflate";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS, SCENE_FRAMES, type SampleCollection } from "./collections.ts";
import { makeBoulder } from "./mesh.ts";
import type { FrameJob } from "./sequence-frames.ts";
import { RECIPES } from "./simulation/recipes.ts";
import { simulate } from "./simulation/take.ts";

const SIZE = { "2K": { width: 2_048, height: 1_152 }, "4K": { width: 4_096, height: 2_304 } } as const;

/** How many threads draw, and how many frames each may have before it: a volume takes some megabytes. */
const DRAWING = 2;
const AHEAD = 2;

/** The coarsest grid that a small file is simulated on, as a share of the full one. */
const COARSEST = 0.3;

const readme = (collection: Collection, variant: CollectionVariant): string =>
  [
    collection.name,
    variant.description,
    "",
    ...collection.clips.flatMap(clipOptions).map(({ label, text }) => `${label}: ${text}`),
    "",
    `Collection ${collection.id}, variant ${variant.id}, ${variant.resolution}.`,
    "Use is governed by the license of the account that downloaded this file.",
    "",
  ].join("\n");

/** The frames of a sequence that are to be drawn, as they come. */
function* jobsOf(
  { source, collection }: SampleCollection,
  resolution: "2K" | "4K",
  scale: number,
): Generator<FrameJob> {
  const { width, height } = SIZE[resolution];
  const frame = { width: Math.round(width * scale), height: Math.round(height * scale), alpha: collection.alpha };
  if (source._tag === "scene") {
    for (let n = 0; n < SCENE_FRAMES; n += 1) yield { ...frame, n, what: { ...source, phase: n / SCENE_FRAMES } };
    return;
  }
  const { slug } = collection;
  const recipe = RECIPES[slug];
  if (recipe === undefined) throw new Error(`there is no recipe ${slug}`);
  let n = 0;
  for (const volume of simulate(recipe, Math.min(1, Math.max(COARSEST, scale)))) {
    yield { ...frame, n, what: { _tag: "recipe", slug, volume } };
    n += 1;
  }
}

/** Draws frames in threads of their own, and gives them in their order. */
async function* drawn(jobs: Iterable<FrameJob>): AsyncGenerator<Buffer> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const threads = Array.from(
    { length: DRAWING },
    () => new Worker(new URL(`./frame-worker.${extension}`, import.meta.url)),
  );
  const waiting: Promise<Buffer>[] = [];
  const answers = new Map<number, (png: Buffer) => void>();
  const failure = Promise.race(
    threads.map(async (thread): Promise<never> => {
      const [error] = await once(thread, "error");
      throw error;
    }),
  );
  // Where all goes well nobody waits for it.
  failure.catch(() => {});
  for (const thread of threads)
    thread.on("message", ({ n, png }: { readonly n: number; readonly png: Uint8Array }) =>
      answers.get(n)?.(Buffer.from(png)),
    );
  try {
    for (const job of jobs) {
      waiting.push(new Promise<Buffer>((resolve) => answers.set(job.n, resolve)));
      threads[job.n % DRAWING]?.postMessage(job);
      const next = waiting.length > DRAWING * AHEAD ? waiting.shift() : undefined;
      if (next !== undefined) yield await Promise.race([next, failure]);
    }
    for (const next of waiting) yield await Promise.race([next, failure]);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

async function* sequence(sample: SampleCollection, { resolution }: CollectionVariant, scale: number) {
  let n = 0;
  for await (const png of drawn(jobsOf(sample, resolution, scale))) {
    yield [`${sample.collection.slug}_${resolution.toLowerCase()}.${String(1_001 + n)}.png`, png] as const;
    n += 1;
  }
}

async function* model({ source, collection }: SampleCollection, { resolution }: CollectionVariant, scale: number) {
  const side = Math.round((resolution === "2K" ? 2_048 : 4_096) * scale);
  const made = makeBoulder(source._tag === "scene" ? source.seed : collection.id, side);
  const name = `${collection.slug}_${resolution.toLowerCase()}`;
  yield [`${name}.obj`, Buffer.from(made.obj(name))] as const;
  yield [
    `${name}.mtl`,
    Buffer.from(`newmtl stone\nKd 1 1 1\nmap_Kd ${name}_colour.png\nmap_Bump ${name}_height.png\n`),
  ] as const;
  yield [
    `${name}_colour.png`,
    await sharp(made.colour, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 3 })
      .toBuffer(),
  ] as const;
  yield [
    `${name}_height.png`,
    await sharp(made.height, { raw: { width: side, height: side, channels: 1 } })
      .png({ compressionLevel: 3 })
      .toBuffer(),
  ] as const;
}

/** Writes the ZIP of a variant: what its description says, and nothing else. Rejects for an unknown variant. */
export const writeSoldFile = async (variantId: number, path: string, scale = 1): Promise<void> => {
  const sample = SAMPLE_COLLECTIONS.find(({ collection }) =>
    collection.collection_variants.some((each) => each.id === variantId),
  );
  const variant = sample?.collection.collection_variants.find((each) => each.id === variantId);
  if (sample === undefined || variant === undefined)
    throw new Error(`the sample catalogue has no variant ${variantId}`);
  const out = createWriteStream(path);
  const zip = new Zip((error, chunk, last) => {
    if (error) out.destroy(error);
    else if (last) out.end(chunk);
    else out.write(chunk);
  });
  const put = (name: string, content: Uint8Array): void => {
    // PNG is compressed already: stored as it is, it is written at once.
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(content, true);
  };
  put("README.txt", strToU8(readme(sample.collection, variant)));
  const parts = sample.collection.library_id === 3 ? model(sample, variant, scale) : sequence(sample, variant, scale);
  for await (const [name, content] of parts) put(name, content);
  zip.end();
  await finished(out);
};

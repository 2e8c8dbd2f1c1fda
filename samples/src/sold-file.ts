import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { type Collection, type CollectionVariant, type Resolution, clipOptions } from "@backlot/domain";
import { Zip, ZipPassThrough, strToU8 } from "fflate";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS, type SampleCollection } from "./collections.ts";
import { hasExr } from "./goods/sketch.ts";
import { mapsOf, meshOf, standing } from "./models/bake.ts";
import { glbOf } from "./models/glb.ts";
import { SURFACES } from "./models/surface.ts";
import { moduleBeside } from "./module-beside.ts";
import type { FrameFiles, FrameJob } from "./sequence-frames.ts";
import { momentsOf } from "./source.ts";

/** Returns the resolution of a sample's variant, which is either 2K or 4K. */
const drawnIn = (resolution: Resolution): "2K" | "4K" => (resolution === "4K" ? "4K" : "2K");

const SIZE = { "2K": { width: 2_048, height: 1_152 }, "4K": { width: 4_096, height: 2_304 } } as const;

/** The number of drawing threads. */
const DRAWING = 2;
/** The number of frames to queue per thread. A volume takes several megabytes. */
const AHEAD = 2;

/** The lowest grid detail for a small file, as a fraction of the full grid. */
const COARSEST = 0.3;

const readme = (collection: Collection, variant: CollectionVariant): string =>
  [
    collection.name,
    variant.description,
    "",
    ...collection.clips.flatMap(clipOptions).map(({ label, text }) => `${label}: ${text}`),
    "",
    `Collection ${collection.id}, variant ${variant.id}, ${variant.resolution}.`,
    ...(collection.library_id === 3 ? [] : ["Composite the PNGs in linear light: their color has the sRGB curve."]),
    "The license of the account that downloaded this file governs its use.",
    "",
  ].join("\n");

/** Yields the frames of a sequence to draw, one by one. */
function* jobsOf(
  { source, collection }: SampleCollection,
  resolution: "2K" | "4K",
  scale: number,
): Generator<FrameJob> {
  const { width, height } = SIZE[resolution];
  const frame = {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    alpha: collection.alpha,
    exr: resolution === "2K" && hasExr(collection),
  };
  const detail = Math.min(1, Math.max(COARSEST, scale));
  // A coarse grid is simulated before a second thread would have started.
  const company = detail < 1 ? "alone" : "in company";
  for (const moment of momentsOf(collection.slug, source, detail, company)) yield { ...frame, moment };
}

/** Draws frames in worker threads and yields them in order. */
async function* drawn(jobs: Iterable<FrameJob>): AsyncGenerator<FrameFiles> {
  const threads = Array.from({ length: DRAWING }, () => new Worker(moduleBeside(import.meta.url, "frame-worker")));
  const waiting: Promise<FrameFiles>[] = [];
  const answers = new Map<number, (files: FrameFiles) => void>();
  const failure = Promise.race(
    threads.map(async (thread): Promise<never> => {
      const [error] = await once(thread, "error");
      throw error;
    }),
  );
  // Avoid an unhandled rejection if a thread fails while nothing awaits a frame.
  failure.catch(() => {});
  for (const thread of threads)
    thread.on("message", ({ n, files }: { readonly n: number; readonly files: FrameFiles }) => answers.get(n)?.(files));
  try {
    for (const job of jobs) {
      waiting.push(new Promise<FrameFiles>((resolve) => answers.set(job.moment.n, resolve)));
      threads[job.moment.n % DRAWING]?.postMessage(job);
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
  for await (const { png, exr } of drawn(jobsOf(sample, drawnIn(resolution), scale))) {
    const name = `${sample.collection.slug}_${resolution.toLowerCase()}.${String(1_001 + n)}`;
    yield [`${name}.png`, png] as const;
    if (exr !== null) yield [`exr/${name}.exr`, exr] as const;
    n += 1;
  }
}

const SIDE = { "2K": 2_048, "4K": 4_096 } as const;

/** The JPEG quality of the maps in a sold scene, from 1 to 100. */
const SCENE_QUALITY = 94;

async function* model(sample: SampleCollection, { resolution }: CollectionVariant, scale: number) {
  const { surface, name } = modelOf(sample, resolution);
  const maps = mapsOf(surface, Math.round(SIDE[drawnIn(resolution)] * scale));
  yield [`${name}.glb`, await glbOf(name, standing(meshOf(surface), surface.meters), maps, SCENE_QUALITY)] as const;
  for (const [what, bytes] of [
    ["color", maps.color],
    ["normal", maps.normal],
    ["orm", maps.orm],
  ] as const) {
    const picture = sharp(bytes, { raw: { width: maps.side, height: maps.side, channels: 3 } });
    yield [`${name}_${what}.png`, await picture.png({ compressionLevel: 3 }).toBuffer()] as const;
  }
}

const modelOf = ({ source, collection }: SampleCollection, resolution: Resolution) => {
  if (source._tag !== "model") throw new Error(`${collection.slug} is no model`);
  return { surface: SURFACES[source.model](), name: `${collection.slug}_${resolution.toLowerCase()}` };
};

/** Returns a variant of the sample by its id. Throws for an unknown id. */
const soldOf = (variantId: number): { readonly sample: SampleCollection; readonly variant: CollectionVariant } => {
  for (const sample of SAMPLE_COLLECTIONS) {
    const variant = sample.collection.collection_variants.find((each) => each.id === variantId);
    if (variant !== undefined) return { sample, variant };
  }
  throw new Error(`the sample catalog has no variant ${variantId}`);
};

/**
 * Writes the 3D scene of a variant as binary glTF. Rejects for an unknown variant, and for a variant that is not a
 * model.
 */
export const writeScene = async (variantId: number, path: string, scale = 1): Promise<void> => {
  const { sample, variant } = soldOf(variantId);
  const { surface, name } = modelOf(sample, variant.resolution);
  const maps = mapsOf(surface, Math.round(SIDE[drawnIn(variant.resolution)] * scale));
  await writeFile(path, await glbOf(name, standing(meshOf(surface), surface.meters), maps, SCENE_QUALITY));
};

/**
 * Writes the ZIP of a variant: a folder with a README and the files that its description lists. Rejects for an unknown
 * variant.
 */
export const writeSoldFile = async (variantId: number, path: string, scale = 1): Promise<void> => {
  const { sample, variant } = soldOf(variantId);
  const out = createWriteStream(path);
  const zip = new Zip((error, chunk, last) => {
    if (error) out.destroy(error);
    else if (last) out.end(chunk);
    else out.write(chunk);
  });
  const root = variant.file_name.replace(/\.zip$/, "");
  const put = async (name: string, content: Uint8Array): Promise<void> => {
    // Images are already compressed, so store them as they are.
    const entry = new ZipPassThrough(`${root}/${name}`);
    zip.add(entry);
    entry.push(content, true);
    if (out.writableNeedDrain) await once(out, "drain");
  };
  await put("README.txt", strToU8(readme(sample.collection, variant)));
  const parts = sample.collection.library_id === 3 ? model(sample, variant, scale) : sequence(sample, variant, scale);
  for await (const [name, content] of parts) await put(name, content);
  zip.end();
  await finished(out);
};

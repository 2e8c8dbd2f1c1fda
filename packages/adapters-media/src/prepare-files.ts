import { copyFile, link, mkdir, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hasScene, sceneFileName } from "@backlot/domain/catalog/collection";
import type { CatalogRow } from "@backlot/domain/catalog/catalog-row";
import { type Deliverable, type DeliverableGroup, sortDeliverables } from "@backlot/domain/catalog/deliverables";
import { type ProbedDeliverable, prepareCollection } from "@backlot/domain/catalog/prepared";
import type { StockedCollection } from "@backlot/domain";
import sharp from "sharp";
import { readExrHeader } from "./exr-header.ts";
import { type FrameInput, type FrameSource, openFrames } from "./frame-source.ts";
import { type DrawnMaps, type DrawnMesh, type OpenModel, openModel, writeShownModel } from "./models.ts";
import { type Size, detailOf, onGround } from "./pixels.ts";
import { PLAYER, STILL, TILE, VP9, type VideoEncoder, h264, startEncoder, writeStills } from "./previews.ts";
import { PREVIEW_RATE, readFrames } from "./read-frames.ts";
import { UnreadableMedia } from "./tools.ts";
import { extractZip, filesIn, writeZip } from "./zips.ts";

/** Draws a model from its side. `turn` is its rotation as a fraction of a full turn. Returns pixels with alpha. */
export type DrawModel = (
  mesh: DrawnMesh,
  maps: readonly DrawnMaps[],
  turn: number,
  size: Size,
) => { readonly pixels: Uint8ClampedArray };

/** A collection to prepare: its deliverables in the folder `raw`, and the folder to write its files to. */
export interface PrepareJob {
  readonly raw: string;
  readonly out: string;
  readonly group: DeliverableGroup;
  readonly row: CatalogRow;
}

/** A file that can't be prepared, and why. */
export interface FileFault {
  readonly path: string;
  readonly message: string;
}

/** What became of a collection: the facts of its deliverables and its files, or its faults. */
export type PrepareResult =
  | { readonly probed: readonly ProbedDeliverable[]; readonly files: readonly string[] }
  | { readonly faults: readonly FileFault[] };

/** A deliverable that was opened. A USDZ has no source: it takes its facts from the GLB of its collection. */
interface Opened {
  readonly deliverable: Deliverable;
  readonly extension: string;
  readonly source: FrameSource | OpenModel | null;
  /** The path of the GLB, if it has one. */
  readonly scene: string | null;
}

/** The longest preview in the player and in listings, in frames. */
const PLAYER_FRAMES = 20 * PREVIEW_RATE;
const TILE_FRAMES = 6 * PREVIEW_RATE;
/** The length of a preview that stands still or turns, in frames. */
const TURN_FRAMES = 2 * PREVIEW_RATE;
/** The frame of a model's turn that its still shows. */
const MODEL_POSTER = 4;

const isModel = (source: Opened["source"]): source is OpenModel => source !== null && "document" in source;

/** Makes a file appear at another path: as a link where the disk allows it, else as a copy. */
const place = async (from: string, to: string): Promise<void> => {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to));
};

/** Rejects if a frame has another size than the first, or can't be read. */
const checkSizes = async (paths: readonly string[], extension: string): Promise<void> => {
  let first: string | null = null;
  for (const path of paths) {
    const { width, height } = await (extension === "exr" ? readExrHeader(path) : sharp(path).metadata()).catch(
      (error: unknown): never => {
        const reason = error instanceof UnreadableMedia ? error.message : "can't be read";
        throw new UnreadableMedia(`has a broken frame: ${basename(path)} ${reason}`);
      },
    );
    const size = `${width} × ${height}`;
    first ??= size;
    if (size !== first)
      throw new UnreadableMedia(`has frames of different sizes: ${basename(path)} is ${size}, the first is ${first}`);
  }
};

/** Opens the frames of a sequence through a folder of links with names that ffmpeg can count. */
const openSequence = async (paths: readonly string[], extension: string, work: string): Promise<FrameSource> => {
  await checkSizes(paths, extension);
  await mkdir(work, { recursive: true });
  for (const [n, path] of paths.entries()) {
    const name = join(work, `${String(n + 1).padStart(8, "0")}.${extension}`);
    await symlink(path, name).catch(() => copyFile(path, name));
  }
  return openFrames({ folder: work, name: `%08d.${extension}`, sequence: { frames: paths.length, extension } });
};

const openVideo = (path: string): Promise<FrameSource> => {
  const input: FrameInput = { folder: dirname(path), name: `file:${basename(path)}`, sequence: null };
  return openFrames(input);
};

/** Returns the deliverable in an extracted ZIP: its model, else what takes most space. */
const mainDeliverable = async (folder: string): Promise<Deliverable> => {
  const files = await filesIn(folder);
  const { groups, faults } = sortDeliverables(files.map(({ path }) => path));
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  const sizeOf = ({ kind, paths }: Deliverable): number =>
    kind === "model" ? Number.POSITIVE_INFINITY : paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  const [main] = groups
    .flatMap(({ deliverables }) => deliverables)
    .filter(({ kind }) => kind !== "zip")
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  if (main !== undefined) return main;
  const [fault] = faults;
  throw new UnreadableMedia(
    fault === undefined
      ? "is a ZIP without pictures, videos, or models"
      : `is a ZIP with a fault: ${fault.path}: ${fault.message.replace(/\.$/, "")}`,
  );
};

/** Opens a deliverable. `work` is a folder for files that are needed meanwhile. */
const openDeliverable = async (folder: string, deliverable: Deliverable, work: string): Promise<Opened> => {
  const { kind, extension } = deliverable;
  const paths = deliverable.paths.map((path) => join(folder, path));
  const [path = ""] = paths;
  switch (kind) {
    case "frames":
      return { deliverable, extension: "zip", source: await openSequence(paths, extension, work), scene: null };
    case "video":
      return { deliverable, extension, source: await openVideo(path), scene: null };
    case "model":
      return extension === "usdz"
        ? { deliverable, extension, source: null, scene: null }
        : { deliverable, extension, source: await openModel(path), scene: path };
    case "zip": {
      await extractZip(path, work);
      const inner = await openDeliverable(work, await mainDeliverable(work), `${work}-frames`);
      return { ...inner, deliverable, extension: "zip" };
    }
  }
};

/** Opens the deliverables of a group, and collects the faults of those that can't be opened. */
const openGroup = async (
  { raw, group }: PrepareJob,
  work: string,
): Promise<{ readonly opened: readonly Opened[]; readonly faults: readonly FileFault[] }> => {
  const opened: Opened[] = [];
  const faults: FileFault[] = [];
  for (const [n, deliverable] of group.deliverables.entries())
    try {
      opened.push(await openDeliverable(raw, deliverable, join(work, `source-${n}`)));
    } catch (error) {
      if (!(error instanceof UnreadableMedia)) throw error;
      faults.push({ path: deliverable.paths[0], message: `It ${error.message}.` });
    }
  const model = opened.find(({ source }) => isModel(source));
  for (const { deliverable, source } of opened)
    if (source === null && model === undefined)
      faults.push({ path: deliverable.paths[0], message: "It needs a .glb of the same model for its page." });
  return { opened, faults };
};

const probedOf = (opened: readonly Opened[]): readonly ProbedDeliverable[] => {
  const model = opened.map(({ source }) => source).find(isModel);
  return opened.flatMap(({ source, extension }): readonly ProbedDeliverable[] => {
    if (source !== null) return [{ facts: source.facts, extension }];
    return model === undefined ? [] : [{ facts: { ...model.facts, format: "USDZ", tag: "usdz" }, extension }];
  });
};

/** Writes the sold files of a collection, and the scene of each if it is a model. */
const writeSold = async (
  { raw }: PrepareJob,
  collection: StockedCollection,
  opened: readonly Opened[],
  from: readonly number[],
  folder: string,
): Promise<void> => {
  const shared = opened.find(({ scene }) => scene !== null)?.scene ?? null;
  for (const [n, variant] of collection.variants.entries()) {
    const own = opened[from[n] ?? 0];
    if (own === undefined) continue;
    const paths = own.deliverable.paths.map((path) => join(raw, path));
    const to = join(folder, variant.file_name);
    if (own.deliverable.kind === "frames") await writeZip(paths, variant.file_name.replace(/\.zip$/, ""), to);
    else await place(paths[0] ?? "", to);
    const scene = own.scene ?? shared;
    if (hasScene(collection) && scene !== null && own.extension !== "glb")
      await place(scene, join(folder, sceneFileName(variant)));
  }
};

/** Writes frames to several videos until there are enough in each. Returns the index of the most detailed frame. */
const writeVideos = async (source: FrameSource, slug: string, hasAlpha: boolean, folder: string): Promise<number> => {
  const flat: [VideoEncoder, number][] = [
    [startEncoder("rgb24", PLAYER, h264(27, PLAYER), { folder, name: `${slug}.mp4` }), PLAYER_FRAMES],
    [startEncoder("rgb24", PLAYER, h264(28, TILE), { folder, name: `${slug}-tile.mp4` }), TILE_FRAMES],
  ];
  const clear: VideoEncoder[] = hasAlpha
    ? [startEncoder("rgba64le", PLAYER, VP9, { folder, name: `${slug}.webm` })]
    : [];
  const best = { n: 0, detail: -1 };
  let count = 0;
  const write = async (pixels: Uint16Array, opaque: Uint8Array): Promise<void> => {
    for (const encoder of clear)
      await encoder.write(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength));
    for (const [encoder, frames] of flat) if (count < frames) await encoder.write(opaque);
    count += 1;
  };
  const range = { from: 0, count: PLAYER_FRAMES, rate: PREVIEW_RATE } as const;
  for await (const pixels of readFrames(source, PLAYER, range)) {
    const opaque = onGround(pixels);
    const detail = detailOf(opaque, PLAYER.width);
    if (detail > best.detail) Object.assign(best, { n: count, detail });
    await write(pixels, opaque);
    // A still stands for a moment.
    if (source.facts.frames === 1) while (count < TURN_FRAMES) await write(pixels, opaque);
  }
  for (const encoder of [...clear, ...flat.map(([each]) => each)]) await encoder.end();
  return best.n;
};

/** Writes the previews and stills of a sequence or video. */
const writeFrameMedia = async (
  source: FrameSource,
  { slug, alpha }: StockedCollection,
  folder: string,
): Promise<void> => {
  const shown = await writeVideos(source, slug, alpha, folder);
  const frame = Math.min(source.facts.frames - 1, Math.round((shown / PREVIEW_RATE) * source.rate));
  for await (const pixels of readFrames(source, STILL, { from: frame, count: 1, rate: null }))
    await writeStills(onGround(pixels), STILL, join(folder, slug));
};

/** Writes the previews and stills of a model, and the model that its page shows. */
const writeModelMedia = async (model: OpenModel, slug: string, draw: DrawModel, folder: string): Promise<void> => {
  const { mesh, maps } = model;
  const tile = startEncoder("rgba", TILE, h264(28, TILE), { folder, name: `${slug}-tile.mp4` });
  for (let n = 0; n < TURN_FRAMES; n += 1)
    await tile.write(new Uint8Array(draw(mesh, maps, n / TURN_FRAMES, TILE).pixels));
  await tile.end();
  const still = draw(mesh, maps, MODEL_POSTER / TURN_FRAMES, STILL);
  await writeStills(new Uint8Array(still.pixels), STILL, join(folder, slug));
  await writeShownModel(model, join(folder, `${slug}.glb`));
};

/** Returns the frames to make previews of: with a matte if the collection has one, as small as stills need. */
const shownFrames = (opened: readonly Opened[], hasAlpha: boolean): FrameSource | undefined => {
  const sources = opened.flatMap(({ source }) => (source === null || isModel(source) ? [] : [source]));
  const fitting = sources.filter(
    ({ facts: { alpha } }) => (alpha === "straight" || alpha === "premultiplied") === hasAlpha,
  );
  const [smallest] = fitting
    .filter(({ facts }) => facts.width >= STILL.width)
    .sort((a, b) => a.facts.width - b.facts.width);
  return smallest ?? fitting.sort((a, b) => b.facts.width - a.facts.width)[0];
};

/**
 * Prepares the files of a collection for an import: probes its deliverables, and writes the files to sell, images, and
 * previews. The files appear in the folder only when all of them are done. Rejects if a tool is missing.
 */
export const prepareFiles = async (job: PrepareJob, draw: DrawModel): Promise<PrepareResult> => {
  const { out, group, row } = job;
  const work = join(out, ".work", group.slug);
  await rm(work, { recursive: true, force: true });
  for (const room of ["media", "files"]) {
    await mkdir(join(work, room), { recursive: true });
    await mkdir(join(out, room), { recursive: true });
  }
  try {
    const { opened, faults } = await openGroup(job, work);
    if (faults.length > 0) return { faults };
    const probed = probedOf(opened);
    const { collection, from } = prepareCollection(group, probed, row);
    await writeSold(job, collection, opened, from, join(work, "files"));
    const model = opened.map(({ source }) => source).find(isModel);
    const frames = shownFrames(opened, collection.alpha);
    if (model !== undefined) await writeModelMedia(model, group.slug, draw, join(work, "media"));
    else if (frames !== undefined) await writeFrameMedia(frames, collection, join(work, "media"));
    const files: string[] = [];
    for (const room of ["media", "files"])
      for (const { path } of await filesIn(join(work, room))) {
        await rename(join(work, room, path), join(out, room, path));
        files.push(`${room}/${path}`);
      }
    return { probed, files };
  } catch (error) {
    if (!(error instanceof UnreadableMedia)) throw error;
    return { faults: [{ path: group.deliverables[0]?.paths[0] ?? group.slug, message: `It ${error.message}.` }] };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

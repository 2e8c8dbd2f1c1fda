import { copyFile, mkdir, symlink } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { type Deliverable, type DeliverableGroup, sortDeliverables } from "@backlot/domain/catalog/deliverables";
import type { ProbedDeliverable } from "@backlot/domain/catalog/media-facts";
import sharp from "sharp";
import { readExrHeader } from "./exr-header.ts";
import { type FrameInput, type FrameSource, openFrames } from "./frame-source.ts";
import { type OpenModel, openModel } from "./models.ts";
import { tiffFault } from "./tiff-tags.ts";
import { UnreadableMedia } from "./tools.ts";
import { extractZip, filesIn } from "./zips.ts";

/** A file that can't be prepared, and why. */
export interface FileFault {
  readonly path: string;
  readonly message: string;
}

/** A ZIP that contains only maps, or maps and model files in a format that we can't read, such as FBX. */
interface ModelBundle {
  readonly format: string;
  readonly tag: string;
  /** The size of its largest map in pixels, or null if it has none. */
  readonly map: { readonly width: number; readonly height: number } | null;
}

/** An opened deliverable. A USDZ has no source and takes its facts from its collection's GLB. */
export interface Opened {
  readonly deliverable: Deliverable;
  readonly extension: string;
  readonly source: FrameSource | OpenModel | ModelBundle | null;
  /** The path of the GLB, if it has one. */
  readonly scene: string | null;
}

export const isModel = (source: Opened["source"]): source is OpenModel => source !== null && "document" in source;

export const isFrames = (source: Opened["source"]): source is FrameSource => source !== null && "sequence" in source;

/** The names of unreadable model formats, by extension. */
const MODEL_FORMATS: Readonly<Record<string, string>> = {
  ...{ fbx: "FBX", obj: "OBJ", gltf: "glTF", usd: "USD", usda: "USD", usdc: "USD", abc: "Alembic", blend: "Blender" },
  ...{
    ma: "Maya",
    mb: "Maya",
    max: "3ds Max",
    c4d: "Cinema 4D",
    hip: "Houdini",
    stl: "STL",
    dae: "Collada",
    ply: "PLY",
  },
};

/** Pictures that can be a model's maps. */
const MAP = /\.(?:png|jpe?g|tiff?)$/i;

/** Returns a ZIP's files as a model bundle, or null if it has no model and doesn't belong to one. */
const modelBundle = async (folder: string, belongsToModel: boolean): Promise<ModelBundle | null> => {
  const paths = (await filesIn(folder)).map(({ path }) => path);
  const formats = [...new Set(paths.flatMap((path) => MODEL_FORMATS[extname(path).slice(1).toLowerCase()] ?? []))];
  // A GLB has more facts, and can be shown.
  const isReadable = paths.some((path) => /\.(?:glb|usdz)$/i.test(path));
  if (isReadable || (formats.length === 0 && !belongsToModel)) return null;
  let map: ModelBundle["map"] = null;
  for (const path of paths.filter((each) => MAP.test(each))) {
    const { width, height } = await sharp(join(folder, path)).metadata();
    if (width * height > (map?.width ?? 0) * (map?.height ?? 0)) map = { width, height };
  }
  if (formats.length === 0 && map === null) return null;
  const [first = "maps"] = formats;
  const format = formats.length === 0 ? "Texture maps" : formats.join(", ");
  return { format, tag: first.toLowerCase().replace(/\W+/g, ""), map };
};

/** Returns the size, channels, and depth of a frame as text. Rejects if it can't be read. */
const describeFrame = async (path: string, extension: string): Promise<string> => {
  if (extension === "exr") {
    const { width, height, channels } = await readExrHeader(path);
    return `${width} × ${height} with ${[...channels].map(([name, type]) => `${name} (${type})`).join(", ")}`;
  }
  const fault = extension === "png" ? null : await tiffFault(path);
  if (fault !== null) throw new UnreadableMedia(fault);
  const { width, height, channels, depth } = await sharp(path).metadata();
  const bits = { uchar: "8 bits", ushort: "16 bits" }[String(depth)] ?? String(depth);
  return `${width} × ${height} with ${channels} channels of ${bits}`;
};

/** Checks frames. Rejects if a frame can't be read, or differs from the first in size or kind. */
const checkFrames = async (paths: readonly string[], extension: string): Promise<void> => {
  let first: string | null = null;
  for (const path of paths) {
    const description = await describeFrame(path, extension).catch((error: unknown): never => {
      const reason = error instanceof UnreadableMedia ? error.message : "can't be read";
      throw new UnreadableMedia(`has a broken frame: ${basename(path)} ${reason}`);
    });
    first ??= description;
    if (description !== first)
      throw new UnreadableMedia(`has different frames: ${basename(path)} is ${description}, but the first is ${first}`);
  }
};

/** Opens a sequence's frames through a folder of links with numbered names, as ffmpeg requires. */
const openSequence = async (paths: readonly string[], extension: string, work: string): Promise<FrameSource> => {
  await checkFrames(paths, extension);
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

/** Returns the main deliverable in an extracted ZIP: the model if there is one, otherwise the largest deliverable. */
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
      : `is a ZIP with a problem: ${fault.path}: ${fault.message.replace(/\.$/, "")}`,
  );
};

/** Opens a deliverable. `work` is a folder for temporary files. */
const openDeliverable = async (
  folder: string,
  deliverable: Deliverable,
  work: string,
  belongsToModel: boolean,
): Promise<Opened> => {
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
      const bundle = await modelBundle(work, belongsToModel);
      if (bundle !== null) return { deliverable, extension: "zip", source: bundle, scene: null };
      const inner = await openDeliverable(work, await mainDeliverable(work), `${work}-frames`, false);
      return { ...inner, deliverable, extension: "zip" };
    }
  }
};

/** Opens a group's deliverables in the folder `raw`, and collects the faults of any that can't be opened. */
export const openGroup = async (
  raw: string,
  group: DeliverableGroup,
  work: string,
): Promise<{ readonly opened: readonly Opened[]; readonly faults: readonly FileFault[] }> => {
  const opened: Opened[] = [];
  const faults: FileFault[] = [];
  const hasModel = group.deliverables.some(({ kind }) => kind === "model");
  for (const [n, deliverable] of group.deliverables.entries())
    try {
      opened.push(await openDeliverable(raw, deliverable, join(work, `source-${n}`), hasModel));
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

/** Returns the facts of opened deliverables. A USDZ has the facts of the GLB. */
export const probedOf = (opened: readonly Opened[]): readonly ProbedDeliverable[] => {
  const model = opened.map(({ source }) => source).find(isModel);
  return opened.flatMap(({ source, extension }): readonly ProbedDeliverable[] => {
    if (source !== null && !("facts" in source))
      return [{ facts: { _tag: "model", ...source, triangles: null, materials: null }, extension }];
    if (source !== null) return [{ facts: source.facts, extension }];
    return model === undefined ? [] : [{ facts: { ...model.facts, format: "USDZ", tag: "usdz" }, extension }];
  });
};

import type { LibraryId } from "./collection.schema.ts";
import { extensionOf, partOf, placeOf, slugOf } from "./deliverable-names.ts";

/** The kinds of deliverables: numbered frames, a video, a ZIP, or a 3D model. */
export type DeliverableKind = "frames" | "video" | "zip" | "model";

/** A file or a sequence of frames that is sold as one file. */
export interface Deliverable {
  readonly kind: DeliverableKind;
  /** Its extension in lowercase, such as "exr". */
  readonly extension: string;
  /** The paths of its files in the folder, frames in order. */
  readonly paths: readonly [string, ...string[]];
  /**
   * The words of its folders and file name besides those for the collection, size, or format, such as "beauty" or
   * "cam-b"; may be empty. They don't depend on other files, so a sold file keeps its name.
   */
  readonly part: string;
}

/** Deliverables that are sold as one collection, with the details that their paths imply. */
export interface DeliverableGroup {
  readonly slug: string;
  readonly name: string;
  /** The name of their top-level folder, or null if they have none. */
  readonly category: string | null;
  /** The library that a folder names, or null if none does. */
  readonly library: LibraryId | null;
  readonly deliverables: readonly Deliverable[];
}

/** A path that can't be sold as it is, and why. */
export interface DeliverableFault {
  readonly path: string;
  readonly message: string;
  /**
   * The collection that the import skips because of the fault, and that stays for sale unchanged. Omitted for an
   * unsupported file.
   */
  readonly held?: Pick<DeliverableGroup, "slug" | "category">;
}

/** The groups of a folder, sorted by slug, and its faults. */
export interface SortedDeliverables {
  readonly groups: readonly DeliverableGroup[];
  readonly faults: readonly DeliverableFault[];
}

const KINDS: Readonly<Record<string, DeliverableKind>> = {
  exr: "frames",
  png: "frames",
  tif: "frames",
  tiff: "frames",
  mov: "video",
  mp4: "video",
  webm: "video",
  zip: "zip",
  glb: "model",
  usdz: "model",
};

/** The maximum number of files in a collection. */
const MAX_FILES = 20;

/** A frame's file name: the text before its number, the number, and the extension. */
const FRAME = /^(.*?[._-]?)(\d{1,9})\.(\w+)$/;

/** The start of a name whose number is a version, such as "smoke_v" of "smoke_v02". */
const VERSION = /(?:^|[._-])v$/i;

/** A frame with a negative number. */
const NEGATIVE = /[._]-\d+\.\w+$/;

/** A deliverable whose collection isn't known yet. */
type Unplaced = Omit<Deliverable, "part">;

interface FoundFrames {
  readonly extension: string;
  readonly frames: { readonly number: number; readonly path: string }[];
}

/** Returns whether sorted numbers can be UDIM tiles: 1001 and up, ten to a row. */
const isUdim = (numbers: readonly number[]): boolean =>
  numbers[0] === 1_001 && (numbers.at(-1) ?? 0) < 1_100 && new Set(numbers).size === numbers.length;

/** Returns the fault in sorted frame numbers, or null if there is none. */
const numberingFault = (numbers: readonly number[]): string | null => {
  const at = numbers.findIndex((number, n) => n > 0 && number !== (numbers[n - 1] ?? 0) + 1);
  if (at < 0) return null;
  const before = numbers[at - 1] ?? 0;
  if (isUdim(numbers)) return "These look like a model's UDIM tiles. Put them in the model's ZIP.";
  return numbers[at] === before ? `Frame ${before} appears twice.` : `Frame ${before + 1} is missing.`;
};

/** Returns the deliverable of a sequence, or a fault if frames are missing or repeated. */
const sequenceOf = ({ extension, frames }: FoundFrames): Unplaced | DeliverableFault => {
  const sorted = [...frames].sort((a, b) => a.number - b.number);
  const paths = sorted.map(({ path }) => path) as [string, ...string[]];
  const message = numberingFault(sorted.map(({ number }) => number));
  return message === null ? { kind: "frames", extension, paths } : { path: paths[0], message };
};

/** Image formats that other programs can convert to a format that the store sells. */
const OTHER_PICTURES: ReadonlySet<string> = new Set(["jpg", "jpeg", "dpx", "cin", "tga", "bmp", "gif", "webp", "psd"]);

/** Video formats that other programs can convert to a format that the store sells. */
const OTHER_VIDEOS: ReadonlySet<string> = new Set(["mkv", "avi", "mxf", "wmv", "m4v", "mpg", "r3d", "braw"]);

/** Returns why files of a type can't be prepared, and how to fix it. */
const unknownKind = (extension: string, count: number): string => {
  const files = extension === "" ? "Files without an extension" : `.${extension} files`;
  const these = count === 1 ? "this file" : `these ${count} files`;
  const help = OTHER_PICTURES.has(extension)
    ? `Save ${these} as PNG, TIFF, or EXR.`
    : OTHER_VIDEOS.has(extension)
      ? `Save ${these} as MOV, MP4, or WebM.`
      : "Model and project files are sold in a ZIP.";
  return `${files} can't be prepared. ${help}`;
};

/**
 * Finds the deliverables among paths, each with the base of its name, and the faults. Combines frames into sequences.
 */
const findDeliverables = (paths: readonly string[]) => {
  const entries: { readonly base: string; readonly deliverable: Unplaced }[] = [];
  const faults: DeliverableFault[] = [];
  const sequences = new Map<string, FoundFrames & { readonly base: string }>();
  const unknown = new Map<string, string[]>();
  for (const path of paths) {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const extension = extensionOf(file);
    const kind = KINDS[extension];
    if (kind === undefined) {
      const alike = `${path.slice(0, -file.length)}*.${extension}`;
      unknown.set(alike, [...(unknown.get(alike) ?? []), path]);
      continue;
    }
    if (kind === "frames" && NEGATIVE.test(file)) {
      faults.push({ path, message: "Frame numbers can't be negative. Number the frames from 0 or 1." });
      continue;
    }
    const [, start, number] = (kind === "frames" ? FRAME.exec(file) : null) ?? [];
    if (start === undefined || number === undefined || VERSION.test(start)) {
      const base = file.slice(0, -extension.length - 1);
      entries.push({ base, deliverable: { kind, extension, paths: [path] } });
      continue;
    }
    const key = `${path.slice(0, -file.length)}${start}.${extension}`;
    const sequence = sequences.get(key) ?? { base: start, extension, frames: [] };
    sequence.frames.push({ number: Number(number), path });
    sequences.set(key, sequence);
  }
  for (const [alike, [first = alike, ...others]] of unknown)
    faults.push({
      path: others.length === 0 ? first : alike,
      message: unknownKind(extensionOf(alike), others.length + 1),
    });
  for (const sequence of sequences.values()) {
    const outcome = sequenceOf(sequence);
    if ("message" in outcome) {
      const { name, category } = placeOf(outcome.path, sequence.base);
      faults.push({ ...outcome, held: { slug: slugOf(name), category } });
    } else entries.push({ base: sequence.base, deliverable: outcome });
  }
  return { entries, faults };
};

/**
 * Groups the files of a folder into collections. `paths` are relative to the folder, with slashes. The top-level folder
 * is the category, or the library if it has a library's name. The folder below it names the collection; without one,
 * the file does. Ignores technical words at the end of a name, such as "4k" or "exr". (CLI-03)
 */
export const sortDeliverables = (paths: readonly string[]): SortedDeliverables => {
  const { entries, faults } = findDeliverables([...paths].sort());
  const groups = new Map<string, DeliverableGroup & { readonly deliverables: Deliverable[] }>();
  for (const { base, deliverable } of entries) {
    const [path] = deliverable.paths;
    const place = placeOf(path, base);
    const slug = slugOf(place.name);
    if (place.name === "") {
      faults.push({ path, message: "The name describes only the format. Use a name that describes the content." });
      continue;
    }
    if (slug === "") {
      faults.push({ path, message: "The name needs Latin letters or digits for its URL. Rename it." });
      continue;
    }
    const group = groups.get(slug) ?? { ...place, slug, deliverables: [] };
    if (group.category !== place.category || group.library !== place.library) {
      const other = group.deliverables[0]?.paths[0] ?? "";
      const message = `${other} already uses the collection name ${slug} in another category or library. Rename one.`;
      faults.push({ path, message });
      continue;
    }
    group.deliverables.push({ ...deliverable, part: partOf(path, base, slug) });
    groups.set(slug, group);
  }
  for (const { deliverables } of groups.values()) {
    if (!deliverables.some(({ kind }) => kind === "model")) continue;
    const isLoose = ({ kind }: Deliverable): boolean => kind === "frames" || kind === "video";
    for (const { paths } of deliverables.filter(isLoose))
      faults.push({ path: paths[0], message: "A model's images and videos are sold in its ZIP. Put them there." });
    deliverables.splice(0, deliverables.length, ...deliverables.filter((each) => !isLoose(each)));
  }
  for (const { slug, category, deliverables } of groups.values()) {
    if (deliverables.length <= MAX_FILES) continue;
    const message = `${slug} would have ${deliverables.length} files, but a collection can have only ${MAX_FILES}.`;
    faults.push({ path: deliverables[0]?.paths[0] ?? slug, message, held: { slug, category } });
  }
  // Importing the collection without its faulty file would withdraw that file.
  for (const { held } of faults) if (held !== undefined) groups.delete(held.slug);
  return {
    groups: [...groups.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    faults: faults.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
};

import { open } from "node:fs/promises";
import { UnreadableMedia } from "./tools.ts";

/** The facts in the header of an OpenEXR file. */
export interface ExrHeader {
  /** The channels by name, such as "R" or "depth.Z", and the type of their samples. */
  readonly channels: ReadonlyMap<string, "uint" | "half" | "float">;
  readonly width: number;
  readonly height: number;
  /** Frames per second, or null if the header doesn't state them. */
  readonly rate: number | null;
  /** The display name of the color space, such as "ACEScg", which has linear light with the stated primaries. */
  readonly color: string;
  /** The width of a pixel divided by its height. */
  readonly pixelAspect: number;
  /** The position of the list of chunk offsets, and the number of chunks. Null for tiled and multi-part files. */
  readonly chunks: { readonly at: number; readonly count: number } | null;
}

/** The magic number of OpenEXR files. */
const MAGIC = 20_000_630;

/** The largest header to read, in bytes. */
const MAX_HEADER = 1_000_000;

const TYPES = ["uint", "half", "float"] as const;

/** The number of lines in a chunk, by the number of the compression method. */
const CHUNK_LINES = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256];

/** The flags in a file's version field for tiles, deep data, and multiple parts. */
const OTHER_KINDS = 0x1a00;

/** Reads the channels attribute, which has a name, a type, and 12 bytes that we skip for each channel. */
const channelsIn = (bytes: Buffer): ExrHeader["channels"] => {
  const channels = new Map<string, (typeof TYPES)[number]>();
  for (let at = 0; bytes[at] !== 0 && at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    channels.set(bytes.toString("latin1", at, end), TYPES[bytes.readUInt32LE(end + 1)] ?? "float");
    at = end + 17;
  }
  return channels;
};

/** Linear color spaces, by the x and y coordinates of their red, green, and blue primaries. */
const PRIMARIES: readonly (readonly [color: string, places: readonly number[]])[] = [
  ["linear", [0.64, 0.33, 0.3, 0.6, 0.15, 0.06]],
  ["ACEScg", [0.713, 0.293, 0.165, 0.83, 0.128, 0.044]],
  ["ACES2065-1", [0.7347, 0.2653, 0, 1, 0.0001, -0.077]],
  ["linear Rec. 2020", [0.708, 0.292, 0.17, 0.797, 0.131, 0.046]],
  ["linear P3-D65", [0.68, 0.32, 0.265, 0.69, 0.15, 0.06]],
];

/** Color spaces by the names that programs write into the file. */
const INTEROP_COLORS: Readonly<Record<string, string>> = {
  lin_rec709_scene: "linear",
  lin_ap1_scene: "ACEScg",
  lin_ap0_scene: "ACES2065-1",
  lin_rec2020_scene: "linear Rec. 2020",
  lin_p3d65_scene: "linear P3-D65",
};

/** Returns the color space stated in the attributes. OpenEXR's default is linear light with Rec. 709 primaries. */
const colorIn = (attributes: ReadonlyMap<string, Buffer>): string => {
  const named = INTEROP_COLORS[attributes.get("colorInteropID")?.toString("latin1").replace(/\0+$/, "") ?? ""];
  if (named !== undefined) return named;
  const stated = attributes.get("chromaticities");
  if (stated === undefined || stated.length < 24) return "linear";
  const primaries = Array.from({ length: 6 }, (_, n) => stated.readFloatLE(n * 4));
  const match = PRIMARIES.find(([, places]) =>
    places.every((place, n) => Math.abs(place - (primaries[n] ?? 0)) < 0.002),
  );
  return match?.[0] ?? "linear, custom primaries";
};

/** Parses the header of an OpenEXR file. Throws if it has none. */
export const parseExrHeader = (bytes: Buffer): ExrHeader => {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== MAGIC) throw new UnreadableMedia("is not an OpenEXR file");
  const attributes = new Map<string, Buffer>();
  let at = 8;
  while (bytes[at] !== 0) {
    const name = bytes.indexOf(0, at);
    const type = bytes.indexOf(0, name + 1);
    if (name < 0 || type < 0 || type + 5 > bytes.length) throw new UnreadableMedia("has a header that ends early");
    const size = bytes.readUInt32LE(type + 1);
    const value = bytes.subarray(type + 5, type + 5 + size);
    if (value.length < size) throw new UnreadableMedia("has a header that ends early");
    attributes.set(bytes.toString("latin1", at, name), value);
    at = type + 5 + size;
  }
  const channels = attributes.get("channels");
  // Programs show the display window. The data window is the part of it with pixels.
  const window = attributes.get("displayWindow") ?? attributes.get("dataWindow");
  if (channels === undefined || window === undefined) throw new UnreadableMedia("has no channels");
  const rate = attributes.get("framesPerSecond");
  const aspect = attributes.get("pixelAspectRatio")?.readFloatLE(0) ?? 1;
  const data = attributes.get("dataWindow") ?? window;
  const lines = data.readInt32LE(12) - data.readInt32LE(4) + 1;
  const perChunk = CHUNK_LINES[attributes.get("compression")?.[0] ?? 0];
  const isPlain = (bytes.readUInt32LE(4) & OTHER_KINDS) === 0 && perChunk !== undefined;
  return {
    channels: channelsIn(channels),
    width: window.readInt32LE(8) - window.readInt32LE(0) + 1,
    height: window.readInt32LE(12) - window.readInt32LE(4) + 1,
    rate: rate === undefined ? null : rate.readInt32LE(0) / rate.readUInt32LE(4),
    color: colorIn(attributes),
    pixelAspect: aspect > 0 ? aspect : 1,
    chunks: isPlain ? { at: at + 1, count: Math.ceil(lines / perChunk) } : null,
  };
};

/** Reads the first bytes of a file. */
export const readStart = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Reads the header of an OpenEXR file. Rejects if it has none, or the file ends before its last chunk does. */
export const readExrHeader = async (path: string): Promise<ExrHeader> => {
  const header = parseExrHeader(await readStart(path, MAX_HEADER));
  if (header.chunks === null) return header;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const table = Buffer.alloc(header.chunks.count * 8);
    const { bytesRead } = await file.read(table, 0, table.length, header.chunks.at);
    const places = Array.from({ length: Math.floor(bytesRead / 8) }, (_, n) => Number(table.readBigUInt64LE(n * 8)));
    const last = Math.max(...places);
    const head = Buffer.alloc(8);
    // A chunk begins with its line number and its length. Check that they exist, because ffmpeg's decoder accepts
    // truncated files.
    const isThere = (await file.read(head, 0, 8, last)).bytesRead === 8 && last + 8 + head.readUInt32LE(4) <= size;
    if (places.length < header.chunks.count || places.includes(0) || !isThere) throw new UnreadableMedia("is cut off");
  } finally {
    await file.close();
  }
  return header;
};

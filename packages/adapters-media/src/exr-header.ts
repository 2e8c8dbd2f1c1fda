import { open } from "node:fs/promises";
import { UnreadableMedia } from "./tools.ts";

/** What the header of an OpenEXR file says. */
export interface ExrHeader {
  /** The channels by name, such as "R" or "depth.Z", and the type of their samples. */
  readonly channels: ReadonlyMap<string, "uint" | "half" | "float">;
  readonly width: number;
  readonly height: number;
  /** Frames per second, or null if it has none. */
  readonly rate: number | null;
}

/** The start of an OpenEXR file. */
const MAGIC = 20_000_630;

/** The largest header to read, in bytes. */
const MAX_HEADER = 1_000_000;

const TYPES = ["uint", "half", "float"] as const;

/** Reads the channels attribute: for each, a name, its type, and 12 bytes that aren't needed. */
const channelsIn = (bytes: Buffer): ExrHeader["channels"] => {
  const channels = new Map<string, (typeof TYPES)[number]>();
  for (let at = 0; bytes[at] !== 0 && at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    channels.set(bytes.toString("latin1", at, end), TYPES[bytes.readUInt32LE(end + 1)] ?? "float");
    at = end + 17;
  }
  return channels;
};

/** Parses the header of an OpenEXR file. Throws if it has none. */
export const parseExrHeader = (bytes: Buffer): ExrHeader => {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== MAGIC) throw new UnreadableMedia("is not an OpenEXR file");
  const attributes = new Map<string, Buffer>();
  for (let at = 8; bytes[at] !== 0; ) {
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
  // Programs show the display window. The data window says which part of it has pixels.
  const window = attributes.get("displayWindow") ?? attributes.get("dataWindow");
  if (channels === undefined || window === undefined) throw new UnreadableMedia("has no channels");
  const rate = attributes.get("framesPerSecond");
  return {
    channels: channelsIn(channels),
    width: window.readInt32LE(8) - window.readInt32LE(0) + 1,
    height: window.readInt32LE(12) - window.readInt32LE(4) + 1,
    rate: rate === undefined ? null : rate.readInt32LE(0) / rate.readUInt32LE(4),
  };
};

/** Reads the start of a file. */
export const readStart = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Reads the header of an OpenEXR file. Rejects if it has none. */
export const readExrHeader = async (path: string): Promise<ExrHeader> =>
  parseExrHeader(await readStart(path, MAX_HEADER));

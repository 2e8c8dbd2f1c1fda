import { open } from "node:fs/promises";

/** The TIFF tags to read: the compression, the width of tiles, and the kinds of extra channels. */
const COMPRESSION = 259;
const TILE_WIDTH = 322;
const EXTRA_SAMPLES = 338;

const PREMULTIPLIED = 1;
const JPEG: ReadonlySet<number> = new Set([6, 7]);

/** The size of an entry in a TIFF's directory, in bytes. */
const ENTRY = 12;

/** Returns the values of a TIFF's tags that contain a single number. */
const readTags = async (path: string): Promise<ReadonlyMap<number, number>> => {
  const file = await open(path);
  try {
    const read = async (position: number, length: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
    const head = await read(0, 8);
    const isLittle = head.toString("latin1", 0, 2) === "II";
    const short = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
    const long = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
    const directory = long(head, 4);
    const entries = await read(directory + 2, short(await read(directory, 2), 0) * ENTRY);
    const tags = new Map<number, number>();
    for (let at = 0; at < entries.length; at += ENTRY) tags.set(short(entries, at), short(entries, at + 8));
    return tags;
  } finally {
    await file.close();
  }
};

/** Returns whether a TIFF states that its color is premultiplied. */
export const isPremultipliedTiff = async (path: string): Promise<boolean> =>
  (await readTags(path)).get(EXTRA_SAMPLES) === PREMULTIPLIED;

/** Returns why ffmpeg would misread a TIFF, or null. */
export const tiffFault = async (path: string): Promise<string | null> => {
  const tags = await readTags(path);
  if (tags.has(TILE_WIDTH)) return "is a tiled TIFF: save it in strips";
  return JPEG.has(tags.get(COMPRESSION) ?? 1) ? "is a JPEG-compressed TIFF: save it with LZW or uncompressed" : null;
};

import { open } from "node:fs/promises";

/** The tag of a TIFF that says what its extra channels are, and its values for alpha. */
const EXTRA_SAMPLES = 338;
const PREMULTIPLIED = 1;

/** The size of an entry in a TIFF's directory, in bytes. */
const ENTRY = 12;

/** Returns whether a TIFF says that its color is premultiplied. A TIFF that says nothing isn't. */
export const isPremultipliedTiff = async (path: string): Promise<boolean> => {
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
    for (let at = 0; at < entries.length; at += ENTRY)
      if (short(entries, at) === EXTRA_SAMPLES) return short(entries, at + 8) === PREMULTIPLIED;
    return false;
  } finally {
    await file.close();
  }
};

import { strToU8, zipSync } from "fflate";

const ascii = (text: string): Uint8Array => strToU8(text, true);

const joined = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

const uint32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);

/** Returns the start of an MP4 or AVIF file of a brand. */
const boxed = (brand: string, text: string): Buffer =>
  joined(Buffer.from([0, 0, 0, 24]), ascii(`ftyp${brand}`), uint32(0), ascii(`${brand}mif1`), ascii(text));

/** Returns a glTF binary with an empty scene. */
const scene = (text: string): Buffer => {
  const json = JSON.stringify({ asset: { version: "2.0", generator: text } });
  const padded = json.padEnd(Math.ceil(json.length / 4) * 4);
  const chunk = joined(uint32(padded.length), ascii("JSON"), ascii(padded));
  return joined(ascii("glTF"), uint32(2), uint32(12 + chunk.length), chunk);
};

/**
 * Returns the smallest file that is what the end of its name says: ZIP, GLB, AVIF, JPEG, MP4, or WebM. Its content
 * depends on `text`.
 */
export const goodsFile = (name: string, text: string): Buffer => {
  switch (/\.(\w+)$/.exec(name)?.[1]) {
    case "zip":
      return Buffer.from(zipSync({ "folder/frame.txt": ascii(text) }, { mtime: new Date(2026, 0, 1) }));
    case "glb":
    case "scene":
      return scene(text);
    case "avif":
      return boxed("avif", text);
    case "mp4":
      return boxed("isom", text);
    case "jpg":
      return joined(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), ascii(text));
    case "webm":
      return joined(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]), ascii("webm"), ascii(text));
    default:
      throw new Error(`what is ${name}?`);
  }
};

/** A collection that an owner imports. */
export const BARN_FIRE = {
  slug: "barn-fire",
  name: "Barn Fire",
  library_id: 1,
  category: "Fire",
  tags: ["fire", "barn"],
  description: "A barn that burns.",
  access: "premium",
  membership_tier: null,
  made_by_provider: true,
  alpha: false,
  credit_price: 9,
  upgrade_credit_price: 4,
  price: 2_400,
  original_price: 3_000,
  variants: [
    {
      name: "Barn Fire 2K",
      resolution: "2K",
      price: 2_400,
      file_name: "barn-fire-2k.zip",
      description: "48 frames",
    },
  ],
  options: [],
  attributes: [{ name: "Frames", value: "48" }],
};

const PICTURES = ["barn-fire.avif", "barn-fire-640.avif", "barn-fire.jpg", "barn-fire-tile.mp4", "barn-fire.mp4"];

/** The names of its files. */
export const BARN_FIRE_FILES = [...PICTURES.map((name) => `media/${name}`), "files/barn-fire-2k.zip"];

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_SCALE } from "@backlot/testing/scale";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { FloatType } from "three";
import { EXRLoader } from "three/addons/loaders/EXRLoader.js";
import { describe, expect, it } from "vitest";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { writeSoldFile } from "../src/sold-file.ts";

/** The size at which a file is sold when all cases run; an eighth of it otherwise. */
const SCALE = TEST_SCALE.everywhere ? 1 : 0.125;
const MINUTES = 60_000;

type Unpacked = Readonly<Record<string, Uint8Array>>;

const made = new Map<string, Promise<Unpacked>>();

/** Returns the unzipped 2K file of a collection. Renders it once. */
const soldFile = (slug: string): Promise<Unpacked> => {
  const known = made.get(slug) ?? makeSold(slug);
  made.set(slug, known);
  return known;
};

const makeSold = async (slug: string): Promise<Unpacked> => {
  const variant = SAMPLE_COLLECTIONS.find((each) => each.collection.slug === slug)?.collection.collection_variants[0];
  const folder = await mkdtemp(join(tmpdir(), "backlot-sold-"));
  const path = join(folder, "sold.zip");
  await writeSoldFile(variant?.id ?? 0, path, SCALE);
  const files = unzipSync(await readFile(path));
  await rm(folder, { recursive: true });
  return files;
};

/** Returns the brightness of a frame over black, 256 pixels wide. */
const light = async (png: Uint8Array): Promise<Buffer> =>
  sharp(png).flatten({ background: "#000" }).resize(256).greyscale().raw().toBuffer();

const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

describe("a sold file", () => {
  it(
    "CAT-03 DWN-01 is what its description says: 48 frames with straight alpha, which go round",
    async () => {
      const files = await soldFile("campfire");
      const { "README.txt": readme, ...frames } = files;
      expect(new TextDecoder().decode(readme)).toContain("48 frames at 2048 × 1152, straight alpha");
      const names = Object.keys(frames);
      expect(names).toHaveLength(48);
      expect([names[0], names.at(-1)]).toEqual(["campfire_2k.1001.png", "campfire_2k.1048.png"]);
      const { width, height, channels, depth } = await sharp(frames["campfire_2k.1001.png"]).metadata();
      expect([width, height, channels, depth]).toEqual([2_048 * SCALE, 1_152 * SCALE, 4, "uchar"]);
      const lights = await Promise.all(Object.values(frames).map(light));
      const steps = lights.map((each, n) => difference(each, lights[(n + 1) % lights.length] ?? each));
      const usual = [...steps].sort((a, b) => a - b)[24] ?? 0;
      expect(usual).toBeGreaterThan(0.05);
      expect(steps.at(-1) ?? 99).toBeLessThan(usual * 2);
    },
    15 * MINUTES,
  );

  it(
    "CAT-03 DWN-01 of a premium element has each frame as OpenEXR too: what is shown, and the light beyond white",
    async () => {
      const files = await soldFile("rifle-muzzle-flash");
      const names = Object.keys(files).filter((name) => name.startsWith("exr/"));
      expect(names).toHaveLength(Object.keys(files).filter((name) => name.endsWith(".png")).length);
      expect(names[0]).toBe("exr/rifle-muzzle-flash_2k.1001.exr");
      const bytes = files["exr/rifle-muzzle-flash_2k.1002.exr"] ?? new Uint8Array();
      const {
        width = 0,
        height = 0,
        data = new Float32Array(),
      } = new EXRLoader().setDataType(FloatType).parse(bytes.slice().buffer);
      const png = sharp(files["rifle-muzzle-flash_2k.1002.png"]);
      const shown = await png.raw().toBuffer({ resolveWithObject: true });
      expect([width, height]).toEqual([shown.info.width, shown.info.height]);
      expect(data.some((light) => light > 1.5)).toBe(true);
      // Half floats and bytes are both rounded. The first row of a texture is the bottom one.
      let farthest = 0;
      for (let i = 0; i < data.length; i += 4) {
        const at = ((height - 1 - Math.floor(i / 4 / width)) * width + ((i / 4) % width)) * 4;
        const alpha = (shown.data[at + 3] ?? 0) / 255;
        for (const c of [0, 1, 2])
          farthest = Math.max(
            farthest,
            Math.abs((1 - Math.exp(-(data[i + c] ?? 0))) ** (1 / 2.2) - ((shown.data[at + c] ?? 0) / 255) * alpha),
          );
      }
      expect(farthest).toBeLessThan(0.02);
    },
    15 * MINUTES,
  );

  it(
    "CAT-03 DWN-01 of a flash is there within two frames, and goes",
    async () => {
      const files = Object.entries(await soldFile("rifle-muzzle-flash")).filter(([name]) => name.endsWith(".png"));
      const lights = await Promise.all(files.map(([, png]) => light(png)));
      const sums = lights.map((each) => each.reduce((sum, value) => sum + value, 0));
      const most = Math.max(...sums);
      expect(sums.indexOf(most)).toBeLessThan(3);
      expect(sums.at(-1) ?? most).toBeLessThan(most * 0.25);
    },
    15 * MINUTES,
  );
});

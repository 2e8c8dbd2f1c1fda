import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type FrameSource, openFrames } from "@backlot/adapters-media/frame-source";
import { clipOptions } from "@backlot/domain";
import { TEST_SCALE } from "@backlot/testing/scale";
import { unzipSync } from "fflate";
import { validateBytes } from "gltf-validator";
import sharp from "sharp";
import { FloatType } from "three";
import { EXRLoader } from "three/addons/loaders/EXRLoader.js";
import { describe, expect, it } from "vitest";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { asFrame, asSold } from "../src/scenes/frame.ts";
import { writeSoldFile } from "../src/sold-file.ts";

/** The size at which a file is sold when all cases run; an eighth of it otherwise. */
const SCALE = TEST_SCALE.everywhere ? 1 : 0.125;
const MINUTES = 60_000;

type Unpacked = Readonly<Record<string, Uint8Array>>;

const made = new Map<string, Promise<Unpacked>>();

/** Returns the unzipped 2K file of a collection, without its root folder. Renders it once. */
const soldFile = (slug: string, scale = SCALE): Promise<Unpacked> => {
  const known = made.get(`${slug} ${scale}`) ?? makeSold(slug, scale);
  made.set(`${slug} ${scale}`, known);
  return known;
};

const makeSold = async (slug: string, scale: number): Promise<Unpacked> => {
  const variant = SAMPLE_COLLECTIONS.find((each) => each.collection.slug === slug)?.collection.collection_variants[0];
  const folder = await mkdtemp(join(tmpdir(), "backlot-sold-"));
  const path = join(folder, "sold.zip");
  await writeSoldFile(variant?.id ?? 0, path, scale);
  const files = Object.entries(unzipSync(await readFile(path)));
  await rm(folder, { recursive: true });
  const root = `${slug}-2k/`;
  expect(files.filter(([name]) => !name.startsWith(root))).toEqual([]);
  return Object.fromEntries(files.map(([name, content]) => [name.slice(root.length), content]));
};

/** Reads the facts of the frames of a sold file that have an extension, or returns null if it has none. */
const framesIn = async (files: Unpacked, extension: "png" | "exr"): Promise<FrameSource | null> => {
  const frames = Object.entries(files).filter(([name]) => name.endsWith(`.${extension}`));
  if (frames.length === 0) return null;
  const folder = await mkdtemp(join(tmpdir(), "backlot-frames-"));
  await mkdir(folder, { recursive: true });
  for (const [n, [, content]] of frames.sort(([a], [b]) => (a < b ? -1 : 1)).entries())
    await writeFile(join(folder, `${String(n + 1).padStart(8, "0")}.${extension}`), content);
  return openFrames({ folder, name: `%08d.${extension}`, sequence: { frames: frames.length, extension } });
};

const OIIOTOOL = "/usr/bin/oiiotool";

/** Returns what OpenImageIO reports about a frame: its size, channels, type, format, and color space. */
const opinionOn = async (content: Uint8Array, extension: "png" | "exr"): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-oiio-"));
  const path = join(folder, `frame.${extension}`);
  await writeFile(path, content);
  const { stdout } = await promisify(execFile)(OIIOTOOL, ["--info", "-v", path]);
  await rm(folder, { recursive: true });
  const about = /: +(.+)\n +channel list: (.+)\n/.exec(stdout);
  return [...(about?.slice(1) ?? []), /ColorSpace: "(.+)"/.exec(stdout)?.[1]].join("; ").replaceAll(/ +/g, " ");
};

/** The scale at which the facts of files are checked. */
const SMALL = 0.0625;

/** The collections whose facts are checked when not all are: each kind of source, with and without a matte. */
const SOME = [
  ...["campfire", "black-oil-smoke", "spark-fountain", "falling-snow", "forked-lightning"],
  ...["blue-screen-confetti", "pre-keyed-turntable", "clay-amphora"],
];

const checked = SAMPLE_COLLECTIONS.filter(({ collection: { slug } }) => TEST_SCALE.everywhere || SOME.includes(slug));
const sequences = checked.filter(({ source }) => source._tag !== "model").map((each) => each.collection);
const models = checked.filter(({ source }) => source._tag === "model").map((each) => each.collection);

/** Returns the brightness of a frame over black, 256 pixels wide. */
const light = async (png: Uint8Array): Promise<Buffer> =>
  sharp(png).flatten({ background: "#000" }).resize(256).greyscale().raw().toBuffer();

const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

describe("a sold file", () => {
  it(
    "CAT-03 DWN-01 is what its description says: 96 frames with straight alpha, which go round",
    async () => {
      const files = await soldFile("campfire");
      const { "README.txt": readme, ...frames } = files;
      expect(new TextDecoder().decode(readme)).toContain("96 frames at 2048 × 1152, straight alpha");
      const names = Object.keys(frames);
      expect(names).toHaveLength(96);
      expect([names[0], names.at(-1)]).toEqual(["campfire_2k.1001.png", "campfire_2k.1096.png"]);
      const { width, height, channels, depth } = await sharp(frames["campfire_2k.1001.png"]).metadata();
      expect([width, height, channels, depth]).toEqual([2_048 * SCALE, 1_152 * SCALE, 4, "uchar"]);
      const lights = await Promise.all(Object.values(frames).map(light));
      const steps = lights.map((each, n) => difference(each, lights[(n + 1) % lights.length] ?? each));
      const usual = [...steps].sort((a, b) => a - b)[48] ?? 0;
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
            Math.abs(1 - Math.exp(-(data[i + c] ?? 0)) - ((shown.data[at + c] ?? 0) / 255) ** 2.2 * alpha),
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

  it.each(sequences)(
    "CAT-03 DWN-01 of $slug agrees with the facts on its page",
    async (collection) => {
      const { slug, alpha, clips, collection_variants } = collection;
      const stated = new Map(clips.flatMap(clipOptions).map(({ label, text }) => [label, text]));
      const files = await soldFile(slug, SMALL);
      const png = await framesIn(files, "png");
      const width = (collection_variants[0]?.width ?? 0) * SMALL;
      expect(png?.facts).toMatchObject({
        ...{ frames: Number(stated.get("Frames")), width, height: (collection_variants[0]?.height ?? 0) * SMALL },
        ...{ depth: stated.get("Bit depth")?.split(/[,;]/)[0], color: stated.get("Color space")?.split(";")[0] },
      });
      expect(png?.facts.alpha === "none").toBe(!alpha);
      if (existsSync(OIIOTOOL)) {
        const channels = alpha ? "4 channel, uint8 png; R, G, B, A" : "3 channel, uint8 png; R, G, B";
        const height = (collection_variants[0]?.height ?? 0) * SMALL;
        const name = Object.keys(files).find((each) => each.endsWith(".png")) ?? "";
        const said = await opinionOn(files[name] ?? new Uint8Array(), "png");
        expect(said).toBe(`${width} x ${height}, ${channels}; sRGB`);
        const light = Object.keys(files).find((each) => each.endsWith(".exr"));
        if (light !== undefined)
          expect(await opinionOn(files[light] ?? new Uint8Array(), "exr")).toBe(
            `${width} x ${height}, 4 channel, half openexr; R, G, B, A; Linear`,
          );
      }
      const exr = await framesIn(files, "exr");
      expect([slug, exr !== null]).toEqual([slug, stated.get("Format")?.includes("OpenEXR")]);
      if (exr === null) return;
      expect(exr.facts).toMatchObject({
        frames: png?.facts.frames,
        width,
        depth: "16-bit half float",
        color: "linear",
      });
      const holds = { premultiplied: "premultiplied alpha", light: "additive light, no matte" };
      expect(stated.get("Bit depth")).toMatch(
        new RegExp(`OpenEXR: half float, ${Reflect.get(holds, exr.facts.alpha)}$`),
      );
    },
    5 * MINUTES,
  );

  it.each(models)(
    "CAT-03 DWN-01 of $slug is a scene of real size that stands on the floor, without a fault",
    async ({ slug }) => {
      const files = await soldFile(slug, SMALL);
      const scene = files[`${slug}_2k.glb`] ?? new Uint8Array();
      const { issues, info } = await validateBytes(scene);
      expect(issues.messages).toEqual([]);
      expect(info).toMatchObject({ totalTriangleCount: expect.any(Number), materialCount: 1 });
      const position = JSON.parse(
        new TextDecoder().decode(
          scene.subarray(20, 20 + new DataView(scene.buffer, scene.byteOffset).getUint32(12, true)),
        ),
      );
      const { min, max } = position.accessors[position.meshes[0].primitives[0].attributes.POSITION];
      expect(min[1]).toBeCloseTo(0, 5);
      expect(max[1]).toBeGreaterThan(0.5);
      expect(max[1]).toBeLessThan(4);
      expect(min[0] + max[0]).toBeCloseTo(0, 4);
    },
    5 * MINUTES,
  );

  it("CAT-03 has no rims: thin smoke has the color of thick smoke, and light keeps its color", () => {
    const gray = (alpha: number) => [0.0756 * alpha, 0.0756 * alpha, 0.0756 * alpha, alpha];
    const rgba = Float32Array.from([...gray(0.05), ...gray(1), ...[0.2, 0.1, 0.02, 0], ...[0, 0, 0, 0]]);
    const { pixels } = asSold({ width: 4, height: 1, rgba, shines: true, lit: 0.1 });
    expect(Math.abs((pixels[0] ?? 0) - (pixels[4] ?? 0))).toBeLessThan(4);
    expect(pixels[0] ?? 0).toBeLessThan(0.34 * 255);
    expect([pixels[3], pixels[7], pixels[15]]).toEqual([expect.closeTo(13, -1), 255, 0]);
    // Neither have previews, which browsers composite without linear light.
    const preview = asFrame({ width: 4, height: 1, rgba, shines: true, lit: 0.1 }).pixels;
    expect(Math.abs((preview[0] ?? 0) - (preview[4] ?? 0))).toBeLessThan(4);
    expect([preview[3], preview[7], preview[15]]).toEqual([expect.closeTo(13, -1), 255, 0]);
    for (const [channel, light] of [0.2, 0.1, 0.02].entries())
      expect(((preview[8 + channel] ?? 0) * (preview[11] ?? 0)) / 65_025).toBeCloseTo(
        (1 - Math.exp(-light)) ** (1 / 2.2),
        1,
      );
    // Light without a matte: over black, in linear light, it is what it was.
    const shown = [8, 9, 10].map((at) => ((pixels[at] ?? 0) / 255) ** 2.2 * ((pixels[11] ?? 0) / 255));
    for (const [channel, light] of [0.2, 0.1, 0.02].entries())
      expect(shown[channel]).toBeCloseTo(1 - Math.exp(-light), 1);
  });
});

import { copyFile, mkdir, mkdtemp, readFile, readdir, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DrawModel, filesIn, prepareFiles, unfollowedLinks } from "@backlot/adapters-media";
import { parseExrHeader } from "@backlot/adapters-media/exr-header";
import { openFrames } from "@backlot/adapters-media/frame-source";
import { isLinearPng } from "@backlot/adapters-media/png-chunks";
import { openModel, writeShownModel } from "@backlot/adapters-media/models";
import { PLAYER } from "@backlot/adapters-media/previews";
import { readFrames } from "@backlot/adapters-media/read-frames";
import { runTool } from "@backlot/adapters-media/tools";
import { AlphaCounts, centered, detailOf, fitted, onGround, straightFromLinear } from "@backlot/adapters-media/pixels";
import { sortDeliverables } from "@backlot/domain/catalog/deliverables";
import { factsText } from "@backlot/domain/catalog/media-facts";
import { makeDeliverables, pyramid } from "@backlot/testing/deliverables";
import { NodeIO, type Primitive } from "@gltf-transform/core";
import { EXTMeshoptCompression } from "@gltf-transform/extensions";
import { MeshoptEncoder } from "meshoptimizer";
import { strToU8, zipSync } from "fflate";
import * as fc from "fast-check";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

/** Returns planar float bytes of one pixel: green, blue, red, and alpha. */
const linear = ([red, green, blue]: readonly number[], alpha: number | null): Buffer =>
  Buffer.from(Float32Array.from([green ?? 0, blue ?? 0, red ?? 0, ...(alpha === null ? [] : [alpha])]).buffer);

const ONE = { width: 1, height: 1 };

/** Decodes a color of a screen to linear light. */
const decoded = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

describe("the pixels of previews", () => {
  it("CLI-03 divide color by its alpha before the curve of the screen, so that edges have no rims", () => {
    const [red = 0, , , alpha = 0] = straightFromLinear(linear([0.003_78, 0, 0], 0.05), ONE);
    expect(red / 65_535).toBeCloseTo(0.304, 2);
    expect(alpha / 65_535).toBeCloseTo(0.05, 3);
  });

  it("CLI-03 DEV-01 composite in linear light as the frames that they are made of", () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(part, part, part), part, part, (color, alpha, ground) => {
        const matte = Math.max(alpha, ...color);
        const pixel = straightFromLinear(linear(color, alpha), ONE);
        for (const [channel, value] of color.entries()) {
          const shown = decoded((pixel[channel] ?? 0) / 65_535) * ((pixel[3] ?? 0) / 65_535);
          expect(shown + ground * (1 - (pixel[3] ?? 0) / 65_535)).toBeCloseTo(value + ground * (1 - matte), 2);
        }
      }),
    );
  });

  it("CLI-03 of light without a matte, and of frames without an alpha channel, can be seen", () => {
    expect([...straightFromLinear(linear([4, 0, 0], 0), ONE)]).toEqual([65_535, 0, 0, 65_535]);
    expect([...straightFromLinear(linear([0, 0, 0], 0), ONE)]).toEqual([0, 0, 0, 0]);
    expect([...straightFromLinear(linear([1, 0, 0], null), ONE)]).toEqual([65_535, 0, 0, 65_535]);
  });

  it("CLI-03 say what an alpha channel holds, over all frames", () => {
    const mixed = (...frames: readonly (readonly (readonly number[])[])[]) => {
      const counts = new AlphaCounts({ width: frames[0]?.length ?? 0, height: 1 }, "rgba64le");
      for (const pixels of frames)
        counts.add(Buffer.from(Uint16Array.from(pixels.flat().map((value) => value * 65_535)).buffer));
      return counts.kind("straight");
    };
    expect(
      mixed([
        [1, 1, 1, 1],
        [0, 0, 0, 1],
      ]),
    ).toBe("none");
    // What ffmpeg makes of the full alpha of 8 bits.
    expect(
      mixed([
        [1, 1, 1, 65_280 / 65_535],
        [0, 0, 0, 65_532 / 65_535],
      ]),
    ).toBe("none");
    expect(
      mixed([
        [0.5, 0, 0, 0.2],
        [0.5, 0, 0, 1],
      ]),
    ).toBe("straight");
    expect(
      mixed([
        [0.2, 0, 0, 0.2],
        [0.5, 0, 0, 0.5],
        [0, 0, 0, 0],
      ]),
    ).toBe("premultiplied");
    // Black is the same either way: what the format stands for holds.
    expect(
      mixed([
        [0, 0, 0, 0.2],
        [0, 0, 0, 1],
      ]),
    ).toBe("straight");
    // Empty frames say nothing, whatever color they keep.
    expect(mixed([[0.5, 0, 0, 0.2]], [[0, 0, 0, 0]], [[1, 0, 0, 0]])).toBe("straight");
    // One stray pixel of many decides nothing, and what a lossy codec changes doesn't either.
    const many = Array.from({ length: 1_000 }, (_, n) => (n === 0 ? [0.6, 0, 0, 0.2] : [0.2, 0, 0, 0.2]));
    expect(mixed(many)).toBe("premultiplied");
    const lossy = new AlphaCounts({ width: 2, height: 1 }, "rgba64le", true);
    lossy.add(Buffer.from(Uint16Array.from([0.22, 0, 0, 0.2, 0.5, 0, 0, 0.5].map((value) => value * 65_535)).buffer));
    expect(lossy.kind("straight")).toBe("premultiplied");
    const float = (color: number, alpha: number) => {
      const counts = new AlphaCounts(ONE, "gbrapf32le");
      counts.add(linear([color, 0, 0], alpha));
      return counts.kind("premultiplied");
    };
    expect([float(0.5, 0), float(0.5, 0.2), float(0.5, 1)]).toEqual(["light", "premultiplied", "none"]);
  });

  it("CLI-03 fit into their picture and stand in its middle", () => {
    expect(fitted({ width: 4_096, height: 1_716 }, { width: 960, height: 540 })).toEqual({ width: 960, height: 402 });
    expect(fitted({ width: 1_080, height: 1_920 }, { width: 960, height: 540 })).toEqual({ width: 304, height: 540 });
    const dot = Uint16Array.from([1, 2, 3, 4]);
    const placed = centered(dot, ONE, { width: 3, height: 3 });
    expect([...placed.subarray(16, 20), placed.filter((value) => value > 0).length]).toEqual([1, 2, 3, 4, 4]);
    for (const light of ["linear", "screen"] as const) {
      const covered = Uint16Array.from([65_535, 0, 0, 65_535, 9, 9, 9, 0]);
      expect([light, ...onGround(covered, light)]).toEqual([light, 255, 0, 0, 13, 13, 15]);
    }
    // Half of white: in the light of the screen it is half as bright, in linear light as bright as half the light.
    const half = Uint16Array.from([65_535, 65_535, 65_535, 32_768]);
    expect([onGround(half, "screen")[0], onGround(half, "linear")[0]]).toEqual([134, 188]);
    // Between two steps of a byte, some pixels get one and some the other: no bands.
    const faint = Uint16Array.from({ length: 400 }, (_, n) => (n % 4 === 3 ? 65_535 : Math.round(20.3 * 257)));
    const shown = onGround(faint, "screen");
    expect(new Set(shown)).toEqual(new Set([20, 21]));
    expect(shown.reduce((total, value) => total + value, 0) / shown.length).toBeCloseTo(20.3, 1);
    const flat = new Uint8Array(64 * 64 * 3);
    const checked = flat.map((_, n) => (Math.floor(n / 24) % 2) * 255);
    expect(detailOf(checked, 64)).toBeGreaterThan(detailOf(flat, 64));
  });
});

const draw: DrawModel = (_mesh, _maps, _turn, { width, height }) => ({
  pixels: new Uint8ClampedArray(width * height * 4).fill(128),
});

describe("files that can't be prepared", () => {
  let good = "";
  beforeAll(async () => {
    good = await mkdtemp(join(tmpdir(), "backlot-good-"));
    await makeDeliverables(good, 5);
  });
  afterEach(() => void vi.unstubAllEnvs());

  /** Prepares the files that `fill` writes into a folder. Returns the faults of its only collection. */
  const faultsOf = async (fill: (folder: string) => Promise<unknown>) => {
    const raw = await mkdtemp(join(tmpdir(), "backlot-raw-"));
    await mkdir(join(raw, "Fire/a"), { recursive: true });
    await fill(join(raw, "Fire/a"));
    const paths = (await readdir(raw, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => `Fire/a/${entry.name}`);
    const [group] = sortDeliverables(paths).groups;
    if (group === undefined) throw new Error("there is nothing to prepare");
    const out = await mkdtemp(join(tmpdir(), "backlot-out-"));
    const result = await prepareFiles({ raw, out, group, row: {} }, draw);
    if (!("faults" in result)) throw new Error(`prepared ${result.files.join(", ")}`);
    const left = (await readdir(out, { recursive: true })).filter((path) => /\.\w+$/.test(path) && path !== ".work");
    expect(left).toEqual([]);
    return result.faults.map(({ path, message }) => `${path}: ${message}`);
  };
  const frame = (n: number) => join(good, `Fire/png_take_0/png_take_0.000${n}.png`);

  it("CLI-03 are frames that are cut off, empty, of another size, or no pictures", async () => {
    const withSecond = (change: (path: string) => Promise<unknown>) => async (folder: string) => {
      await copyFile(frame(1), join(folder, "a.0001.png"));
      await copyFile(frame(2), join(folder, "a.0002.png"));
      await change(join(folder, "a.0002.png"));
    };
    expect(await faultsOf(withSecond((path) => truncate(path, 20_000)))).toEqual([
      expect.stringMatching(/^Fire\/a\/a\.0001\.png: It has a broken frame, number 2 of 2: can't be read: .+\.$/),
    ]);
    // Also in a sequence that no preview is made of.
    const inLarge = async (folder: string) => {
      await sharp(frame(1)).resize(3_840).toFile(join(folder, "a_4k.0001.png"));
      await truncate(join(folder, "a_4k.0001.png"), 100_000);
      await withSecond(async () => {})(folder);
    };
    expect(await faultsOf(inLarge)).toEqual([
      expect.stringMatching(/^Fire\/a\/a_4k\.0001\.png: It has a broken frame, number 1 of 1: .+\.$/),
    ]);
    expect(await faultsOf(withSecond((path) => truncate(path, 0)))).toEqual([
      "Fire/a/a.0001.png: It has a broken frame: a.0002.png can't be read.",
    ]);
    const small = sharp({ create: { width: 64, height: 36, channels: 4, background: "red" } });
    expect(await faultsOf(withSecond((path) => small.png().toFile(path)))).toEqual([
      "Fire/a/a.0001.png: It has different frames: a.0002.png is 64 × 36 with 4 channels of 8 bits, " +
        "but the first is 640 × 360 with 4 channels of 8 bits.",
    ]);
    const exr = join(good, "Fire/exr_take_4/EXR/exr_take_4.0001.exr");
    const half = async (folder: string) => {
      await copyFile(exr, join(folder, "a.0001.exr"));
      await truncate(join(folder, "a.0001.exr"), (await readFile(exr)).length / 2);
    };
    expect(await faultsOf(half)).toEqual(["Fire/a/a.0001.exr: It has a broken frame: a.0001.exr is cut off."]);
    expect(await faultsOf((folder) => writeFile(join(folder, "a.0001.exr"), "no picture"))).toEqual([
      "Fire/a/a.0001.exr: It has a broken frame: a.0001.exr is not an OpenEXR file.",
    ]);
  });

  it("CLI-03 are web pages named as videos, ZIPs that are broken or lack frames, and broken models", async () => {
    expect(await faultsOf((folder) => writeFile(join(folder, "a.mov"), "<!DOCTYPE html>"))).toEqual([
      expect.stringMatching(/^Fire\/a\/a\.mov: It can't be read: .+\.$/),
    ]);
    expect(await faultsOf((folder) => writeFile(join(folder, "a.zip"), "PK no ZIP"))).toEqual([
      expect.stringMatching(/^Fire\/a\/a\.zip: It is a ZIP that can't be read: .+\.$/),
    ]);
    const png = new Uint8Array(await readFile(frame(1)));
    const gap = zipSync({ "a/a.0001.png": png, "a/a.0003.png": png });
    expect(await faultsOf((folder) => writeFile(join(folder, "a.zip"), gap))).toEqual([
      "Fire/a/a.zip: It is a ZIP with a problem: a/a.0001.png: Frame 2 is missing.",
    ]);
    const stated = ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=24:d=4", "-c:v", "libvpx", "-b:v", "2M", "whole.webm"];
    await runTool("ffmpeg", stated, good);
    const half = async (folder: string) => {
      await copyFile(join(good, "whole.webm"), join(folder, "a.webm"));
      await truncate(join(folder, "a.webm"), (await readFile(join(good, "whole.webm"))).length / 2);
    };
    expect(await faultsOf(half)).toEqual([
      expect.stringMatching(/^Fire\/a\/a\.webm: It is cut short: it should last 4\.0 seconds but lasts [12]\.\d\.$/),
    ]);
    const outside = zipSync({ "../a.png": png });
    expect(await faultsOf((folder) => writeFile(join(folder, "a.zip"), outside))).toEqual([
      expect.stringMatching(/is a ZIP that can't be read: .*relative path/),
    ]);
    const usdz = zipSync({ "a.usda": strToU8("#usda 1.0") });
    expect(await faultsOf((folder) => writeFile(join(folder, "a.usdz"), usdz))).toEqual([
      "Fire/a/a.usdz: It needs a .glb of the same model for its page.",
    ]);
    const model = await pyramid(1, null);
    expect(await faultsOf((folder) => writeFile(join(folder, "a.glb"), model.subarray(0, 300)))).toEqual([
      expect.stringMatching(/^Fire\/a\/a\.glb: It is a GLB that can't be read: .+\.$/),
    ]);
  });

  it("CLI-03 says which tool is missing", async () => {
    vi.stubEnv("PATH", "/nowhere");
    await expect(faultsOf((folder) => copyFile(frame(1), join(folder, "a.0001.png")))).rejects.toThrow(
      "ffprobe is not installed. Install ffmpeg with the system's package manager.",
    );
  });

  it("CLI-03 DEV-01 never include an EXR whose header ends anywhere", async () => {
    const whole = await readFile(join(good, "Fire/exr_take_4/EXR/exr_take_4.0001.exr"));
    const { width, height, channels } = parseExrHeader(whole);
    expect([width, height, [...channels].toString()]).toEqual([640, 360, "A,half,B,half,G,half,R,half"]);
    for (let length = 0; length < 300; length += 1)
      expect(() => parseExrHeader(whole.subarray(0, length))).toThrow(/is not an OpenEXR file|header that ends early/);
  });
});

describe("the ZIP of a model", () => {
  it("CLI-03 is sold beside its GLB, and described by the files in it", async () => {
    const raw = await mkdtemp(join(tmpdir(), "backlot-crate-"));
    await mkdir(join(raw, "3D/Props/crate/@eaDir"), { recursive: true });
    const folder = join(raw, "3D/Props/crate");
    await writeFile(join(folder, "crate.glb"), await pyramid(1, 64));
    await writeFile(join(folder, "@eaDir/crate.png"), "a thumbnail");
    const map = new Uint8Array(
      await sharp({ create: { width: 2_048, height: 2_048, channels: 4, background: "red" } })
        .png()
        .toBuffer(),
    );
    const files = {
      "crate.fbx": strToU8("Kaydara FBX Binary"),
      "maps/color.1001.png": map,
      "maps/color.1011.png": map,
    };
    await writeFile(join(folder, "crate_fbx.zip"), zipSync(files));
    await symlink(join(raw, "nowhere.mov"), join(folder, "gone.mov"));
    await symlink(tmpdir(), join(folder, "elsewhere"));
    expect(await unfollowedLinks(raw)).toEqual([
      { path: "3D/Props/crate/elsewhere", leadsTo: "folder" },
      { path: "3D/Props/crate/gone.mov", leadsTo: "nothing" },
    ]);
    const [group] = sortDeliverables((await filesIn(raw)).map(({ path }) => path)).groups;
    if (group === undefined) throw new Error("there is nothing to prepare");
    const out = await mkdtemp(join(tmpdir(), "backlot-out-"));
    const result = await prepareFiles({ raw, out, group, row: {} }, draw);
    if ("faults" in result) throw new Error(JSON.stringify(result.faults));
    expect(result.probed.map(({ facts }) => factsText(facts, {}))).toEqual([
      "GLB, 6 triangles, 1 material, maps up to 64 × 64",
      "FBX, maps up to 2048 × 2048",
    ]);
    expect(result.files).not.toContainEqual(expect.stringMatching(/\.webm$/));
  });
});

describe("the preview of a sequence", () => {
  it("CLI-03 plays at the rate that the spreadsheet gives", async () => {
    const raw = await mkdtemp(join(tmpdir(), "backlot-rate-"));
    await makeDeliverables(raw, 1);
    const [group] = sortDeliverables(
      Array.from({ length: 6 }, (_, n) => `Fire/png_take_0/png_take_0.000${n + 1}.png`),
    ).groups;
    if (group === undefined) throw new Error("there is nothing to prepare");
    const out = await mkdtemp(join(tmpdir(), "backlot-out-"));
    expect(await prepareFiles({ raw, out, group, row: { fps: 48 } }, draw)).toMatchObject({ probed: [{}] });
    const counting = ["-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0"];
    const frames = await runTool("ffprobe", [...counting, "media/png-take-0.mp4"], out);
    // An eighth of a second has three of the 24 frames of a preview.
    expect(Number(frames)).toBe(3);
  });
});

describe("the facts of uncommon files", () => {
  const SOURCE = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=24:d=0.5"];
  const CASES: readonly (readonly [name: string, args: readonly string[], says: string])[] = [
    [
      "opaque.png",
      ["-frames:v", "1", "-pix_fmt", "rgba", "-vf", "format=rgb24,format=rgba"],
      "PNG still, 320 × 180, 8 bits per channel, sRGB",
    ],
    ["gray.exr", ["-frames:v", "1", "-vf", "format=gray,format=grayf32le", "-format", "half"], "linear"],
    [
      "xq.mov",
      ["-c:v", "prores_ks", "-profile:v", "4444xq", "-pix_fmt", "yuva444p10le"],
      "ProRes 4444 XQ, 12 frames at 320 × 180, 24 fps, 12 bits per channel, Rec. 709",
    ],
    [
      "wide.mp4",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-vf", "setsar=2"],
      "H.264, 12 frames at 320 × 180, 24 fps, 8 bits per channel, Rec. 709, pixel aspect 2",
    ],
    [
      "sd.mp4",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-color_primaries", "smpte170m", "-colorspace", "smpte170m"],
      "Rec. 601",
    ],
    [
      "uneven.mp4",
      [
        ...["-c:v", "libx264", "-bf", "0", "-pix_fmt", "yuv420p", "-fps_mode", "vfr", "-enc_time_base", "1/24"],
        ...["-vf", "setpts='if(lt(N,6),N,N*2-6)/24/TB'"],
      ],
      "12 frames at 320 × 180, 16.941 fps",
    ],
    [
      "sound.mov",
      [
        ...["-f", "lavfi", "-i", "sine=f=440:d=0.5", "-c:v", "prores_ks", "-profile:v", "3"],
        ...["-pix_fmt", "yuv422p10le", "-c:a", "pcm_s24le"],
      ],
      "ProRes 422 HQ, 12 frames at 320 × 180, 24 fps, 10 bits per channel, Rec. 709, with sound",
    ],
  ];
  const still = (folder: string, extension: string) => ({
    ...{ folder, name: `%08d.${extension}` },
    sequence: { frames: 1, extension },
  });
  it.each(CASES)("CLI-03 of %s are true", async (name, args, says) => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-uncommon-"));
    const isStill = /\.(?:png|exr)$/.test(name);
    await runTool("ffmpeg", [...SOURCE, ...args, isStill ? `00000001.${name.slice(-3)}` : name], folder);
    const source = await openFrames(isStill ? still(folder, name.slice(-3)) : { folder, name, sequence: null });
    expect(factsText(source.facts, {})).toContain(says);
  });

  it("CLI-03 of PNG and EXR name the color that their headers state", () => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
    };
    const gamma = (value: number): Buffer => {
      const data = Buffer.alloc(4);
      data.writeUInt32BE(value);
      return chunk("gAMA", data);
    };
    const png = (...chunks: readonly Buffer[]) => isLinearPng(Buffer.concat([Buffer.alloc(8), ...chunks]));
    expect([png(gamma(100_000)), png(gamma(45_455)), png()]).toEqual([true, false, false]);
    expect(png(gamma(100_000), chunk("sRGB", Buffer.alloc(1)))).toBe(false);
    expect(png(chunk("cICP", Buffer.from([9, 8, 0, 1])))).toBe(true);
    const text = (value: string): Buffer => Buffer.from(`${value}\0`);
    const attribute = (name: string, type: string, value: Buffer): Buffer => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(value.length);
      return Buffer.concat([text(name), text(type), size, value]);
    };
    const exr = (...attributes: readonly Buffer[]) =>
      parseExrHeader(
        Buffer.concat([
          Buffer.from([0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]),
          attribute("channels", "chlist", Buffer.concat([text("R"), Buffer.alloc(16), Buffer.alloc(1)])),
          attribute("dataWindow", "box2i", Buffer.alloc(16)),
          ...attributes,
          Buffer.alloc(1),
        ]),
      ).color;
    const places = (...values: readonly number[]): Buffer =>
      attribute("chromaticities", "chromaticities", Buffer.from(Float32Array.from(values).buffer));
    expect(exr()).toBe("linear");
    expect(exr(places(0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767))).toBe("ACEScg");
    expect(exr(places(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.3, 0.3))).toBe("linear, custom primaries");
    expect(exr(attribute("colorInteropID", "string", Buffer.from("lin_ap1_scene")))).toBe("ACEScg");
  });

  it("CLI-03 of a video that a phone took upright are those of the upright picture", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-upright-"));
    await runTool("ffmpeg", [...SOURCE, "-c:v", "libx264", "-pix_fmt", "yuv420p", "flat.mp4"], folder);
    await runTool("ffmpeg", ["-i", "flat.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90", "up.mp4"], folder);
    const { facts, shown } = await openFrames({ folder, name: "up.mp4", sequence: null });
    expect([facts.width, facts.height, shown]).toEqual([180, 320, { width: 180, height: 320 }]);
  });

  it("CLI-03 of a gray EXR show as gray, and those of a flash as what its bright frames have", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-gray-"));
    await runTool("ffmpeg", [...SOURCE, ...(CASES[1]?.[1] ?? []), "00000001.exr"], folder);
    const gray = await openFrames(still(folder, "exr"));
    for await (const pixels of readFrames(gray, PLAYER, { from: 0, count: 1, rate: null })) {
      const colored = pixels.findIndex((value, n) => n % 4 < 2 && value !== pixels[n - (n % 4) + 2]);
      expect([colored, pixels.some((value) => value > 10_000)]).toEqual([-1, true]);
    }
    for (let n = 1; n <= 12; n += 1) {
      const create = {
        width: 64,
        height: 36,
        channels: 4,
        background: { r: 255, g: 200, b: 0, alpha: n < 3 ? 0.5 : 0 },
      } as const;
      await sharp({ create })
        .png()
        .toFile(join(folder, `${String(n).padStart(8, "0")}.png`));
    }
    const flash = await openFrames({ folder, name: "%08d.png", sequence: { frames: 12, extension: "png" } });
    expect(flash.facts).toMatchObject({ frames: 12, alpha: "straight" });
  });

  /** The mode of a triangle strip. */
  const STRIP = 5;
  it("CLI-03 of models in strips and fans count their triangles, and broken ones are refused", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-models-"));
    const io = new NodeIO();
    const made = async (change: (primitive: Primitive) => void): Promise<string> => {
      const document = await io.readBinary(await pyramid(1, null));
      const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
      if (primitive === undefined) throw new Error("the pyramid has no faces");
      change(primitive);
      await writeFile(join(folder, "a.glb"), await io.writeBinary(document));
      return join(folder, "a.glb");
    };
    const strip = await openModel(await made((primitive) => primitive.setMode(STRIP)));
    expect(strip.facts.triangles).toBe(16);
    // A page shows a compressed model without its compression, which its viewer can't read.
    await MeshoptEncoder.ready;
    const packing = new NodeIO()
      .registerExtensions([EXTMeshoptCompression])
      .registerDependencies({ "meshopt.encoder": MeshoptEncoder });
    const document = await io.readBinary(await pyramid(2, null));
    document.createExtension(EXTMeshoptCompression).setRequired(true);
    await writeFile(join(folder, "packed.glb"), await packing.writeBinary(document));
    const packed = await openModel(join(folder, "packed.glb"));
    expect(packed.facts.triangles).toBe(6);
    await writeShownModel(packed, join(folder, "shown.glb"));
    expect((await readFile(join(folder, "packed.glb"))).includes("EXT_meshopt_compression")).toBe(true);
    expect((await readFile(join(folder, "shown.glb"))).includes("EXT_meshopt_compression")).toBe(false);
    expect((await openModel(join(folder, "shown.glb"))).facts.triangles).toBe(6);
    const far = made((primitive) => primitive.getIndices()?.setArray(Uint16Array.from([0, 1, 99])));
    await expect(far.then(openModel)).rejects.toThrow("is a GLB with faces that use missing vertices");
    const nowhere = made((primitive) => primitive.getAttribute("POSITION")?.setElement(0, [Number.NaN, 0, 0]));
    await expect(nowhere.then(openModel)).rejects.toThrow("is a GLB with vertices without valid positions");
  });
});

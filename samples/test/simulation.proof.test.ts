import { TEST_SCALE } from "@backlot/testing/scale";
import { describe, expect, it } from "vitest";
import { asFrame } from "../src/scenes/frame.ts";
import { Gas } from "../src/simulation/fluid.ts";
import { RECIPES } from "../src/simulation/recipes.ts";
import { drawFrame } from "../src/simulation/sequence.ts";
import { flowAt, flowOf } from "../src/simulation/shutter.ts";
import { FRAME_RATE, type Recipe, faded, simulate } from "../src/simulation/take.ts";
import { type Volume, pictureOf } from "../src/simulation/volume.ts";

const SIZE = { width: 256, height: 144 };
/** The grid detail for tests of the motion, a lower one for the other tests, and the one of sold files. */
const [JUDGED, DETAIL, SOLD] = TEST_SCALE.everywhere ? [0.6, 0.3, 1] : [0.2, 0.2, 0.2];
const LONG = 10 * 60_000;

/** Returns the brightness of a frame over black, as one number per pixel. */
const grays = (volume: Volume, recipe: Recipe, n: number): Float32Array => {
  const { pixels } = asFrame(drawFrame(volume, recipe, n, SIZE));
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const light = Math.max(pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0, pixels[i * 4 + 2] ?? 0);
    return (light * (pixels[i * 4 + 3] ?? 0)) / 65_025;
  });
};

/**
 * Removes detail that is finer than the grid: the grid has no wave shorter than two cells, and the renderer adds finer
 * turbulence.
 */
const asCoarse = (frame: Float32Array, { size }: Volume, { look }: Recipe): Float32Array => {
  const radius = Math.round(1 / pictureOf(size, look, SIZE).scale);
  const along = (from: Float32Array, step: number, count: number, placeOf: (i: number) => number): Float32Array =>
    Float32Array.from(from, (_, i) => {
      const place = placeOf(i);
      const [first, last] = [Math.max(-radius, -place), Math.min(radius, count - 1 - place)];
      let total = 0;
      for (let n = first; n <= last; n += 1) total += from[i + n * step] ?? 0;
      return total / (last - first + 1);
    });
  const { width, height } = SIZE;
  const wide = along(frame, 1, width, (i) => i % width);
  return along(wide, width, height, (i) => Math.floor(i / width));
};

/**
 * Advects a frame with its gas, or against it. Each pixel is traced back in several steps, because its path is curved.
 */
const carried = (frame: Float32Array, volume: Volume, { look }: Recipe, along: 1 | -1): Float32Array => {
  const { scale, left, top } = pictureOf(volume.size, look, SIZE);
  const flow = flowOf(volume, look);
  const PIECES = 4;
  const reach = along / FRAME_RATE / scale / PIECES;
  return Float32Array.from(frame, (_, i) => {
    let [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    for (let piece = 0; piece < PIECES; piece += 1) {
      const [gx, gy] = [left + (x + 0.5) * scale - 0.5, top - (y + 0.5) * scale - 0.5];
      x -= flowAt(flow.across, volume.size, gx, gy) * reach;
      y += flowAt(flow.up, volume.size, gx, gy) * reach;
    }
    return flowAt(frame, { nx: SIZE.width, ny: SIZE.height }, x, y);
  });
};

const difference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

const mean = (frames: readonly Float32Array[]): Float32Array =>
  Float32Array.from(
    frames[0] ?? [],
    (_, i) => frames.reduce((total, frame) => total + (frame[i] ?? 0), 0) / frames.length,
  );

const sum = (frame: Float32Array): number => frame.reduce((total, value) => total + value, 0);

const recipe = (slug: string): Recipe => {
  const found = RECIPES[slug];
  if (found === undefined) throw new Error(`there is no recipe ${slug}`);
  return found;
};

interface Take {
  readonly volumes: readonly Volume[];
  readonly frames: readonly Float32Array[];
}

let kept: { readonly slug: string; readonly detail: number; readonly take: Take } | undefined;

/** Simulates and draws a sequence. Keeps the last one for the next test. */
const takeOf = (slug: string, detail = JUDGED): Take => {
  if (kept?.slug === slug && kept.detail === detail) return kept.take;
  const volumes = [...simulate(recipe(slug), detail)];
  const take = { volumes, frames: volumes.map((volume, n) => grays(volume, recipe(slug), n)) };
  kept = { slug, detail, take };
  return take;
};

/** Expects a loop's last frame to lead to its first. */
const expectRound = (slug: string): void => {
  const { frames } = takeOf(slug);
  expect(frames).toHaveLength(recipe(slug).frames);
  const steps = frames.map((frame, n) => difference(frame, frames[(n + 1) % frames.length] ?? frame));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  expect(usual).toBeGreaterThan(0);
  expect(steps.at(-1) ?? 1).toBeLessThan(usual * 2);
};

/** Half a second, in frames. Fire itself flickers faster than that. */
const FLICKER = FRAME_RATE / 2;

/** Loops whose fireballs leave the picture one by one on a coarse grid, so that only the detail of sold files tells. */
const GUSTY = ["flamethrower"];

/** Expects a loop to be steadily bright: it does not pulse where it fades, and has no empty frames. */
const expectEven = (slug: string): void => {
  const lights = takeOf(slug, GUSTY.includes(slug) ? SOLD : JUDGED).frames.map(sum);
  const usual = lights.reduce((total, light) => total + light, 0) / lights.length;
  const smooth = lights.map(
    (_, n) =>
      Array.from({ length: FLICKER }, (_each, k) => lights[(n + k) % lights.length] ?? 0).reduce((a, b) => a + b, 0) /
      FLICKER,
  );
  expect(Math.min(...lights) / usual, "the darkest frame").toBeGreaterThan(0.5);
  expect(Math.min(...smooth) / usual, "the darkest half second").toBeGreaterThan(0.75);
  expect(Math.max(...smooth) / usual, "the brightest half second").toBeLessThan(1.25);
};

/** One-shots that enter the picture from above. */
const ENTERING = ["ink-drop"];

/**
 * Expects a one-shot to begin and end with an empty frame, and to stay inside the picture. A cloud rises higher on a
 * coarser grid, so only the detail of sold files tells.
 */
const expectWhole = (slug: string): void => {
  const { frames } = takeOf(slug, SOLD);
  const lights = frames.map(sum);
  const most = Math.max(...lights);
  expect(lights[0] ?? most, "the first frame").toBeLessThan(most * 0.03);
  expect(lights.at(-1) ?? most, "the last frame").toBeLessThan(most * 0.02);
  if (ENTERING.includes(slug)) return;
  const { width, height } = SIZE;
  const border = (frame: Float32Array): number =>
    Math.max(
      ...frame.subarray(0, width),
      ...Array.from({ length: height }, (_, y) => Math.max(frame[y * width] ?? 0, frame[(y + 1) * width - 1] ?? 0)),
    );
  expect(Math.max(...frames.map(border)), "the light at the sides").toBeLessThan(0.04);
};

/**
 * Expects a frame to be closer to the next one after it is advected with its gas, and farther after it is advected
 * against it.
 */
const expectCarried = (slug: string): void => {
  const own = recipe(slug);
  const { volumes, frames: every } = takeOf(slug);
  // Leave out the last frames of a loop: they blend two takes.
  const frames = every.slice(0, 26);
  // A loop has a steady shape that the gas moves through. Subtract it: only what changes shows the motion.
  const still = own.kind === "loop" ? mean(frames) : new Float32Array(SIZE.width * SIZE.height);
  const moving = frames.map((frame, n) => {
    const volume = volumes[n];
    const changing = frame.map((value, i) => value - (still[i] ?? 0));
    return volume === undefined ? changing : asCoarse(changing, volume, own);
  });
  let [along, against, same] = [0, 0, 0];
  for (const [n, frame] of moving.entries()) {
    const [before, volume] = [moving[n - 1], volumes[n]];
    if (n < 7 || before === undefined || volume === undefined) continue;
    along += difference(carried(before, volume, own, 1), frame);
    against += difference(carried(before, volume, own, -1), frame);
    same += difference(before, frame);
  }
  expect(same).toBeGreaterThan(0);
  expect(along / same).toBeLessThan(1);
  expect(against / same).toBeGreaterThan(1);
};

const all = Object.keys(RECIPES);
const of = (kind: Recipe["kind"]): readonly string[] => all.filter((slug) => RECIPES[slug]?.kind === kind);
const some = (slugs: readonly string[], few: readonly string[]): readonly string[] =>
  TEST_SCALE.everywhere ? slugs : few;

describe("the simulated sequences", () => {
  it("CAT-03 are the same each time", () => {
    const draw = () =>
      [...simulate({ ...recipe("rifle-muzzle-flash"), frames: 2 }, DETAIL)].map((volume, n) =>
        Buffer.from(asFrame(drawFrame(volume, recipe("rifle-muzzle-flash"), n, SIZE)).pixels.buffer).toString("base64"),
      );
    expect(draw()).toEqual(draw());
  });

  it("CAT-03 are the same, whether one thread simulates them or a second one helps", () => {
    const brief: Recipe = { ...recipe("campfire"), before: 6, frames: 2 };
    const alone = [...simulate(brief, DETAIL)];
    expect([...simulate(brief, DETAIL, "in company")]).toEqual(alone);
    expect(Math.max(...(alone[0]?.heat ?? []))).toBeGreaterThan(0);
  });

  it("CAT-03 damp velocities that alternate from cell to cell, and keep swirls", () => {
    const size = { nx: 32, ny: 16, nz: 12 };
    const still = { ...recipe("campfire").law, swirl: 0, drag: 0, ground: false } as const;
    const left = (wave: (x: number, y: number, z: number) => number): number => {
      const gas = new Gas(size, still);
      const middle = gas.cell(16, 8, 6);
      for (let z = 0; z < size.nz; z += 1)
        for (let y = 0; y < size.ny; y += 1)
          for (let x = 0; x < size.nx; x += 1) gas.v[gas.cell(x, y, z)] = wave(x - 16, y - 8, z - 6);
      gas.step(1e-4);
      return gas.v[middle] ?? 0;
    };
    expect(left((x) => Math.cos((x / 16) * 2 * Math.PI))).toBeGreaterThan(0.98);
    expect(Math.abs(left((x, y, z) => ((x + y + z) % 2 === 0 ? 1 : -1)))).toBeLessThan(0.3);
  });

  describe.each(some([...of("loop"), ...of("one-shot")], ["campfire", "steam-vent", "mushroom-cloud"]))(
    "%s",
    (slug) => {
      it.runIf(recipe(slug).kind === "loop")(
        "CAT-03 goes round: its last frame leads to its first",
        () => expectRound(slug),
        LONG,
      );

      it.runIf(recipe(slug).kind === "loop")("CAT-03 does not pulse", () => expectEven(slug), LONG);

      it.runIf(recipe(slug).kind === "one-shot")(
        "CAT-03 begins and ends with an empty frame, and stays inside the picture",
        () => expectWhole(slug),
        LONG,
      );

      it(
        "CAT-03 moves as its gas does: carried along by it, a frame is nearer to the next one",
        () => expectCarried(slug),
        LONG,
      );
    },
  );

  it.each(some(of("loop"), ["campfire", "flamethrower", "magic-portal", "green-screen-smoke"]))(
    "CAT-03 %s keeps its brightness in the middle of a fade",
    (slug) => {
      const own = recipe(slug);
      const light = (volume: Volume): number => sum(grays(volume, own, 0));
      // Look at moments that are far apart, so they have little in common.
      const volumes = [...simulate({ ...own, kind: "one-shot", frames: 72 }, DETAIL)].filter((_, n) => n % 18 === 1);
      const pairs = volumes.flatMap((a, n) => volumes.slice(n + 1).map((b) => [a, b] as const));
      const ratios = pairs.map(([a, b]) => (2 * light(faded(a, b, 0.5, own.look))) / (light(a) + light(b)));
      const usual = ratios.reduce((total, each) => total + each, 0) / ratios.length;
      expect(usual).toBeGreaterThan(0.9);
      expect(usual).toBeLessThan(1.2);
      // At its ends, a fade shows only one of the two.
      const [a, b] = [volumes[0], volumes.at(-1)];
      if (a === undefined || b === undefined) throw new Error("there are too few volumes");
      expect(light(faded(a, b, 0, own.look))).toBeCloseTo(light(a), 0);
      expect(light(faded(a, b, 1, own.look))).toBeCloseTo(light(b), 0);
    },
    LONG,
  );

  it.each(some(of("flash"), ["pistol-muzzle-flash"]))("CAT-03 %s is there within two frames, and goes", (slug) => {
    const own = recipe(slug);
    const light = [...simulate({ ...own, look: { ...own.look, density: 0 } }, DETAIL)].map((volume, n) =>
      sum(grays(volume, { ...own, look: { ...own.look, density: 0 } }, n)),
    );
    const most = Math.max(...light);
    expect(light.indexOf(most)).toBeLessThan(3);
    expect(light.at(-1) ?? 1).toBeLessThan(most * 0.05);
  });
});

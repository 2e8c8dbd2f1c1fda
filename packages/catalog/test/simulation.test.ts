import { TEST_SCALE } from "@backlot/testing/scale";
import { describe, expect, it } from "vitest";
import { asFrame } from "../src/scenes/frame.ts";
import { RECIPES } from "../src/simulation/recipes.ts";
import { drawFrame } from "../src/simulation/sequence.ts";
import { flowAt, flowOf } from "../src/simulation/shutter.ts";
import { FRAME_RATE, type Recipe, simulate } from "../src/simulation/take.ts";
import { type Volume, pictureOf } from "../src/simulation/volume.ts";

const SIZE = { width: 256, height: 144 };
/** The grid detail for tests of the motion, and a lower one for the other tests. */
const [JUDGED, DETAIL] = TEST_SCALE.everywhere ? [0.6, 0.3] : [0.2, 0.2];
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

let kept: { readonly slug: string; readonly take: Take } | undefined;

/** Simulates and draws a sequence. Keeps the last one for the next test. */
const takeOf = (slug: string): Take => {
  if (kept?.slug === slug) return kept.take;
  const volumes = [...simulate(recipe(slug), JUDGED)];
  const take = { volumes, frames: volumes.map((volume, n) => grays(volume, recipe(slug), n)) };
  kept = { slug, take };
  return take;
};

/** Expects a loop's last frame to lead to its first. */
const expectRound = (slug: string): void => {
  const { frames } = takeOf(slug);
  expect(frames).toHaveLength(48);
  const steps = frames.map((frame, n) => difference(frame, frames[(n + 1) % frames.length] ?? frame));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  expect(usual).toBeGreaterThan(0);
  expect(steps.at(-1) ?? 1).toBeLessThan(usual * 2);
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

  describe.each(some([...of("loop"), ...of("one-shot")], ["campfire", "mushroom-cloud"]))("%s", (slug) => {
    it.runIf(recipe(slug).kind === "loop")(
      "CAT-03 goes round: its last frame leads to its first",
      () => expectRound(slug),
      LONG,
    );

    it(
      "CAT-03 moves as its gas does: carried along by it, a frame is nearer to the next one",
      () => expectCarried(slug),
      LONG,
    );
  });

  it.each(some(of("flash"), ["shotgun-muzzle-flash"]))("CAT-03 %s is there within two frames, and goes", (slug) => {
    const own = recipe(slug);
    const light = [...simulate({ ...own, look: { ...own.look, density: 0 } }, DETAIL)].map((volume, n) =>
      sum(grays(volume, { ...own, look: { ...own.look, density: 0 } }, n)),
    );
    const most = Math.max(...light);
    expect(light.indexOf(most)).toBeLessThan(3);
    expect(light.at(-1) ?? 1).toBeLessThan(most * 0.05);
  });
});

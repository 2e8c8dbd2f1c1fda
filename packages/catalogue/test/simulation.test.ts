import { TEST_SCALE } from "@backlot/testing/scale";
import { describe, expect, it } from "vitest";
import { RECIPES } from "../src/simulation/recipes.ts";
import { drawFrame } from "../src/simulation/sequence.ts";
import { FRAME_RATE, type Recipe, simulate } from "../src/simulation/take.ts";
import type { Volume } from "../src/simulation/volume.ts";

const SIZE = { width: 256, height: 144 };
const DETAIL = 0.3;

/** Light on the ground as numbers, one for each pixel. */
const greys = (volume: Volume, recipe: Recipe, n: number): Float32Array => {
  const { pixels } = drawFrame(volume, recipe, n, SIZE);
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const light = Math.max(pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0, pixels[i * 4 + 2] ?? 0);
    return (light * (pixels[i * 4 + 3] ?? 0)) / 65_025;
  });
};

/** Where what is seen goes, in pixels a frame: the mean along the camera's line, weighted by what is seen. */
const flowOf = ({ size: { nx, ny, nz }, heat, soot, u, v }: Volume, { look }: Recipe) => {
  const scale = (ny * 0.92) / SIZE.height;
  const left = (nx - SIZE.width * scale) / 2;
  const top = ny * (look.floor ? 0.92 : 0.96);
  return (px: number, py: number): readonly [dx: number, dy: number] => {
    const x = Math.round(left + px * scale);
    const y = Math.round(top - py * scale);
    if (x < 0 || y < 0 || x >= nx || y >= ny) return [0, 0];
    let [weight, across, up, open] = [1e-9, 0, 0, 1];
    for (let z = 0; z < nz; z += 1) {
      const i = (z * ny + y) * nx + x;
      const hidden = 1 - Math.exp(-(soot[i] ?? 0) * look.density);
      const share = open * ((heat[i] ?? 0) * look.glow * 4 + hidden);
      open *= 1 - hidden;
      weight += share;
      across += share * (u[i] ?? 0);
      up += share * (v[i] ?? 0);
    }
    return [across / weight / FRAME_RATE / scale, -up / weight / FRAME_RATE / scale];
  };
};

/** A frame carried along by a flow: each pixel is what came there. */
const warped = (frame: Float32Array, flow: ReturnType<typeof flowOf>): Float32Array =>
  Float32Array.from(frame, (_, i) => {
    const x = i % SIZE.width;
    const y = Math.floor(i / SIZE.width);
    const [dx, dy] = flow(x, y);
    const [sx, sy] = [Math.min(254, Math.max(0, x - dx)), Math.min(142, Math.max(0, y - dy))];
    const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
    const [fx, fy] = [sx - x0, sy - y0];
    const at = (a: number, b: number): number => frame[(y0 + b) * SIZE.width + x0 + a] ?? 0;
    const low = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    return low + (at(0, 1) + (at(1, 1) - at(0, 1)) * fx - low) * fy;
  });

const difference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

const sum = (frame: Float32Array): number => frame.reduce((total, value) => total + value, 0);

const recipe = (slug: string): Recipe => {
  const found = RECIPES[slug];
  if (found === undefined) throw new Error(`there is no recipe ${slug}`);
  return found;
};

const all = Object.keys(RECIPES);
const of = (kind: Recipe["kind"]): readonly string[] => all.filter((slug) => RECIPES[slug]?.kind === kind);
const some = (slugs: readonly string[], few: readonly string[]): readonly string[] =>
  TEST_SCALE.everywhere ? slugs : few;

describe("the simulated sequences", () => {
  it("CAT-03 are the same each time", () => {
    const draw = () =>
      [...simulate({ ...recipe("rifle-muzzle-flash"), frames: 4 }, DETAIL)].map((volume, n) =>
        Buffer.from(drawFrame(volume, recipe("rifle-muzzle-flash"), n, SIZE).pixels.buffer).toString("base64"),
      );
    expect(draw()).toEqual(draw());
  });

  it.each(some(of("loop"), ["campfire", "steam-vent"]))(
    "CAT-03 %s goes round: its last frame leads to its first",
    (slug) => {
      const own = recipe(slug);
      const frames = [...simulate(own, DETAIL)].map((volume, n) => greys(volume, own, n));
      expect(frames).toHaveLength(48);
      const steps = frames.map((frame, n) => difference(frame, frames[(n + 1) % frames.length] ?? frame));
      const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
      expect(usual).toBeGreaterThan(0);
      expect(steps.at(-1) ?? 1).toBeLessThan(usual * 2);
    },
  );

  // What flies apart in all directions moves as its front does, not as the mean along the line: those say nothing here.
  it.each(["fireball-explosion", "gas-explosion"])(
    "CAT-03 %s moves as its gas does: carried along by it, a frame is nearer to the next one",
    (slug) => {
      const own = recipe(slug);
      let [carried, kept] = [0, 0];
      let before: { readonly frame: Float32Array; readonly volume: Volume } | null = null;
      let n = 0;
      for (const volume of simulate({ ...own, frames: 30 }, DETAIL)) {
        const frame = greys(volume, own, n);
        if (before !== null && n > 6 && n < 16) {
          carried += difference(warped(before.frame, flowOf(volume, own)), frame);
          kept += difference(before.frame, frame);
        }
        before = { frame, volume };
        n += 1;
      }
      expect(kept).toBeGreaterThan(0);
      expect(carried / kept).toBeLessThan(1);
    },
  );

  it.each(some(of("flash"), ["shotgun-muzzle-flash"]))("CAT-03 %s is there within two frames, and goes", (slug) => {
    const own = recipe(slug);
    const light = [...simulate({ ...own, look: { ...own.look, density: 0 } }, DETAIL)].map((volume, n) =>
      sum(greys(volume, { ...own, look: { ...own.look, density: 0 } }, n)),
    );
    const most = Math.max(...light);
    expect(light.indexOf(most)).toBeLessThan(3);
    expect(light.at(-1) ?? 1).toBeLessThan(most * 0.05);
  });
});

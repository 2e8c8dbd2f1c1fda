import type { Surroundings } from "@backlot/adapters-media/drawing/turntable";
import { clamp01, smoothstep } from "@backlot/adapters-media/drawing/tones";
import { type Drawn, type LinearFrame, SOLID } from "./frame.ts";
import { type Vec, scale } from "@backlot/adapters-media/drawing/vectors";

/** The name of a lit stage that practice footage is filmed on. */
export type StageName = "green" | "blue";

/** The light that each stage reflects, in linear light. */
const STAGES: Readonly<Record<StageName, Vec>> = { green: [0.055, 0.42, 0.08], blue: [0.03, 0.085, 0.4] };

/** The share of the stage's light that reflects onto the subject. Spill makes keying worth practicing. */
const SPILL = 0.09;

/** The height at which the wall meets the floor, in picture heights above the middle. */
const EDGE = -0.3;

/** The positions of the tracking markers on the wall, in picture heights from the middle. */
const MARKERS: readonly (readonly [across: number, up: number])[] = [
  [-0.74, 0.36],
  [-0.4, 0.38],
  [0.4, 0.38],
  [0.74, 0.36],
  [-0.76, 0.04],
  [0.76, 0.04],
  [-0.78, -0.2],
  [0.78, -0.2],
];

/** Returns how much of a marker covers a point, 0 to 1. Markers are crosses with soft edges. */
const markerAt = (u: number, v: number): number => {
  let most = 0;
  for (const [across, up] of MARKERS) {
    const [dx, dy] = [Math.abs(u - across), Math.abs(v - up)];
    const arm = (along: number, aside: number): number =>
      (1 - smoothstep(0.021, 0.0225, along)) * (1 - smoothstep(0.0034, 0.0048, aside));
    most = Math.max(most, arm(dx, dy), arm(dy, dx));
  }
  return most;
};

/** Returns the light of an empty stage at a point of the picture, in picture heights from the middle. */
const lightAt = ([red, green, blue]: Vec, u: number, v: number): Vec => {
  // The lamps light the wall almost evenly. The floor gets less of their light.
  const uneven = 1 - 0.3 * (u * u + v * v) + 0.05 * Math.sin(u * 3.1 + 0.6) * Math.cos(v * 2.3);
  const level = uneven * (1 - 0.22 * smoothstep(EDGE + 0.06, EDGE - 0.1, v));
  const left = 1 - 0.68 * markerAt(u, v);
  return [red * level * left, green * level * left, blue * level * left];
};

/** The stage that was drawn last, which all frames of a sequence share. */
let drawn: { readonly key: string; readonly light: Float32Array } | null = null;

/** Returns the light of an empty stage: three channels per pixel. */
const stageLight = (stage: StageName, width: number, height: number): Float32Array => {
  const key = `${stage} ${width} ${height}`;
  if (drawn?.key === key) return drawn.light;
  const light = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [(x + 0.5 - width / 2) / height, 0.5 - (y + 0.5) / height];
      light.set(lightAt(STAGES[stage], u, v), (y * width + x) * 3);
    }
  drawn = { key, light };
  return light;
};

/** Composites an element over a stage, as if it had been filmed there. Throws for a picture that was drawn as bytes. */
export const onStage = (picture: Drawn, stage: StageName): LinearFrame => {
  if (!("rgba" in picture)) throw new Error("a picture of bytes can't be put on a stage");
  const { width, height, rgba } = picture;
  const light = stageLight(stage, width, height);
  const filmed = new Float32Array(rgba.length);
  for (let n = 0; n < width * height; n += 1) {
    const hidden = clamp01(rgba[n * 4 + 3] ?? 0);
    for (let c = 0; c < 3; c += 1) {
      const behind = light[n * 3 + c] ?? 0;
      filmed[n * 4 + c] = (rgba[n * 4 + c] ?? 0) + behind * (1 - hidden + SPILL * hidden);
    }
    filmed[n * 4 + 3] = 1;
  }
  return { width, height, rgba: filmed, shines: false, lit: SOLID };
};

/** Returns a stage as the surroundings of a model, whose shadow falls on the floor. */
export const stageAround = (stage: StageName): Surroundings => ({
  spill: scale(STAGES[stage], SPILL * 2),
  light: (wide, high, shadowAt) => {
    const light = stageLight(stage, wide, high).slice();
    for (let n = 0; n < wide * high; n += 1) {
      const open = shadowAt(n % wide, Math.floor(n / wide));
      for (let c = 0; c < 3; c += 1) light[n * 3 + c] = (light[n * 3 + c] ?? 0) * open;
    }
    return light;
  },
});

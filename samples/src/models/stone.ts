import { clamp01, mix, smoothstep } from "@backlot/adapters-media/drawing/tones";
import type { Vec } from "@backlot/adapters-media/drawing/vectors";
import { type Noise, fbm } from "../scenes/noise.ts";

const P = 64;

/**
 * Returns the radius of the boulder in a direction: big facets, ridges, and cracks, plus fine grain if `grain` is set.
 */
export const boulderRadius = (noise: Noise, d: Vec, grain: boolean): number => {
  const facets = fbm(noise, 3, d[0] * 1.35 + 8, d[1] * 1.35 + 8, d[2] * 1.35 + 8, P, P);
  const ridges = 1 - Math.abs(fbm(noise, 4, d[0] * 2.3 + 20, d[1] * 2.3 + 20, d[2] * 2.3 + 20, P, P)) * 2;
  const crack = smoothstep(
    0.86,
    0.99,
    1 - Math.abs(fbm(noise, 3, d[0] * 1.6 + 33, d[1] * 2.2 + 33, d[2] * 1.6 + 33, P, P)) * 2.6,
  );
  const fine = grain ? fbm(noise, 4, d[0] * 9 + 12, d[1] * 9 + 12, d[2] * 9 + 12, P, P) * 0.045 : 0;
  return 0.92 + facets * 0.52 + ridges * 0.11 - crack * 0.075 + fine;
};

/** Returns the color of the stone in a direction. Channels are from 0 to 1. */
export const boulderColor = (noise: Noise, d: Vec): Vec => {
  const tone = fbm(noise, 5, d[0] * 3 + 50, d[1] * 3 + 50, d[2] * 3 + 50, P, P);
  const lichen =
    smoothstep(0.12, 0.3, fbm(noise, 4, d[0] * 4 + 70, d[1] * 4 + 70, d[2] * 4 + 70, P, P)) *
    clamp01(d[1] * 1.4 + 0.25);
  const base: Vec = [0.44 + tone * 0.3, 0.4 + tone * 0.28, 0.355 + tone * 0.26];
  return [mix(base[0], 0.46, lichen * 0.55), mix(base[1], 0.47, lichen * 0.55), mix(base[2], 0.3, lichen * 0.55)];
};

import { burst, jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { DEEP, LOOP, ONCE, PLUME, SMOKY, STILL_AIR, TALL } from "./ground.ts";

const SAND = [0.56, 0.44, 0.3] as const;
const SUN = [1.6, 1.5, 1.34] as const;

/** Recipes for dust, fog, and ink, keyed by collection slug. */
export const AIR: Readonly<Record<string, Recipe>> = {
  "dust-impact": {
    ...ONCE,
    size: DEEP,
    law: { ...STILL_AIR, weight: 14, fading: 0.6, drag: 0.9, swirl: 7, expansion: 10, burning: 9, sootOfFuel: 0.5 },
    look: { ...SMOKY, albedo: SAND, light: SUN, density: 0.2, rise: 0.2 },
    poster: 14,
    emitters: [
      burst(61, {
        at: [0.5, 0.03, 0.5],
        spread: 0.1,
        balls: 80,
        radius: 0.05,
        speed: 460,
        lift: 70,
        steep: 0.5,
        charge: { soot: 1, fuel: 0.9 },
        from: 0.03,
        until: 0.13,
      }),
    ],
  },
  "dust-wave": {
    ...ONCE,
    size: { nx: 156, ny: 84, nz: 56 },
    law: { ...PLUME, buoyancy: 30, weight: 10, fading: 0.12, drag: 0.5, swirl: 6, cooling: 0.9 },
    look: { ...SMOKY, albedo: [0.5, 0.46, 0.41], light: SUN, density: 0.36, rise: 0.15 },
    before: 6,
    poster: 30,
    emitters: [0.14, 0.32, 0.5, 0.68, 0.86].map((z, n) =>
      jet(430 + n, {
        at: [0.02, 0.06 + (n % 2) * 0.09, z],
        radius: 0.17,
        toward: [1, 0.16, 0],
        speed: 170,
        charge: { soot: 1.1, heat: 0.7 },
        until: 1.5,
      }),
    ),
  },
  "ground-fog": {
    ...LOOP,
    size: { nx: 128, ny: 69, nz: 44 },
    law: { ...STILL_AIR, weight: 27, swirl: 11, fading: 0.3, drag: 0.25, wind: [21, 0] },
    look: {
      ...SMOKY,
      albedo: [0.74, 0.8, 0.9],
      light: [1.7, 1.75, 1.85],
      from: [0.9, 0.75, 0.25],
      ambient: 0.1,
      density: 0.08,
      floor: false,
      rise: 0.05,
      grain: 0.9,
    },
    before: 124,
    emitters: (
      [
        [0.2, 0.1, 76],
        [0.5, 0.2, 48],
        [0.8, 0.12, 64],
      ] as const
    ).map(([z, y, speed], n) =>
      jet(730 + n, { at: [0.02, y, z], radius: 0.1, toward: [1, 0.1, 0], speed, charge: { soot: 1.1 } }),
    ),
  },
  "ink-drop": {
    ...ONCE,
    steps: 3,
    size: TALL,
    law: { ...STILL_AIR, weight: 170, fading: 0.02, drag: 0.9, swirl: 6, ground: false },
    look: { ...SMOKY, albedo: [0.05, 0.12, 0.34], light: [2.1, 2.1, 2.1], density: 0.4, floor: false, rise: -0.1 },
    poster: 34,
    emitters: [
      jet(461, {
        at: [0.5, 0.94, 0.5],
        radius: 0.07,
        toward: [0, -1, 0],
        speed: 110,
        charge: { soot: 1.3 },
        until: 0.55,
      }),
    ],
  },
  "ink-cloud": {
    ...LOOP,
    size: { nx: 132, ny: 88, nz: 56 },
    law: { ...STILL_AIR, weight: 62, fading: 0.18, drag: 0.7, swirl: 4, ground: false },
    look: { ...SMOKY, albedo: [0.42, 0.05, 0.11], light: [1.9, 1.9, 1.9], density: 0.34, floor: false, rise: -0.1 },
    before: 56,
    emitters: [0.34, 0.5, 0.66].map((x, n) =>
      jet(471 + n, {
        at: [x, 0.95, 0.36 + 0.14 * n],
        radius: 0.075,
        toward: [0.12 - 0.12 * n, -1, 0],
        speed: 70,
        charge: { soot: 1.1 },
      }),
    ),
  },
};

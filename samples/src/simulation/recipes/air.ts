import { jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { LONG_LOOP, ONCE, SMOKY, STILL_AIR, TALL } from "./ground.ts";

/** Recipes for fog and ink, keyed by collection slug. */
export const AIR: Readonly<Record<string, Recipe>> = {
  "ground-fog": {
    ...LONG_LOOP,
    steps: 1,
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
    frames: 84,
    steps: 3,
    size: TALL,
    law: { ...STILL_AIR, weight: 90, fading: 0.02, drag: 0.9, swirl: 2, ground: false },
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
};

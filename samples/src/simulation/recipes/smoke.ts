import { bed, burst, jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { PLUME, SMOKY, DEEP, TALL, LOOP, LONG_LOOP, ONCE } from "./ground.ts";

/** Recipes for smoke, keyed by collection slug. */
export const SMOKE: Readonly<Record<string, Recipe>> = {
  "rising-smoke": {
    ...LONG_LOOP,
    size: TALL,
    law: { ...PLUME, swirl: 1.5, fading: 0.2, drag: 0.25 },
    look: SMOKY,
    steps: 1,
    before: 112,
    emitters: [
      jet(7, { at: [0.5, 0.02, 0.5], radius: 0.095, toward: [0, 1, 0], speed: 60, charge: { heat: 1, soot: 1 } }),
    ],
  },
  "black-oil-smoke": {
    ...LOOP,
    size: { nx: 148, ny: 88, nz: 56 },
    law: { ...PLUME, buoyancy: 120, wind: [15, 0], swirl: 3.5, fading: 0.2, drag: 0.25 },
    look: { ...SMOKY, albedo: [0.075, 0.07, 0.068], density: 0.62, light: [1.25, 1.2, 1.15], ambient: 0.1 },
    steps: 1,
    before: 90,
    emitters: [
      bed(31, {
        spots: 9,
        from: 0.28,
        to: 0.46,
        radius: [0.06, 0.1],
        pace: 2.4,
        charge: { heat: 1, soot: 1.2 },
        least: 0.12,
      }),
    ],
  },
  "chimney-smoke": {
    ...LONG_LOOP,
    size: { nx: 148, ny: 88, nz: 52 },
    law: { ...PLUME, wind: [44, 0], buoyancy: 60, swirl: 3, fading: 0.35, drag: 0.7, ground: false },
    look: { ...SMOKY, floor: false, rise: 0.2, albedo: [0.66, 0.66, 0.68], density: 0.26 },
    before: 70,
    emitters: [
      jet(17, { at: [0.12, 0.24, 0.5], radius: 0.07, toward: [0.4, 1, 0], speed: 60, charge: { heat: 0.9, soot: 1 } }),
    ],
  },
  "steam-vent": {
    ...LONG_LOOP,
    size: TALL,
    law: { ...PLUME, buoyancy: 40, fading: 0.75, cooling: 1, drag: 0.6, swirl: 2 },
    look: { ...SMOKY, albedo: [0.86, 0.87, 0.9], density: 0.24, ambient: 0.3, rise: 0.8 },
    before: 64,
    emitters: [
      jet(29, {
        at: [0.5, 0.03, 0.5],
        radius: 0.055,
        toward: [0, 1, 0],
        speed: 230,
        charge: { heat: 0.8, soot: 1.2 },
      }),
    ],
  },
  "red-smoke-grenade": {
    ...LOOP,
    size: { nx: 148, ny: 88, nz: 44 },
    law: { ...PLUME, buoyancy: 62, wind: [34, 0], swirl: 2.5, fading: 0.2, drag: 0.5 },
    look: { ...SMOKY, albedo: [0.72, 0.07, 0.06], density: 0.32, rise: 0.3 },
    before: 84,
    emitters: [
      jet(601, {
        at: [0.16, 0.04, 0.5],
        radius: 0.07,
        toward: [0.3, 1, 0],
        speed: 85,
        charge: { heat: 0.9, soot: 1.1 },
      }),
    ],
  },
  "green-screen-smoke": {
    ...LONG_LOOP,
    size: { nx: 132, ny: 80, nz: 44 },
    law: { ...PLUME, buoyancy: 46, wind: [16, 0], swirl: 2.5, fading: 0.3, drag: 0.4 },
    look: { ...SMOKY, albedo: [0.78, 0.78, 0.79], density: 0.17, ambient: 0.2 },
    before: 96,
    emitters: [
      jet(641, {
        at: [0.36, 0.04, 0.5],
        radius: 0.085,
        toward: [0.1, 1, 0],
        speed: 64,
        charge: { heat: 1, soot: 1 },
      }),
    ],
  },
  "smoke-burst": {
    ...ONCE,
    size: DEEP,
    law: { ...PLUME, buoyancy: 3, fading: 0.3, drag: 0.9, swirl: 2.5 },
    look: { ...SMOKY, albedo: [0.74, 0.74, 0.75], density: 0.24, rise: 0.25 },
    poster: 16,
    emitters: [
      burst(611, {
        at: [0.5, 0.08, 0.5],
        spread: 0.08,
        balls: 110,
        radius: 0.045,
        speed: 300,
        lift: 14,
        charge: { heat: 1, soot: 1.2 },
        from: 0.03,
        until: 0.16,
      }),
    ],
  },
};

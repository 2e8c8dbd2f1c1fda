import { bed, jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { FLAME, GLOWING, FIERY, WIDE, LOOP, LONG_LOOP } from "./ground.ts";

/** Recipes for fire, keyed by collection slug. */
export const FIRE: Readonly<Record<string, Recipe>> = {
  "ground-fire": {
    ...LOOP,
    size: WIDE,
    law: { ...FLAME, buoyancy: 215, cooling: 1.15 },
    look: GLOWING,
    before: 48,
    emitters: [
      bed(41, {
        spots: 84,
        from: 0.1,
        to: 0.9,
        radius: [0.07, 0.13],
        pace: 8,
        charge: { heat: 0.5, fuel: 1 },
        least: 0.6,
      }),
    ],
  },
  campfire: {
    ...LONG_LOOP,
    size: { nx: 96, ny: 100, nz: 48 },
    law: { ...FLAME, buoyancy: 200, cooling: 1.3 },
    look: { ...GLOWING, glow: 0.042 },
    before: 48,
    emitters: [
      bed(5, {
        spots: 20,
        from: 0.36,
        to: 0.64,
        radius: [0.07, 0.12],
        pace: 7,
        charge: { heat: 0.6, fuel: 1.05 },
        least: 0.55,
      }),
    ],
  },
  "wall-of-flame": {
    ...LOOP,
    size: WIDE,
    law: { ...FLAME, buoyancy: 320, cooling: 0.8, burning: 3.4 },
    look: { ...GLOWING, glow: 0.026 },
    frames: 64,
    before: 54,
    emitters: [
      bed(77, {
        spots: 110,
        from: 0,
        to: 1,
        radius: [0.09, 0.16],
        pace: 7,
        charge: { heat: 0.6, fuel: 1.3 },
        least: 0.6,
      }),
    ],
  },
  "wind-driven-fire": {
    ...LONG_LOOP,
    size: WIDE,
    law: { ...FLAME, wind: [95, 0], buoyancy: 210, cooling: 1.1, drag: 0.9 },
    look: GLOWING,
    before: 48,
    emitters: [
      bed(13, {
        spots: 30,
        from: 0.08,
        to: 0.55,
        radius: [0.06, 0.11],
        pace: 9,
        charge: { heat: 0.5, fuel: 1.1 },
        least: 0.3,
      }),
    ],
  },
  "torch-flame": {
    ...LONG_LOOP,
    size: { nx: 72, ny: 112, nz: 48 },
    law: { ...FLAME, buoyancy: 260, cooling: 1.5, ground: false },
    look: { ...GLOWING, floor: false, glow: 0.06 },
    before: 40,
    emitters: [
      jet(3, { at: [0.5, 0.16, 0.5], radius: 0.075, toward: [0, 1, 0], speed: 30, charge: { heat: 0.6, fuel: 1.25 } }),
      jet(8, { at: [0.47, 0.13, 0.5], radius: 0.05, toward: [0, 1, 0], speed: 20, charge: { heat: 0.5, fuel: 1 } }),
    ],
  },
  "pool-fire": {
    ...LOOP,
    size: { nx: 132, ny: 88, nz: 48 },
    law: { ...FLAME, buoyancy: 210, cooling: 0.95, sootOfFuel: 0.34, fading: 0.15, expansion: 9, swirl: 4.5 },
    look: { ...FIERY, albedo: [0.07, 0.065, 0.06], density: 0.6, grain: 0.2, glow: 0.055, rise: 1 },
    frames: 60,
    before: 56,
    emitters: [
      bed(501, {
        spots: 26,
        from: 0.36,
        to: 0.64,
        radius: [0.06, 0.1],
        pace: 5,
        charge: { heat: 0.6, fuel: 1.3 },
        least: 0.5,
      }),
    ],
  },
  flamethrower: {
    ...LOOP,
    size: { nx: 152, ny: 86, nz: 44 },
    law: { ...FLAME, buoyancy: 120, cooling: 1.1, burning: 6, expansion: 9, drag: 0.8, swirl: 4, sootOfFuel: 0.03 },
    look: { ...FIERY, density: 0.25, glow: 0.1, rise: 0.6 },
    before: 48,
    emitters: [
      jet(511, {
        at: [0.05, 0.3, 0.5],
        radius: 0.09,
        toward: [1, 0.1, 0],
        speed: 330,
        charge: { heat: 0.8, fuel: 1.6 },
      }),
    ],
  },
  "rocket-exhaust": {
    ...LOOP,
    size: { nx: 152, ny: 84, nz: 36 },
    law: {
      ...FLAME,
      buoyancy: 60,
      cooling: 1.7,
      burning: 6,
      expansion: 8,
      drag: 0.5,
      swirl: 5,
      sootOfFuel: 0.1,
      fading: 0.25,
    },
    look: { ...FIERY, albedo: [0.55, 0.52, 0.5], density: 0.3, glow: 0.13, rise: 0.3, ambient: 0.2 },
    before: 60,
    emitters: [
      jet(521, {
        at: [0.5, 0.93, 0.5],
        radius: 0.1,
        toward: [0, -1, 0],
        speed: 460,
        charge: { heat: 1.2, fuel: 1.3 },
      }),
    ],
  },
};

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
};

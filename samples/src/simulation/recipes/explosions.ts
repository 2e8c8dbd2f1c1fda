import { burst, jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { BLAST, FIERY, DEEP, ONCE } from "./ground.ts";

/** Recipes for explosions, keyed by collection slug. */
export const EXPLOSIONS: Readonly<Record<string, Recipe>> = {
  "fireball-explosion": {
    ...ONCE,
    size: { nx: 136, ny: 100, nz: 60 },
    law: { ...BLAST, buoyancy: 50, drag: 1.1 },
    look: FIERY,
    emitters: [
      burst(6, {
        at: [0.5, 0.14, 0.5],
        spread: 0.105,
        balls: 64,
        radius: 0.06,
        speed: 84,
        lift: 30,
        charge: { heat: 1.1, fuel: 1.7 },
        from: 0.03,
        until: 0.17,
      }),
    ],
  },
  "grenade-blast": {
    ...ONCE,
    steps: 3,
    size: DEEP,
    law: {
      ...BLAST,
      buoyancy: 12,
      sootOfFuel: 0.8,
      cooling: 6,
      burning: 9,
      drag: 0.9,
      fading: 0.4,
      expansion: 20,
      swirl: 3.5,
    },
    look: { ...FIERY, albedo: [0.36, 0.34, 0.32], density: 0.28, glow: 0.08 },
    poster: 5,
    emitters: [
      burst(711, {
        at: [0.5, 0.07, 0.5],
        spread: 0.08,
        balls: 150,
        radius: 0.032,
        speed: 310,
        lift: 36,
        charge: { heat: 1.4, fuel: 1.2, soot: 0.5 },
        from: 0.03,
        until: 0.1,
      }),
    ],
  },
  "mushroom-cloud": {
    ...ONCE,
    steps: 2,
    size: { nx: 140, ny: 104, nz: 72 },
    law: { ...BLAST, buoyancy: 46, sootOfFuel: 0.5, cooling: 0.75, burning: 3, drag: 0.6, expansion: 14, swirl: 6 },
    look: { ...FIERY, albedo: [0.24, 0.2, 0.17], glow: 0.045, density: 0.5 },
    poster: 34,
    emitters: [
      burst(721, {
        at: [0.5, 0.08, 0.5],
        spread: 0.052,
        balls: 34,
        radius: 0.064,
        speed: 40,
        lift: 30,
        charge: { heat: 1, fuel: 1.8 },
        from: 0.03,
        until: 0.3,
      }),
      jet(722, {
        at: [0.5, 0.03, 0.5],
        radius: 0.035,
        toward: [0, 1, 0],
        speed: 70,
        charge: { heat: 0.8, soot: 0.9 },
        from: 0.3,
      }),
    ],
  },
};

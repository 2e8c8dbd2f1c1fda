import { burst, jet, ring } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { FLAME, BLAST, GLOWING, LOOP, ONCE } from "./ground.ts";

/** Recipes for magic, keyed by collection slug. */
export const MAGIC: Readonly<Record<string, Recipe>> = {
  "magic-portal": {
    ...LOOP,
    size: { nx: 144, ny: 92, nz: 32 },
    law: { ...FLAME, buoyancy: 10, cooling: 3, burning: 5, swirl: 9, drag: 1, ground: false, expansion: 3 },
    look: { ...GLOWING, floor: false, rise: 0, tint: [0.15, 0.75, 1.3], glow: 0.16, grain: 0.6 },
    before: 30,
    emitters: [
      ring(9, {
        at: [0.5, 0.5, 0.5],
        radius: 0.29,
        thickness: 0.04,
        speed: 150,
        inward: 20,
        upright: true,
        charge: { heat: 0.8, fuel: 0.9 },
      }),
    ],
  },
  "spell-vortex": {
    ...LOOP,
    size: { nx: 136, ny: 96, nz: 56 },
    law: { ...FLAME, buoyancy: 95, cooling: 1.25, burning: 5, swirl: 9, drag: 0.4, expansion: 3 },
    look: { ...GLOWING, tint: [0.85, 0.22, 1.2], glow: 0.07, grain: 0.5 },
    before: 36,
    emitters: [
      ring(33, {
        at: [0.5, 0.08, 0.5],
        radius: 0.24,
        thickness: 0.05,
        speed: 140,
        inward: 40,
        upright: false,
        charge: { heat: 0.7, fuel: 0.9 },
      }),
    ],
  },
  "energy-blast": {
    ...ONCE,
    size: { nx: 128, ny: 92, nz: 60 },
    law: { ...BLAST, ground: false, buoyancy: 0, cooling: 1.9, burning: 5, sootOfFuel: 0, drag: 1.1, swirl: 10 },
    look: { ...GLOWING, floor: false, rise: 0, tint: [0.25, 1.2, 0.5], glow: 0.1, grain: 0.6 },
    poster: 9,
    emitters: [
      burst(19, {
        at: [0.5, 0.5, 0.5],
        spread: 0.09,
        balls: 36,
        radius: 0.06,
        speed: 260,
        lift: 0,
        charge: { heat: 1.2, fuel: 1.2 },
        from: 0.03,
        until: 0.12,
      }),
    ],
  },
  "soul-wisps": {
    ...LOOP,
    size: { nx: 132, ny: 92, nz: 48 },
    law: { ...FLAME, buoyancy: 190, cooling: 1.5, burning: 5, swirl: 4, drag: 0.4, ground: false, expansion: 2 },
    look: { ...GLOWING, floor: false, tint: [0.35, 1.1, 0.95], glow: 0.16, grain: 0.7 },
    before: 40,
    emitters: [0.2, 0.42, 0.6, 0.82].map((x, n) =>
      jet(901 + n, {
        at: [x, 0.07 + (n % 2) * 0.05, 0.36 + 0.09 * n],
        radius: 0.05,
        toward: [0.2 - 0.13 * n, 1, 0],
        speed: 60,
        charge: { heat: 0.8, fuel: 0.9 },
      }),
    ),
  },
};

import { ring } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { FLAME, GLOWING, LOOP } from "./ground.ts";

/** Recipes for magic, keyed by collection slug. */
export const MAGIC: Readonly<Record<string, Recipe>> = {
  "magic-portal": {
    ...LOOP,
    steps: 1,
    size: { nx: 144, ny: 92, nz: 32 },
    law: { ...FLAME, buoyancy: 10, cooling: 3, burning: 5, swirl: 9, drag: 1, ground: false, expansion: 3 },
    look: { ...GLOWING, floor: false, rise: 0, tint: [0.15, 0.75, 1.3], glow: 0.16, grain: 0.6 },
    before: 48,
    emitters: [
      ring(9, {
        at: [0.5, 0.5, 0.5],
        radius: 0.29,
        thickness: 0.04,
        speed: 150,
        inward: 20,
        charge: { heat: 0.8, fuel: 0.9 },
      }),
    ],
  },
};

import { burst, jet } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { BLAST, FIERY, DEEP, TALL, ONCE } from "./ground.ts";

/** Recipes for explosions, keyed by collection slug. */
export const EXPLOSIONS: Readonly<Record<string, Recipe>> = {
  "fireball-explosion": {
    ...ONCE,
    size: DEEP,
    law: BLAST,
    look: FIERY,
    emitters: [
      burst(5, {
        at: [0.5, 0.14, 0.5],
        spread: 0.16,
        balls: 34,
        radius: 0.1,
        speed: 120,
        lift: 46,
        charge: { heat: 1.1, fuel: 1.7 },
        from: 0.03,
        until: 0.17,
      }),
    ],
  },
  "gas-explosion": {
    ...ONCE,
    size: DEEP,
    law: { ...BLAST, sootOfFuel: 0.16, burning: 3.2, expansion: 26, buoyancy: 190, cooling: 1 },
    look: { ...FIERY, glow: 0.045 },
    emitters: [
      burst(52, {
        at: [0.5, 0.12, 0.5],
        spread: 0.2,
        balls: 40,
        radius: 0.1,
        speed: 90,
        lift: 60,
        charge: { heat: 1, fuel: 1.9 },
        from: 0.03,
        until: 0.2,
      }),
    ],
  },
  "aerial-burst": {
    ...ONCE,
    size: { nx: 128, ny: 92, nz: 64 },
    law: { ...BLAST, ground: false, buoyancy: 40, sootOfFuel: 0.75, drag: 1 },
    look: { ...FIERY, floor: false, rise: 0.1, albedo: [0.1, 0.095, 0.09] },
    emitters: [
      burst(88, {
        at: [0.5, 0.55, 0.5],
        spread: 0.1,
        balls: 40,
        radius: 0.075,
        speed: 190,
        lift: 0,
        charge: { heat: 1.3, fuel: 1.5 },
        from: 0.03,
        until: 0.13,
      }),
    ],
  },
  "grenade-blast": {
    ...ONCE,
    steps: 3,
    size: DEEP,
    law: {
      ...BLAST,
      buoyancy: 50,
      sootOfFuel: 0.8,
      cooling: 6,
      burning: 9,
      drag: 0.9,
      fading: 0.4,
      expansion: 20,
      swirl: 7,
    },
    look: { ...FIERY, albedo: [0.36, 0.34, 0.32], density: 0.28, glow: 0.08 },
    poster: 5,
    emitters: [
      burst(711, {
        at: [0.5, 0.07, 0.5],
        spread: 0.08,
        balls: 70,
        radius: 0.05,
        speed: 420,
        lift: 60,
        charge: { heat: 1.4, fuel: 1.2, soot: 0.5 },
        from: 0.03,
        until: 0.1,
      }),
    ],
  },
  "mushroom-cloud": {
    ...ONCE,
    steps: 2,
    size: TALL,
    law: { ...BLAST, buoyancy: 180, sootOfFuel: 0.5, cooling: 0.75, burning: 3, drag: 0.25, expansion: 14, swirl: 6 },
    look: { ...FIERY, albedo: [0.24, 0.2, 0.17], glow: 0.045, density: 0.5 },
    poster: 34,
    emitters: [
      burst(721, {
        at: [0.5, 0.08, 0.5],
        spread: 0.11,
        balls: 34,
        radius: 0.1,
        speed: 40,
        lift: 90,
        charge: { heat: 1, fuel: 1.8 },
        from: 0.03,
        until: 0.3,
      }),
      jet(722, {
        at: [0.5, 0.03, 0.5],
        radius: 0.05,
        toward: [0, 1, 0],
        speed: 120,
        charge: { heat: 0.8, soot: 0.9 },
        from: 0.3,
      }),
    ],
  },
};

import { spray } from "../emitters.ts";
import type { Recipe } from "../take.ts";
import { BLAST, FIERY, FLASH } from "./ground.ts";

/** Recipes for muzzle flashes, keyed by collection slug. */
export const FLASHES: Readonly<Record<string, Recipe>> = {
  "rifle-muzzle-flash": {
    ...FLASH,
    size: { nx: 144, ny: 81, nz: 56 },
    law: { ...BLAST, ground: false, buoyancy: 20, cooling: 10, burning: 14, sootOfFuel: 0.05, fading: 2, drag: 6 },
    look: { ...FIERY, floor: false, rise: 0, kelvin: [500, 1560], glow: 0.11, density: 0.14, albedo: [0.4, 0.4, 0.42] },
    emitters: [
      spray(12, {
        at: [0.2, 0.5, 0.5],
        toward: [1, 0, 0],
        length: 0.62,
        radius: 0.075,
        speed: 500,
        charge: { heat: 1.6, fuel: 1.5 },
        until: 0.055,
      }),
      spray(14, {
        at: [0.21, 0.5, 0.5],
        toward: [0.55, 0.8, 0],
        length: 0.26,
        radius: 0.04,
        speed: 300,
        charge: { heat: 1.3, fuel: 0.8 },
        until: 0.035,
      }),
      spray(15, {
        at: [0.21, 0.5, 0.5],
        toward: [0.55, -0.8, 0],
        length: 0.26,
        radius: 0.04,
        speed: 300,
        charge: { heat: 1.3, fuel: 0.8 },
        until: 0.035,
      }),
    ],
  },
  "pistol-muzzle-flash": {
    ...FLASH,
    size: { nx: 144, ny: 81, nz: 56 },
    law: { ...BLAST, ground: false, buoyancy: 20, cooling: 12, burning: 16, sootOfFuel: 0.08, fading: 2, drag: 6 },
    look: { ...FIERY, floor: false, rise: 0, kelvin: [500, 1540], glow: 0.11, density: 0.16, albedo: [0.4, 0.4, 0.42] },
    emitters: [
      spray(801, {
        at: [0.3, 0.5, 0.5],
        toward: [1, 0.03, 0],
        length: 0.34,
        radius: 0.1,
        speed: 360,
        charge: { heat: 1.5, fuel: 1.3 },
        until: 0.05,
      }),
    ],
  },
};

import { bed, burst, jet, ring, spray } from "./emitters.ts";
import type { GasLaw } from "./fluid.ts";
import type { Recipe } from "./take.ts";
import type { Look } from "./volume.ts";

/** Two seconds of frames. */
const FRAMES = 48;

const AIR: GasLaw = {
  buoyancy: 0,
  weight: 0,
  swirl: 5,
  cooling: 0.5,
  fading: 0.2,
  burning: 0,
  heatOfFuel: 0,
  sootOfFuel: 0,
  expansion: 0,
  drag: 0.2,
  wind: [0, 0],
  ground: true,
};

const FLAME: GasLaw = {
  ...AIR,
  buoyancy: 230,
  swirl: 3.5,
  cooling: 1.35,
  fading: 1.2,
  burning: 7,
  heatOfFuel: 1.1,
  sootOfFuel: 0,
  expansion: 7,
  drag: 0.35,
};

const BLAST: GasLaw = {
  ...AIR,
  buoyancy: 110,
  swirl: 9,
  cooling: 1.25,
  fading: 0.1,
  burning: 4.5,
  heatOfFuel: 1.3,
  sootOfFuel: 0.5,
  expansion: 22,
  drag: 0.7,
};

const PLUME: GasLaw = { ...AIR, buoyancy: 75, swirl: 8, cooling: 0.45, fading: 0.1, drag: 0.1 };

const GLOWING: Look = {
  kelvin: [480, 1430],
  glow: 0.05,
  tint: null,
  density: 0,
  albedo: [0.05, 0.05, 0.05],
  light: [1, 1, 1],
  from: [-1, 1, -0.5],
  ambient: 0.3,
  floor: true,
  rise: 1.3,
  grain: 0.4,
};

const SMOKY: Look = {
  ...GLOWING,
  glow: 0,
  density: 0.42,
  albedo: [0.5, 0.49, 0.48],
  light: [1.5, 1.47, 1.42],
  ambient: 0.16,
  rise: 0.5,
  grain: 0.5,
};

const FIERY: Look = {
  ...SMOKY,
  kelvin: [480, 1400],
  glow: 0.048,
  density: 0.5,
  albedo: [0.13, 0.115, 0.105],
  light: [1.6, 1.5, 1.4],
  ambient: 0.14,
  rise: 0.4,
};

const WIDE = { nx: 144, ny: 81, nz: 36 } as const;
const DEEP = { nx: 132, ny: 88, nz: 60 } as const;
const TALL = { nx: 96, ny: 108, nz: 56 } as const;

const LOOP = { kind: "loop", frames: FRAMES, steps: 1, poster: 20 } as const;
const ONCE = { kind: "one-shot", frames: FRAMES, steps: 2, before: 0, poster: 12 } as const;
const FLASH = { kind: "flash", frames: FRAMES, steps: 3, before: 0, poster: 1 } as const;

/** Every simulated sequence of the sample store, by the slug of its collection. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  "ground-fire": {
    ...LOOP,
    size: WIDE,
    law: FLAME,
    look: GLOWING,
    before: 26,
    emitters: [
      bed(41, {
        spots: 56,
        from: 0.1,
        to: 0.9,
        radius: [0.06, 0.11],
        pace: 8,
        charge: { heat: 0.5, fuel: 1 },
        least: 0.5,
      }),
    ],
  },
  campfire: {
    ...LOOP,
    size: { nx: 96, ny: 100, nz: 48 },
    law: { ...FLAME, buoyancy: 250, cooling: 1.2 },
    look: GLOWING,
    before: 26,
    emitters: [
      bed(5, {
        spots: 14,
        from: 0.36,
        to: 0.64,
        radius: [0.06, 0.1],
        pace: 7,
        charge: { heat: 0.6, fuel: 1.15 },
        least: 0.4,
      }),
    ],
  },
  "wall-of-flame": {
    ...LOOP,
    size: WIDE,
    law: { ...FLAME, buoyancy: 320, cooling: 0.85, burning: 4 },
    look: { ...GLOWING, glow: 0.036 },
    before: 30,
    emitters: [
      bed(77, {
        spots: 60,
        from: 0,
        to: 1,
        radius: [0.08, 0.13],
        pace: 7,
        charge: { heat: 0.6, fuel: 1.3 },
        least: 0.45,
      }),
    ],
  },
  "wind-driven-fire": {
    ...LOOP,
    steps: 2,
    size: WIDE,
    law: { ...FLAME, wind: [95, 0], buoyancy: 210, cooling: 1.1, drag: 0.9 },
    look: GLOWING,
    before: 28,
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
    ...LOOP,
    steps: 2,
    size: { nx: 72, ny: 112, nz: 48 },
    law: { ...FLAME, buoyancy: 260, cooling: 1.5, ground: false },
    look: { ...GLOWING, floor: false, glow: 0.06 },
    before: 26,
    emitters: [
      jet(3, { at: [0.5, 0.16, 0.5], radius: 0.075, towards: [0, 1, 0], speed: 30, charge: { heat: 0.6, fuel: 1.25 } }),
      jet(8, { at: [0.47, 0.13, 0.5], radius: 0.05, towards: [0, 1, 0], speed: 20, charge: { heat: 0.5, fuel: 1 } }),
    ],
  },
  "blue-gas-burner": {
    ...LOOP,
    size: { nx: 128, ny: 76, nz: 40 },
    law: { ...FLAME, buoyancy: 190, cooling: 3.2, swirl: 3 },
    look: { ...GLOWING, tint: [0.2, 0.5, 1.4], glow: 0.2 },
    before: 20,
    emitters: [0.2, 0.32, 0.44, 0.56, 0.68, 0.8].map((x, n) =>
      jet(60 + n, {
        at: [x, 0.05, 0.5],
        radius: 0.05,
        towards: [0, 1, 0],
        speed: 90,
        charge: { heat: 0.7, fuel: 1.1 },
      }),
    ),
  },
  "rising-smoke": {
    ...LOOP,
    size: TALL,
    law: PLUME,
    look: SMOKY,
    before: 62,
    emitters: [
      jet(7, { at: [0.5, 0.02, 0.5], radius: 0.095, towards: [0, 1, 0], speed: 60, charge: { heat: 1, soot: 1 } }),
    ],
  },
  "black-oil-smoke": {
    ...LOOP,
    size: { nx: 148, ny: 88, nz: 56 },
    law: { ...PLUME, buoyancy: 95, wind: [26, 0], swirl: 10 },
    look: { ...SMOKY, albedo: [0.075, 0.07, 0.068], density: 0.8, light: [1.25, 1.2, 1.15], ambient: 0.1 },
    before: 56,
    emitters: [
      bed(31, {
        spots: 12,
        from: 0.28,
        to: 0.46,
        radius: [0.07, 0.11],
        pace: 5,
        charge: { heat: 1, soot: 1.2 },
        least: 0.5,
      }),
    ],
  },
  "chimney-smoke": {
    ...LOOP,
    steps: 2,
    size: { nx: 148, ny: 88, nz: 56 },
    law: { ...PLUME, wind: [55, 0], buoyancy: 50, fading: 0.35, drag: 0.7, ground: false },
    look: { ...SMOKY, floor: false, rise: 0.2, albedo: [0.66, 0.66, 0.68], density: 0.26 },
    before: 60,
    emitters: [
      jet(17, { at: [0.12, 0.24, 0.5], radius: 0.07, towards: [0.4, 1, 0], speed: 60, charge: { heat: 0.9, soot: 1 } }),
    ],
  },
  "steam-vent": {
    ...LOOP,
    steps: 2,
    size: TALL,
    law: { ...PLUME, buoyancy: 40, fading: 0.75, cooling: 1, drag: 0.6 },
    look: { ...SMOKY, albedo: [0.86, 0.87, 0.9], density: 0.24, ambient: 0.3, rise: 0.8 },
    before: 64,
    emitters: [
      jet(29, {
        at: [0.5, 0.03, 0.5],
        radius: 0.055,
        towards: [0, 1, 0],
        speed: 230,
        charge: { heat: 0.8, soot: 1.2 },
      }),
    ],
  },
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
  "rifle-muzzle-flash": {
    ...FLASH,
    size: { nx: 144, ny: 81, nz: 56 },
    law: { ...BLAST, ground: false, buoyancy: 20, cooling: 10, burning: 14, sootOfFuel: 0.05, fading: 2, drag: 6 },
    look: { ...FIERY, floor: false, rise: 0, kelvin: [500, 1560], glow: 0.11, density: 0.14, albedo: [0.4, 0.4, 0.42] },
    emitters: [
      spray(12, {
        at: [0.2, 0.5, 0.5],
        towards: [1, 0, 0],
        length: 0.62,
        radius: 0.075,
        speed: 500,
        charge: { heat: 1.6, fuel: 1.5 },
        until: 0.055,
      }),
      spray(14, {
        at: [0.21, 0.5, 0.5],
        towards: [0.55, 0.8, 0],
        length: 0.26,
        radius: 0.04,
        speed: 300,
        charge: { heat: 1.3, fuel: 0.8 },
        until: 0.035,
      }),
      spray(15, {
        at: [0.21, 0.5, 0.5],
        towards: [0.55, -0.8, 0],
        length: 0.26,
        radius: 0.04,
        speed: 300,
        charge: { heat: 1.3, fuel: 0.8 },
        until: 0.035,
      }),
    ],
  },
  "shotgun-muzzle-flash": {
    ...FLASH,
    size: { nx: 144, ny: 81, nz: 56 },
    law: { ...BLAST, ground: false, buoyancy: 25, cooling: 7, burning: 9, sootOfFuel: 0.2, fading: 1, drag: 4 },
    look: {
      ...FIERY,
      floor: false,
      rise: 0,
      kelvin: [500, 1480],
      glow: 0.1,
      density: 0.25,
      albedo: [0.36, 0.35, 0.35],
    },
    emitters: [
      spray(71, {
        at: [0.16, 0.5, 0.5],
        towards: [1, 0.02, 0],
        length: 0.8,
        radius: 0.15,
        speed: 420,
        charge: { heat: 1.3, fuel: 1.4 },
        until: 0.05,
      }),
      spray(73, {
        at: [0.18, 0.5, 0.5],
        towards: [0.8, 0.5, 0.2],
        length: 0.4,
        radius: 0.07,
        speed: 380,
        charge: { heat: 1.2, fuel: 1.1 },
        until: 0.045,
      }),
      spray(74, {
        at: [0.18, 0.5, 0.5],
        towards: [0.8, -0.5, -0.2],
        length: 0.4,
        radius: 0.07,
        speed: 380,
        charge: { heat: 1.2, fuel: 1.1 },
        until: 0.045,
      }),
    ],
  },
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
};

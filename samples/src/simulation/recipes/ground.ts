import type { GasLaw } from "../fluid.ts";
import type { Look } from "../volume.ts";

/** The lengths of sequences in frames: one, three, and four seconds. */
const FRAMES = { flash: 24, usual: 72, long: 96 } as const;

export const STILL_AIR: GasLaw = {
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

export const FLAME: GasLaw = {
  ...STILL_AIR,
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

export const BLAST: GasLaw = {
  ...STILL_AIR,
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

export const PLUME: GasLaw = { ...STILL_AIR, buoyancy: 75, swirl: 8, cooling: 0.45, fading: 0.1, drag: 0.1 };

export const GLOWING: Look = {
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

export const SMOKY: Look = {
  ...GLOWING,
  glow: 0,
  density: 0.42,
  albedo: [0.5, 0.49, 0.48],
  light: [1.5, 1.47, 1.42],
  ambient: 0.16,
  rise: 0.5,
  grain: 0.34,
};

export const FIERY: Look = {
  ...SMOKY,
  kelvin: [480, 1400],
  glow: 0.048,
  density: 0.5,
  albedo: [0.13, 0.115, 0.105],
  light: [1.6, 1.5, 1.4],
  ambient: 0.14,
  rise: 0.4,
};

export const WIDE = { nx: 144, ny: 81, nz: 36 } as const;
export const DEEP = { nx: 132, ny: 88, nz: 60 } as const;
export const TALL = { nx: 96, ny: 108, nz: 56 } as const;

export const LOOP = { kind: "loop", frames: FRAMES.usual, steps: 2, poster: 20 } as const;
export const LONG_LOOP = { ...LOOP, frames: FRAMES.long } as const;
export const ONCE = { kind: "one-shot", frames: FRAMES.usual, steps: 2, before: 0, poster: 12 } as const;
export const FLASH = { kind: "flash", frames: FRAMES.flash, steps: 3, before: 0, poster: 1 } as const;

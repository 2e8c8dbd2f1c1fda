import { clamp01, mix, smoothstep } from "@backlot/adapters-media/drawing/tones";
import { boulderColor, boulderRadius } from "./stone.ts";
import type { Vec } from "@backlot/adapters-media/drawing/vectors";
import { type Noise, fbm, makeNoise } from "../scenes/noise.ts";

/** The material at a point of a surface: color in linear light; roughness and metalness from 0 to 1. */
export interface Material {
  readonly color: Vec;
  readonly rough: number;
  readonly metal: number;
  /** The height of detail that is too fine for the mesh, in model units. It is baked into the normal map. */
  readonly relief: number;
}

/**
 * A closed surface with UV coordinates: `u` goes around it and `v` from top to bottom, both from 0 to 1. It is about
 * two units in size.
 */
export interface Surface {
  readonly point: (u: number, v: number) => Vec;
  readonly material: (u: number, v: number) => Material;
  /** The height of the real object, in meters. */
  readonly meters: number;
  /** The number of quads in the mesh, around and from top to bottom. */
  readonly faces: readonly [around: number, down: number];
}

const P = 64;

const direction = (u: number, v: number): Vec => {
  const longitude = u * Math.PI * 2;
  const latitude = v * Math.PI;
  return [Math.sin(latitude) * Math.cos(longitude), Math.cos(latitude), Math.sin(latitude) * Math.sin(longitude)];
};

const detail = (noise: Noise, octaves: number, [x, y, z]: Vec, scale: number, shift: number): number =>
  fbm(noise, octaves, x * scale + shift, y * scale + shift, z * scale + shift, P, P);

const boulder = (noise: Noise): Surface => ({
  meters: 1.3,
  faces: [220, 110],
  point: (u, v) => {
    const d = direction(u, v);
    const r = boulderRadius(noise, d, false);
    return [d[0] * r, (d[1] * r) / 1.22, d[2] * r];
  },
  material: (u, v) => {
    const d = direction(u, v);
    const [red, green, blue] = boulderColor(noise, d);
    return {
      color: [red * 0.5, green * 0.5, blue * 0.5],
      rough: clamp01(0.86 + detail(noise, 2, d, 6, 4) * 0.2),
      metal: 0,
      relief: detail(noise, 4, d, 9, 12) * 0.022,
    };
  },
});

/** Returns how much one crater raises the surface in a direction: negative in the bowl, positive at the rim. */
const crater = (d: Vec, at: Vec, wide: number): number => {
  const far = Math.acos(Math.min(1, Math.max(-1, d[0] * at[0] + d[1] * at[1] + d[2] * at[2]))) / wide;
  if (far > 1.6) return 0;
  return far < 1 ? -0.34 * wide * (1 - far * far) + 0.09 * wide * far ** 6 : 0.09 * wide * (1 - (far - 1) / 0.6) ** 2;
};

const asteroid = (noise: Noise): Surface => {
  const craters = Array.from({ length: 26 }, (_, n) => {
    const v = (n * 0.618_034 + 0.21) % 1;
    const u = (n * 0.381_966 * 2.3 + 0.1) % 1;
    return { at: direction(u, Math.acos(1 - 2 * v) / Math.PI), wide: 0.1 + 0.42 * ((n * 0.73) % 1) ** 3 };
  });
  const bowls = (d: Vec): number => craters.reduce((sum, { at, wide }) => sum + crater(d, at, wide), 0);
  return {
    meters: 3,
    faces: [240, 120],
    point: (u, v) => {
      const d = direction(u, v);
      const r = 0.82 + detail(noise, 3, d, 0.9, 8) * 0.5 + detail(noise, 3, d, 2.6, 30) * 0.16 + bowls(d);
      return [d[0] * r * 1.16, d[1] * r * 0.86, d[2] * r];
    },
    material: (u, v) => {
      const d = direction(u, v);
      const tone = 0.13 + detail(noise, 4, d, 3, 50) * 0.09 - bowls(d) * 0.1;
      const grain = detail(noise, 4, d, 14, 20);
      return {
        color: [tone * 1.06, tone, tone * 0.92],
        rough: 0.96,
        metal: 0,
        relief: grain * 0.034 + detail(noise, 3, d, 34, 3) * 0.012,
      };
    },
  };
};

/** Returns a lathe profile's radius and height at `v`, from 0 at its start to 1 at its end. */
const along = (outline: readonly (readonly [r: number, y: number])[], v: number): readonly [number, number] => {
  const exact = v * (outline.length - 1);
  const n = Math.min(outline.length - 2, Math.floor(exact));
  const share = exact - n;
  const [a, b] = [outline[n] ?? [0, 0], outline[n + 1] ?? [0, 0]];
  return [mix(a[0], b[0], share), mix(a[1], b[1], share)];
};

const DRUM: readonly (readonly [number, number])[] = [
  [0, 0.86],
  [0.3, 0.86],
  [0.55, 0.86],
  [0.57, 0.87],
  [0.585, 0.91],
  [0.6, 0.92],
  [0.612, 0.9],
  [0.6, 0.86],
  [0.59, 0.6],
  [0.59, 0.36],
  [0.61, 0.32],
  [0.618, 0.3],
  [0.61, 0.28],
  [0.59, 0.24],
  [0.59, 0],
  [0.59, -0.24],
  [0.61, -0.28],
  [0.618, -0.3],
  [0.61, -0.32],
  [0.59, -0.36],
  [0.59, -0.6],
  [0.6, -0.86],
  [0.612, -0.9],
  [0.6, -0.92],
  [0.585, -0.91],
  [0.57, -0.87],
  [0.3, -0.86],
  [0, -0.86],
];

const drum = (noise: Noise): Surface => {
  const base = (u: number, v: number): Vec => {
    const [r, y] = along(DRUM, v);
    return [Math.cos(u * Math.PI * 2) * r, y, Math.sin(u * Math.PI * 2) * r];
  };
  return {
    // A 55-gallon drum.
    meters: 0.88,
    faces: [160, 162],
    point: (u, v) => {
      const p = base(u, v);
      // Dents in the side.
      const dent =
        Math.max(0, detail(noise, 2, p, 1.4, 11) - 0.14) * 0.42 * smoothstep(0.5, 0.59, Math.hypot(p[0], p[2]));
      return [p[0] * (1 - dent), p[1], p[2] * (1 - dent)];
    },
    material: (u, v) => {
      const p = base(u, v);
      const edge = smoothstep(0.6, 0.616, Math.hypot(p[0], p[2]));
      const low = smoothstep(-0.3, -0.95, p[1]);
      const rust = smoothstep(0.04, 0.2, detail(noise, 5, p, 3.2, 40) + low * 0.2 + edge * 0.13);
      const band = Math.abs(p[1]) < 0.2 && Math.hypot(p[0], p[2]) > 0.5 ? 1 : 0;
      const worn = detail(noise, 4, p, 7, 70) * 0.12;
      const paint: Vec = band === 1 ? [0.62 + worn, 0.6 + worn, 0.54 + worn] : [0.045, 0.13 + worn * 0.4, 0.24 + worn];
      const old: Vec = [0.22 + worn, 0.083 + worn * 0.4, 0.028];
      return {
        color: [mix(paint[0], old[0], rust), mix(paint[1], old[1], rust), mix(paint[2], old[2], rust)],
        rough: mix(0.36 + worn, 0.93, rust),
        metal: mix(0.25, 0.1, rust),
        relief: rust * (0.006 + detail(noise, 4, p, 26, 90) * 0.016),
      };
    },
  };
};

const AMPHORA: readonly (readonly [number, number])[] = [
  [0, 0.7],
  [0.13, 0.72],
  [0.19, 0.9],
  [0.2, 0.97],
  [0.235, 1],
  [0.27, 0.985],
  [0.272, 0.955],
  [0.235, 0.93],
  [0.215, 0.86],
  [0.205, 0.74],
  [0.23, 0.64],
  [0.33, 0.54],
  [0.46, 0.4],
  [0.555, 0.22],
  [0.59, 0.02],
  [0.575, -0.2],
  [0.51, -0.42],
  [0.41, -0.62],
  [0.31, -0.78],
  [0.26, -0.86],
  [0.262, -0.9],
  [0.3, -0.94],
  [0.31, -0.975],
  [0.29, -1],
  [0, -1],
];

const amphora = (noise: Noise): Surface => {
  const base = (u: number, v: number): Vec => {
    const [r, y] = along(AMPHORA, v);
    return [Math.cos(u * Math.PI * 2) * r, y, Math.sin(u * Math.PI * 2) * r];
  };
  return {
    meters: 0.7,
    faces: [168, 168],
    point: (u, v) => {
      const p = base(u, v);
      // Handmade pottery is never quite round.
      const wobble = 1 + detail(noise, 2, p, 0.9, 15) * 0.05;
      return [p[0] * wobble, p[1], p[2] * wobble];
    },
    material: (u, v) => {
      const p = base(u, v);
      const around = u * Math.PI * 2;
      const outside = v > 0.2 ? 1 : 0;
      const key = Math.sin(around * 14) * Math.sin(around * 14 + Math.floor(p[1] * 60) * 0.7);
      const stripe =
        Math.abs(p[1] - 0.36) < 0.012 || Math.abs(p[1] + 0.36) < 0.012 || (Math.abs(p[1] - 0.01) < 0.09 && key > 0.25);
      const worn = smoothstep(-0.1, 0.22, detail(noise, 5, p, 4, 61));
      const glaze = outside === 1 && stripe ? 1 - worn * 0.75 : 0;
      const tone = detail(noise, 5, p, 3, 33) * 0.14;
      const clay: Vec = [0.46 + tone, 0.2 + tone * 0.6, 0.1 + tone * 0.4];
      const dust = smoothstep(0.02, 0.3, detail(noise, 4, p, 2, 80)) * 0.35;
      const body: Vec = [mix(clay[0], 0.5, dust), mix(clay[1], 0.42, dust), mix(clay[2], 0.32, dust)];
      return {
        color: [mix(body[0], 0.022, glaze), mix(body[1], 0.018, glaze), mix(body[2], 0.016, glaze)],
        rough: mix(0.82, 0.34, glaze),
        metal: 0,
        // Throwing rings from the potter's fingers.
        relief: Math.sin(p[1] * 120) * 0.0014 + detail(noise, 4, p, 18, 7) * 0.008,
      };
    },
  };
};

/** Every model of the sample store, keyed by collection slug. Each has its own noise seed. */
export const SURFACES = {
  "weathered-boulder": () => boulder(makeNoise(23)),
  "cratered-asteroid": () => asteroid(makeNoise(51)),
  "rusted-oil-drum": () => drum(makeNoise(71)),
  "clay-amphora": () => amphora(makeNoise(97)),
} as const satisfies Readonly<Record<string, () => Surface>>;

export type ModelName = keyof typeof SURFACES;

import type { GridSize } from "./grid.ts";

/** One moment of a simulation to render: heat, soot, and the velocity of the air in cells per second. */
export interface Volume {
  readonly size: GridSize;
  readonly heat: Float32Array;
  readonly soot: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** How to light and draw a volume. */
export interface Look {
  /** The temperature of heat 0 and of heat 1, in kelvin. Heat glows like a black body. */
  readonly kelvin: readonly [cold: number, hot: number];
  /** The brightness of the glow, or 0 for none. */
  readonly glow: number;
  /** The color of the glow if it is not that of a black body, as for magic; else null. */
  readonly tint: readonly [red: number, green: number, blue: number] | null;
  /** The optical depth of one cell of soot. */
  readonly density: number;
  /** The color of the soot. */
  readonly albedo: readonly [red: number, green: number, blue: number];
  /** The color of the light on the soot. */
  readonly light: readonly [red: number, green: number, blue: number];
  /** The direction toward the light. */
  readonly from: readonly [x: number, y: number, z: number];
  /** The amount of ambient light. */
  readonly ambient: number;
  /** Whether the picture starts at the ground. If not, it shows the middle of the grid. */
  readonly floor: boolean;
  /** How fast the finer turbulence rises with the gas, in grid heights per second. */
  readonly rise: number;
  /** The maximum displacement by the finer turbulence, in hundredths of the grid's height. */
  readonly grain: number;
}

/** The fraction of the grid's height that is in the picture. Near its open sides, gas spreads and drains away. */
const SEEN = 0.82;

/** Returns how a picture maps to its grid: cells per pixel, and the left and top edge of the picture in cells. */
export const pictureOf = (
  { nx, ny }: Pick<GridSize, "nx" | "ny">,
  { floor }: Pick<Look, "floor">,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly scale: number; readonly left: number; readonly top: number } => {
  const scale = (ny * SEEN) / height;
  return { scale, left: (nx - width * scale) / 2, top: ny * (floor ? SEEN : (1 + SEEN) / 2) };
};

/** Returns the fraction of the light that reaches each cell through the soot in its path, from 0 to 1. */
export const shadows = ({ size: { nx, ny, nz }, soot }: Volume, { from, density }: Look): Float32Array => {
  const lit = new Float32Array(soot.length);
  const layer = nx * ny;
  const [lx, ly, lz] = from;
  const longest = Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz));
  const step = [lx / longest, ly / longest, lz / longest] as const;
  const order = (count: number, along: number): readonly number[] =>
    Array.from({ length: count }, (_, n) => (along > 0 ? count - 1 - n : n));
  const ys = order(ny, step[1]);
  const xs = order(nx, step[0]);
  const depth = density * Math.hypot(...step);
  // The light of a cell comes from its neighbor toward the light, so compute that neighbor first.
  for (const z of order(nz, step[2]))
    for (const y of ys)
      for (const x of xs) {
        const i = z * layer + y * nx + x;
        const px = x + step[0];
        const py = y + step[1];
        const pz = z + step[2];
        if (px < 0 || py < 0 || pz < 0 || px > nx - 1 || py > ny - 1 || pz > nz - 1) {
          lit[i] = 1;
          continue;
        }
        const x0 = Math.min(nx - 2, Math.floor(px));
        const y0 = Math.min(ny - 2, Math.floor(py));
        const z0 = Math.min(nz - 2, Math.floor(pz));
        const fx = px - x0;
        const fy = py - y0;
        const fz = pz - z0;
        let through = 0;
        for (let corner = 0; corner < 8; corner += 1) {
          const dx = corner & 1;
          const dy = (corner >> 1) & 1;
          const dz = corner >> 2;
          const share = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy) * (dz ? fz : 1 - fz);
          if (share === 0) continue;
          const j = (z0 + dz) * layer + (y0 + dy) * nx + x0 + dx;
          through += share * (lit[j] ?? 0) * Math.exp(-(soot[j] ?? 0) * depth);
        }
        lit[i] = through;
      }
  return lit;
};

/** Blurs a field in depth. Otherwise its layers would show as rings around round shapes. */
export const softInDepth = (field: Float32Array, { nx, ny, nz }: GridSize): Float32Array => {
  const layer = nx * ny;
  const to = new Float32Array(field.length);
  for (let z = 0, i = 0; z < nz; z += 1) {
    const before = z === 0 ? 0 : -layer;
    const behind = z === nz - 1 ? 0 : layer;
    for (let n = 0; n < layer; n += 1, i += 1)
      to[i] = ((field[i + before] ?? 0) + 2 * (field[i] ?? 0) + (field[i + behind] ?? 0)) / 4;
  }
  return to;
};

/** Doubles the resolution of a field across and up (Catmull-Rom interpolation). */
export const doubled = (field: Float32Array, { nx, ny, nz }: GridSize): Float32Array => {
  const wide = new Float32Array(nx * 2 * ny * nz);
  const to = new Float32Array(nx * 2 * ny * 2 * nz);
  const between = (a: number, b: number, c: number, d: number, near: number): number => {
    // The position between b and c: 0.25 or 0.75.
    const f = near;
    const value = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
    return value < 0 ? 0 : value;
  };
  for (let row = 0; row < ny * nz; row += 1)
    for (let x = 0; x < nx; x += 1) {
      const i = row * nx;
      const a = field[i + Math.max(0, x - 2)] ?? 0;
      const b = field[i + Math.max(0, x - 1)] ?? 0;
      const c = field[i + x] ?? 0;
      const d = field[i + Math.min(nx - 1, x + 1)] ?? 0;
      const e = field[i + Math.min(nx - 1, x + 2)] ?? 0;
      wide[row * nx * 2 + x * 2] = between(a, b, c, d, 0.75);
      wide[row * nx * 2 + x * 2 + 1] = between(b, c, d, e, 0.25);
    }
  const span = nx * 2;
  for (let z = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1) {
      const line = (n: number): number => (z * ny + Math.min(ny - 1, Math.max(0, n))) * span;
      const [a, b, c, d, e] = [line(y - 2), line(y - 1), line(y), line(y + 1), line(y + 2)];
      const out = (z * ny * 2 + y * 2) * span;
      for (let x = 0; x < span; x += 1) {
        const v0 = wide[a + x] ?? 0;
        const v1 = wide[b + x] ?? 0;
        const v2 = wide[c + x] ?? 0;
        const v3 = wide[d + x] ?? 0;
        const v4 = wide[e + x] ?? 0;
        to[out + x] = between(v0, v1, v2, v3, 0.75);
        to[out + span + x] = between(v1, v2, v3, v4, 0.25);
      }
    }
  return to;
};

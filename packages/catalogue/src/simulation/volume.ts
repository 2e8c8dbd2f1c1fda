import type { GridSize } from "./fluid.ts";

/** A moment of a simulation as it is rendered: heat and soot on a grid, and where the air goes, in cells per second. */
export interface Volume {
  readonly size: GridSize;
  readonly heat: Float32Array;
  readonly soot: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** What a volume looks like. */
export interface Look {
  /** Kelvin of heat 0 and of heat 1: what is in between glows as a black body does. */
  readonly kelvin: readonly [cold: number, hot: number];
  /** How bright it glows; 0 for what does not. */
  readonly glow: number;
  /** A colour in place of a black body's, for what burns nowhere. */
  readonly tint: readonly [red: number, green: number, blue: number] | null;
  /** How much soot a cell's depth of it hides. */
  readonly density: number;
  /** The colour of the soot, and of the light on it. */
  readonly albedo: readonly [red: number, green: number, blue: number];
  readonly light: readonly [red: number, green: number, blue: number];
  /** Where the light comes from. */
  readonly from: readonly [x: number, y: number, z: number];
  /** How much light comes from everywhere. */
  readonly ambient: number;
  /** Whether the picture begins at the ground; else it shows the middle of the grid. */
  readonly floor: boolean;
  /** How fast finer turbulence rises with the gas, in heights of the grid a second. */
  readonly rise: number;
  /** How far finer turbulence moves what the grid shows, in hundredths of its height. */
  readonly grain: number;
}

/** What a black body of some kelvin radiates at a wavelength in nanometres, by Planck. */
const planck = (kelvin: number, nanometres: number): number => {
  const length = nanometres * 1e-9;
  return 1e-30 / (length ** 5 * (Math.exp(0.014387769 / (length * kelvin)) - 1));
};

const STEPS = 256;

/** What heat glows in, red, green and blue after another, from heat 0 to heat 1.5, so that heat 1 has a red of 1. */
const glowTable = ({ kelvin: [cold, hot], tint }: Look): Float32Array => {
  const table = new Float32Array(STEPS * 3);
  const white = planck(hot, 605);
  for (let n = 0; n < STEPS; n += 1) {
    const heat = (n / (STEPS - 1)) * 1.5;
    const kelvin = cold + (hot - cold) * heat;
    for (const [channel, nanometres] of [605, 540, 455].entries()) {
      const strength = tint === null ? planck(kelvin, nanometres) / white : heat ** 2.2 * (tint[channel] ?? 0);
      // Below a little heat nothing glows, however faint a body would.
      table[n * 3 + channel] = strength * Math.min(1, heat * 6) ** 2;
    }
  }
  return table;
};

/** How much of the grid's height the picture shows. */
const SEEN = 0.92;

/** Light that reaches each cell from one side, through the soot before it. */
const shadows = ({ size: { nx, ny, nz }, soot }: Volume, { from, density }: Look): Float32Array => {
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
  // Each cell is lit by what its neighbour towards the light lets through: those come first.
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

/** A field with twice as many cells across and up, smooth between them (Catmull-Rom). */
const doubled = (field: Float32Array, { nx, ny, nz }: GridSize): Float32Array => {
  const wide = new Float32Array(nx * 2 * ny * nz);
  const to = new Float32Array(nx * 2 * ny * 2 * nz);
  const between = (a: number, b: number, c: number, d: number, near: number): number => {
    // A quarter of the way from b to c, or three quarters.
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

const NOISE = 64;

/** Smooth noise from −1 to 1 that repeats, made of three octaves. */
const noiseTile = (): Float32Array => {
  const tile = new Float32Array(NOISE ** 3);
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
  for (const [cells, share] of [
    [8, 0.5],
    [16, 0.3],
    [32, 0.2],
  ] as const) {
    const knots = Float32Array.from({ length: cells ** 3 }, random);
    const scale = cells / NOISE;
    const ease = (t: number): number => t * t * (3 - 2 * t);
    for (let z = 0, i = 0; z < NOISE; z += 1)
      for (let y = 0; y < NOISE; y += 1)
        for (let x = 0; x < NOISE; x += 1, i += 1) {
          const [px, py, pz] = [x * scale, y * scale, z * scale];
          const [x0, y0, z0] = [Math.floor(px), Math.floor(py), Math.floor(pz)];
          const [fx, fy, fz] = [ease(px - x0), ease(py - y0), ease(pz - z0)];
          const knot = (a: number, b: number, c: number): number =>
            knots[(((z0 + c) % cells) * cells + ((y0 + b) % cells)) * cells + ((x0 + a) % cells)] ?? 0;
          const line = (b: number, c: number): number => knot(0, b, c) + (knot(1, b, c) - knot(0, b, c)) * fx;
          const sheet = (c: number): number => line(0, c) + (line(1, c) - line(0, c)) * fy;
          tile[i] = (tile[i] ?? 0) + share * (sheet(0) + (sheet(1) - sheet(0)) * fz);
        }
  }
  return tile;
};

let noise: Float32Array | undefined;

/** The noise between its values across and up; in depth it is taken as it is. */
const softNoise = (tile: Float32Array, x: number, y: number, z: number): number => {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sheet = (z & 63) * 4_096;
  const low = sheet + (y0 & 63) * 64;
  const high = sheet + ((y0 + 1) & 63) * 64;
  const a = tile[low + (x0 & 63)] ?? 0;
  const b = tile[low + ((x0 + 1) & 63)] ?? 0;
  const c = tile[high + (x0 & 63)] ?? 0;
  const d = tile[high + ((x0 + 1) & 63)] ?? 0;
  const near = a + (b - a) * fx;
  return near + (c + (d - c) * fx - near) * fy;
};

/** Where anything is to be seen, by blocks of four cells across and up: the first and the last cell in depth. */
const activeDepths = (
  heat: Float32Array | null,
  soot: Float32Array,
  { nx, ny, nz }: GridSize,
): { readonly first: Int16Array; readonly last: Int16Array } => {
  const columns = Math.ceil(nx / 4);
  const rows = Math.ceil(ny / 4);
  const first = new Int16Array(columns * rows).fill(nz);
  const last = new Int16Array(columns * rows).fill(-1);
  for (let z = 0, i = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1)
      for (let x = 0; x < nx; x += 1, i += 1) {
        if ((soot[i] ?? 0) < 0.002 && (heat?.[i] ?? 0) < 0.02) continue;
        // Finer turbulence moves things into the next block.
        for (let dy = -1; dy <= 1; dy += 1)
          for (let dx = -1; dx <= 1; dx += 1) {
            const by = (y >> 2) + dy;
            const bx = (x >> 2) + dx;
            if (by < 0 || bx < 0 || by >= rows || bx >= columns) continue;
            const block = by * columns + bx;
            if ((first[block] ?? 0) > z) first[block] = z;
            if ((last[block] ?? 0) < z) last[block] = z;
          }
      }
  return { first, last };
};

/** Light in front of a picture: red, green, blue and how much of what is behind it is hidden, for each pixel. */
export interface Rendered {
  readonly width: number;
  readonly height: number;
  readonly rgba: Float32Array<ArrayBuffer>;
}

/**
 * Renders a volume as a camera sees it that is far away: soot hides and shadows itself, heat glows. The grid's height fills
 * the picture's; its width stands in the middle. `time` in seconds moves the finer turbulence.
 */
export const renderVolume = (
  volume: Volume,
  look: Look,
  { width, height, time }: { readonly width: number; readonly height: number; readonly time: number },
): Rendered => {
  const { nx, ny, nz } = volume.size;
  const glows = glowTable(look);
  const heat = look.glow > 0 ? doubled(volume.heat, volume.size) : null;
  const soot = doubled(volume.soot, volume.size);
  const lit = look.density > 0 ? doubled(shadows(volume, look), volume.size) : null;
  noise ??= noiseTile();
  const tile = noise;
  const rgba = new Float32Array(width * height * 4);
  const across = nx * 2;
  const up = ny * 2;
  const layer = across * up;
  // The grid's own edges lie outside of the picture.
  const scale = (up * SEEN) / height;
  const left = (across - width * scale) / 2;
  const top = up * (look.floor ? SEEN : (1 + SEEN) / 2);
  const [albedoR, albedoG, albedoB] = look.albedo;
  const [lightR, lightG, lightB] = look.light;
  const { ambient, density, glow, grain } = look;
  // Finer turbulence is as fine on a coarse grid as on a full one, of about a hundred cells.
  const fine = 180 / up;
  const strong = grain * 0.01 * up;
  const shift = time * look.rise * 180;
  const { first, last } = activeDepths(heat, soot, { nx: across, ny: up, nz });
  for (let row = 0; row < height; row += 1) {
    const gy = top - (row + 0.5) * scale - 0.5;
    for (let column = 0; column < width; column += 1) {
      const gx = left + (column + 0.5) * scale - 0.5;
      if (gx < 0 || gx > across - 2) continue;
      const block = (Math.max(0, gy) >> 2) * Math.ceil(across / 4) + (gx >> 2);
      const end = last[block] ?? 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      let open = 1;
      for (let z = first[block] ?? 0; z <= end && open > 0.004; z += 1) {
        let sx = gx;
        let sy = gy;
        if (grain > 0) {
          sx += strong * softNoise(tile, gx * fine, gy * fine - shift, z * 3);
          sy += strong * softNoise(tile, gx * fine + 29, gy * fine - shift + 17, z * 3 + 31);
        }
        if (sx < 0 || sx > across - 2 || sy < 0 || sy > up - 2) continue;
        const x0 = sx | 0;
        const y0 = sy | 0;
        const fx = sx - x0;
        const fy = sy - y0;
        const i = z * layer + y0 * across + x0;
        const w00 = (1 - fx) * (1 - fy);
        const w10 = fx * (1 - fy);
        const w01 = (1 - fx) * fy;
        const w11 = fx * fy;
        const dark =
          (soot[i] ?? 0) * w00 +
          (soot[i + 1] ?? 0) * w10 +
          (soot[i + across] ?? 0) * w01 +
          (soot[i + across + 1] ?? 0) * w11;
        let hot = 0;
        if (heat !== null)
          hot =
            (heat[i] ?? 0) * w00 +
            (heat[i + 1] ?? 0) * w10 +
            (heat[i + across] ?? 0) * w01 +
            (heat[i + across + 1] ?? 0) * w11;
        if (dark < 0.002 && hot < 0.02) continue;
        if (hot > 0.02) {
          const step = Math.min(STEPS - 1, (hot / 1.5) * (STEPS - 1)) | 0;
          red += open * glow * (glows[step * 3] ?? 0);
          green += open * glow * (glows[step * 3 + 1] ?? 0);
          blue += open * glow * (glows[step * 3 + 2] ?? 0);
        }
        if (lit !== null && dark > 0.002) {
          const hidden = 1 - Math.exp(-dark * density);
          const bright =
            (lit[i] ?? 0) * w00 +
            (lit[i + 1] ?? 0) * w10 +
            (lit[i + across] ?? 0) * w01 +
            (lit[i + across + 1] ?? 0) * w11;
          const share = open * hidden;
          red += share * albedoR * (ambient + bright * lightR);
          green += share * albedoG * (ambient + bright * lightG);
          blue += share * albedoB * (ambient + bright * lightB);
          open *= 1 - hidden;
        }
      }
      const o = (row * width + column) * 4;
      rgba[o] = red;
      rgba[o + 1] = green;
      rgba[o + 2] = blue;
      rgba[o + 3] = 1 - open;
    }
  }
  return { width, height, rgba };
};

/** Light as pixels: a film-like shoulder, straight alpha that hides what soot hides and shows what glows. */
export const toPixels = ({ width, height, rgba }: Rendered): Uint8ClampedArray<ArrayBuffer> => {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < pixels.length; i += 4) {
    // Light is linear, pixels are not.
    const r = (1 - Math.exp(-(rgba[i] ?? 0))) ** (1 / 2.2);
    const g = (1 - Math.exp(-(rgba[i + 1] ?? 0))) ** (1 / 2.2);
    const b = (1 - Math.exp(-(rgba[i + 2] ?? 0))) ** (1 / 2.2);
    const alpha = Math.max(rgba[i + 3] ?? 0, r, g, b);
    if (alpha <= 0.008) continue;
    pixels[i] = (r / alpha) * 255;
    pixels[i + 1] = (g / alpha) * 255;
    pixels[i + 2] = (b / alpha) * 255;
    pixels[i + 3] = alpha * 255;
  }
  return pixels;
};

import type { LinearFrame } from "../scenes/frame.ts";
import type { GridSize } from "./fluid.ts";
import { turbulenceAt } from "./turbulence.ts";
import { type Look, type Volume, doubled, pictureOf, shadows, softInDepth } from "./volume.ts";

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

/** How little soot and heat is not seen. */
const CLEAR = 0.002;
const COLD = 0.02;

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
        if ((soot[i] ?? 0) < CLEAR && (heat?.[i] ?? 0) < COLD) continue;
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

/** The first and the last layer in which anything is to be seen in a row of blocks. */
const depthsOf = (first: Int16Array, last: Int16Array, row: number, blocks: number): readonly [number, number] => [
  Math.min(...first.subarray(row, row + blocks)),
  Math.max(...last.subarray(row, row + blocks)),
];

/** How many light and dark things are kept together for each cell: heat, soot, and the light that reaches it. */
const KINDS = 3;

/** What is seen of a volume: its grid, twice as fine across and up, with heat, soot and light of a cell side by side. */
const seenOf = (volume: Volume, look: Look) => {
  const { size } = volume;
  const fine = (field: Float32Array): Float32Array => doubled(field, size);
  const heat = look.glow > 0 ? fine(softInDepth(volume.heat, size)) : null;
  const soot = fine(softInDepth(volume.soot, size));
  const lit = look.density > 0 ? fine(shadows(volume, look)) : null;
  const cells = new Float32Array(soot.length * KINDS);
  for (let i = 0, to = 0; i < soot.length; i += 1, to += KINDS) {
    cells[to] = heat?.[i] ?? 0;
    cells[to + 1] = soot[i] ?? 0;
    cells[to + 2] = lit?.[i] ?? 0;
  }
  const grid = { nx: size.nx * 2, ny: size.ny * 2, nz: size.nz };
  return { grid, cells, isLit: lit !== null, ...activeDepths(heat, soot, grid) };
};

/** How little light that still comes through is not worth to be followed. */
const CLOSED = 0.004;

/**
 * Renders a volume as a camera sees it that is far away: soot hides and shadows itself, heat glows. The grid's height fills
 * the picture's; its width stands in the middle. `time` in seconds moves the finer turbulence.
 */
export const renderVolume = (
  volume: Volume,
  look: Look,
  { width, height, time }: { readonly width: number; readonly height: number; readonly time: number },
): LinearFrame => {
  const glows = glowTable(look);
  const { grid, cells, isLit, first, last } = seenOf(volume, look);
  const { nx: across, ny: up } = grid;
  const layer = across * up * KINDS;
  const line = across * KINDS;
  const blocks = Math.ceil(across / 4);
  const { scale, left, top } = pictureOf(grid, look, { width, height });
  const [albedoR, albedoG, albedoB] = look.albedo;
  const [lightR, lightG, lightB] = look.light;
  const { ambient, density, glow, grain } = look;
  // Finer turbulence is as fine on a coarse grid as on a full one, of about a hundred cells.
  const fine = 180 / up;
  const strong = grain * 0.01 * up;
  const shift = time * look.rise * 180;
  const places = Float64Array.from({ length: width }, (_, column) => left + (column + 0.5) * scale - 0.5);
  const turbulence = turbulenceAt(places.map((gx) => gx * fine));
  const inside = (gx: number): boolean => gx >= 0 && gx <= across - 2;
  const from = Math.max(0, places.findIndex(inside));
  const to = places.findLastIndex(inside);
  const rgba = new Float32Array(width * height * 4);
  // How much light still comes through, for each pixel of a row.
  const open = new Float64Array(width);
  for (let row = 0; row < height; row += 1) {
    const gy = top - (row + 0.5) * scale - 0.5;
    const rowOfBlocks = (Math.max(0, gy) >> 2) * blocks;
    open.fill(1);
    const [nearest, farthest] = depthsOf(first, last, rowOfBlocks, blocks);
    // Layer by layer over a whole row: what is read for one pixel lies beside what is read for the next.
    for (let z = nearest; z <= farthest; z += 1) {
      if (grain > 0) turbulence.go(gy * fine - shift, z);
      for (let column = from; column <= to; column += 1) {
        const gx = places[column] ?? 0;
        const block = rowOfBlocks + (gx >> 2);
        const through = open[column] ?? 0;
        if (z < (first[block] ?? 0) || z > (last[block] ?? -1) || through <= CLOSED) continue;
        const sx = grain > 0 ? gx + strong * turbulence.across(column) : gx;
        const sy = grain > 0 ? gy + strong * turbulence.up(column) : gy;
        if (sx < 0 || sx > across - 2 || sy < 0 || sy > up - 2) continue;
        const x0 = sx | 0;
        const y0 = sy | 0;
        const fx = sx - x0;
        const fy = sy - y0;
        const a = z * layer + y0 * line + x0 * KINDS;
        const b = a + line;
        const w00 = (1 - fx) * (1 - fy);
        const w10 = fx * (1 - fy);
        const w01 = (1 - fx) * fy;
        const w11 = fx * fy;
        const hot =
          (cells[a] ?? 0) * w00 + (cells[a + 3] ?? 0) * w10 + (cells[b] ?? 0) * w01 + (cells[b + 3] ?? 0) * w11;
        const dark =
          (cells[a + 1] ?? 0) * w00 + (cells[a + 4] ?? 0) * w10 + (cells[b + 1] ?? 0) * w01 + (cells[b + 4] ?? 0) * w11;
        if (dark < CLEAR && hot < COLD) continue;
        const o = (row * width + column) * 4;
        if (hot > COLD) {
          const step = (Math.min(STEPS - 1, (hot / 1.5) * (STEPS - 1)) | 0) * 3;
          const bright = through * glow;
          rgba[o] = (rgba[o] ?? 0) + bright * (glows[step] ?? 0);
          rgba[o + 1] = (rgba[o + 1] ?? 0) + bright * (glows[step + 1] ?? 0);
          rgba[o + 2] = (rgba[o + 2] ?? 0) + bright * (glows[step + 2] ?? 0);
        }
        if (isLit && dark > CLEAR) {
          const hidden = 1 - Math.exp(-dark * density);
          const bright =
            (cells[a + 2] ?? 0) * w00 +
            (cells[a + 5] ?? 0) * w10 +
            (cells[b + 2] ?? 0) * w01 +
            (cells[b + 5] ?? 0) * w11;
          const share = through * hidden;
          rgba[o] = (rgba[o] ?? 0) + share * albedoR * (ambient + bright * lightR);
          rgba[o + 1] = (rgba[o + 1] ?? 0) + share * albedoG * (ambient + bright * lightG);
          rgba[o + 2] = (rgba[o + 2] ?? 0) + share * albedoB * (ambient + bright * lightB);
          open[column] = through * (1 - hidden);
        }
      }
    }
    for (let column = from; column <= to; column += 1) rgba[(row * width + column) * 4 + 3] = 1 - (open[column] ?? 1);
  }
  return { width, height, rgba, shines: true };
};

import type { LinearFrame } from "../scenes/frame.ts";
import { BLOCK, Busy } from "./busy.ts";
import { type Glow, Rays } from "./rays.ts";
import { Turbulence } from "./turbulence.ts";
import { type Look, type Volume, doubled, pictureOf, shadows, softInDepth } from "./volume.ts";

/** What a black body of some kelvin radiates at a wavelength in nanometres, by Planck. */
const planck = (kelvin: number, nanometres: number): number => {
  const length = nanometres * 1e-9;
  return 1e-30 / (length ** 5 * (Math.exp(0.014387769 / (length * kelvin)) - 1));
};

/** Steps of heat whose glow is known, and the most heat that there is one for. */
const STEPS = 256;
const HOTTEST = 1.5;

/**
 * How little light of one cell is not seen, however many lie behind each other: together they are
 * less than a byte's first step.
 */
const FAINTEST = 2e-9;

/** What heat glows in, so that heat 1 has a red of 1 where it is as bright as a black body. */
const glowOf = ({ kelvin: [cold, hot], tint, glow }: Look): Glow => {
  const rgb = new Float32Array(STEPS * 3);
  const white = planck(hot, 605);
  let faintest = HOTTEST;
  for (let n = 0; n < STEPS; n += 1) {
    const heat = (n / (STEPS - 1)) * HOTTEST;
    const kelvin = cold + (hot - cold) * heat;
    for (const [channel, nanometres] of [605, 540, 455].entries()) {
      const strength = tint === null ? planck(kelvin, nanometres) / white : heat ** 2.2 * (tint[channel] ?? 0);
      // Below a little heat nothing glows, however faint a body would.
      const light = glow * strength * Math.min(1, heat * 6) ** 2;
      rgb[n * 3 + channel] = light;
      if (light > FAINTEST) faintest = Math.min(faintest, heat);
    }
  }
  return { rgb, steps: STEPS, most: HOTTEST, cold: faintest };
};

/** What is seen of a volume: its grid, twice as fine across and up. */
const seenOf = (volume: Volume, look: Look, cold: number) => {
  const { size } = volume;
  const fine = (field: Float32Array): Float32Array => doubled(field, size);
  const heat = look.glow > 0 ? fine(softInDepth(volume.heat, size)) : null;
  const dark =
    look.density > 0 ? { soot: fine(softInDepth(volume.soot, size)), lit: fine(shadows(volume, look)) } : null;
  const grid = { nx: size.nx * 2, ny: size.ny * 2, nz: size.nz };
  return { grid, heat, dark, busy: new Busy(heat, cold, dark?.soot ?? null, grid) };
};

/** The first pixel of each column of blocks; where the blocks end, one past the last pixel that shows the grid. */
const firstPixels = (places: Float64Array, columns: number, across: number): Int32Array => {
  const shown = places.filter((x) => x <= across - 2).length;
  const first = (block: number): number => {
    const found = places.findIndex((x) => x >= block * BLOCK);
    return found === -1 ? shown : Math.min(shown, found);
  };
  return Int32Array.from({ length: columns + 1 }, (_, block) => first(block));
};

/**
 * Renders a volume as a camera sees it that is far away: soot hides and shadows itself, heat glows. The grid's height
 * fills the picture's; its width stands in the middle. `time` in seconds moves the finer turbulence.
 */
export const renderVolume = (
  volume: Volume,
  look: Look,
  { width, height, time }: { readonly width: number; readonly height: number; readonly time: number },
): LinearFrame => {
  const glow = glowOf(look);
  const { grid, heat, dark, busy } = seenOf(volume, look, glow.cold);
  const { scale, left, top } = pictureOf(grid, look, { width, height });
  // Finer turbulence is as fine on a coarse grid as on a full one, of about a hundred cells.
  const fine = 180 / grid.ny;
  const far = look.grain * 0.01 * grid.ny;
  const shift = time * look.rise * 180;
  const places = Float64Array.from({ length: width }, (_, column) => left + (column + 0.5) * scale - 0.5);
  const turbulence = new Turbulence(places.map((x) => x * fine));
  const rgba = new Float32Array(width * height * 4);
  const rays = new Rays(grid, places, rgba);
  const pixels = firstPixels(places, busy.columns, grid.nx);
  for (let line = 0; line < height; line += 1) {
    const y = top - (line + 0.5) * scale - 0.5;
    const row = line * width;
    const block = Math.floor(Math.max(0, y) / BLOCK);
    rays.open.fill(1);
    // Layer by layer over a whole row: what is read for one pixel lies beside what is read for the next.
    for (let z = 0; z < grid.nz; z += 1) {
      let here = busy.next(block, z, 0);
      if (here === null) continue;
      turbulence.go(y * fine - shift, z);
      for (; here !== null; here = busy.next(block, z, here.end)) {
        const span = { row, first: pixels[here.first] ?? 0, end: pixels[here.end] ?? 0 };
        turbulence.move(span.first, span.end);
        rays.enter(z, y, turbulence, far, span);
        if (heat !== null) rays.glow(heat, glow, span);
        if (dark !== null) rays.hide(dark.soot, dark.lit, look, span);
      }
    }
    for (let column = 0; column < width; column += 1) rgba[(row + column) * 4 + 3] = 1 - (rays.open[column] ?? 1);
  }
  return { width, height, rgba, shines: true };
};

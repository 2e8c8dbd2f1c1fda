import { type LinearFrame, SOLID } from "../scenes/frame.ts";
import { BLOCK, Busy } from "./busy.ts";
import { type Glow, Rays } from "./rays.ts";
import { Turbulence } from "./turbulence.ts";
import { type Look, type Volume, doubled, pictureOf, shadows, softInDepth } from "./volume.ts";

/**
 * Returns the radiance of a black body at a temperature in kelvin and a wavelength in nanometers (Planck's law), in
 * arbitrary units.
 */
const planck = (kelvin: number, nanometres: number): number => {
  const length = nanometres * 1e-9;
  return 1e-30 / (length ** 5 * (Math.exp(0.014387769 / (length * kelvin)) - 1));
};

/** The number of steps in the glow table. */
const STEPS = 256;
/** The highest heat in the glow table. */
const HOTTEST = 1.5;

/**
 * The light below which a cell is invisible. Even many such cells behind one another stay below a byte's first step.
 */
const FAINTEST = 2e-9;

/** Builds the glow table of a look. Without a tint, the red of heat 1 equals the brightness of the look's glow. */
const glowOf = ({ kelvin: [cold, hot], tint, glow }: Look): Glow => {
  const rgb = new Float32Array(STEPS * 3);
  const white = planck(hot, 605);
  let faintest = HOTTEST;
  for (let n = 0; n < STEPS; n += 1) {
    const heat = (n / (STEPS - 1)) * HOTTEST;
    const kelvin = cold + (hot - cold) * heat;
    for (const [channel, nanometres] of [605, 540, 455].entries()) {
      const strength = tint === null ? planck(kelvin, nanometres) / white : heat ** 2.2 * (tint[channel] ?? 0);
      // Fade out at low heat, where a black body would still glow faintly.
      const light = glow * strength * Math.min(1, heat * 6) ** 2;
      rgb[n * 3 + channel] = light;
      if (light > FAINTEST) faintest = Math.min(faintest, heat);
    }
  }
  return { rgb, steps: STEPS, most: HOTTEST, cold: faintest };
};

/** Returns the visible fields of a volume, at twice the resolution across and up. */
const seenOf = (volume: Volume, look: Look, cold: number) => {
  const { size } = volume;
  const fine = (field: Float32Array): Float32Array => doubled(field, size);
  const heat = look.glow > 0 ? fine(softInDepth(volume.heat, size)) : null;
  const dark =
    look.density > 0 ? { soot: fine(softInDepth(volume.soot, size)), lit: fine(shadows(volume, look)) } : null;
  const grid = { nx: size.nx * 2, ny: size.ny * 2, nz: size.nz };
  return { grid, heat, dark, busy: new Busy(heat, cold, dark?.soot ?? null, grid) };
};

/** Returns the first pixel of each column of blocks. The last entry is one past the last pixel that shows the grid. */
const firstPixels = (places: Float64Array, columns: number, across: number): Int32Array => {
  const shown = places.filter((x) => x <= across - 2).length;
  const first = (block: number): number => {
    const found = places.findIndex((x) => x >= block * BLOCK);
    return found === -1 ? shown : Math.min(shown, found);
  };
  return Int32Array.from({ length: columns + 1 }, (_, block) => first(block));
};

/**
 * Renders a volume for a distant camera (parallel rays): soot hides what is behind it and casts shadows on itself, and
 * heat glows. The grid is centered across the picture. `time` in seconds moves the finer turbulence.
 */
export const renderVolume = (
  volume: Volume,
  look: Look,
  { width, height, time }: { readonly width: number; readonly height: number; readonly time: number },
): LinearFrame => {
  const glow = glowOf(look);
  const { grid, heat, dark, busy } = seenOf(volume, look, glow.cold);
  const { scale, left, top } = pictureOf(grid, look, { width, height });
  // Scale the turbulence so that it looks the same on a coarse grid as on a full one, which has about 180 rows here.
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
    // Go layer by layer over a whole row, so that adjacent pixels read adjacent memory.
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
  const brightest = Math.max(...look.albedo.map((own, c) => own * (look.ambient + (look.light[c] ?? 0))));
  return { width, height, rgba, shines: true, lit: look.glow > 0 ? brightest : SOLID };
};
